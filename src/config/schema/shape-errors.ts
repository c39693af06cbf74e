import { deployedEndpoints } from '../../api/endpoints/index.ts';
import { didYouMean, nearest } from '../../lib/suggest.ts';
import type { Report } from '../problem-report.ts';
import { targetDialects } from '../target-dialects/index.ts';
import { meantReference } from '../text/reference-slips.ts';
import { positionAt } from '../text/source.ts';
import { keySpan, type Path, type Tree } from '../text/tree.ts';
import { translatedEndpoints } from '../translation-settings.ts';
import { placeHint } from './field-places.ts';
import { fileShape, includedFileShape, type Shape } from './generated/shape.generated.js';
import type { ShapeError } from './generated/validator.generated.js';
import { listHint, mapHint, textHint } from './map-hints.ts';
import { missingHint } from './missing-hints.ts';
import { nearBudget, nearDuration, nearRate, nearSize } from './near-units.ts';
import { rateHint } from './price-words.ts';
import { queryHint } from './query-words.ts';
import { pathOf, shapeAt, valueAt } from './shape-path.ts';

/** Without that a condition leads to an error, which follows, the branches of a choice and the insides of an error about a name: the choice and the name follow. */
export function ownErrors(errors: readonly ShapeError[]): readonly ShapeError[] {
  return errors.filter(
    ({ keyword, schemaPath, propertyName }) =>
      keyword !== 'if' && propertyName === undefined && !/\/(oneOf|anyOf)\/\d+\//.test(schemaPath),
  );
}

/** Those worth telling: not that a field is missing which stands there misspelled, nor what a wrong type brings with it. */
export function essentialErrors(errors: readonly ShapeError[]): readonly ShapeError[] {
  const placesOf = (keyword: string) =>
    new Set(errors.filter((error) => error.keyword === keyword).map((error) => error.instancePath));
  const choices = placesOf('anyOf');
  const mistyped = placesOf('type');
  const unknown = new Map<string, string[]>();
  for (const { keyword, instancePath, params } of errors) {
    if (keyword !== 'additionalProperties') continue;
    const names = unknown.get(instancePath) ?? [];
    unknown.set(instancePath, [...names, String(params['additionalProperty'])]);
  }
  return errors.filter(({ keyword, instancePath, params }) => {
    const misspelled = unknown.get(instancePath) ?? [];
    if ((keyword === 'oneOf' || keyword === 'not') && mistyped.has(instancePath)) return false;
    if (keyword === 'oneOf' && misspelled.length > 0 && params['passingSchemas'] === null) return false;
    if (keyword === 'required')
      return !misspelled.some((name) => nearest(name, [String(params['missingProperty'])]));
    return keyword === 'anyOf' || !choices.has(instancePath);
  });
}

/** Says what the schema's validator found as an operator would. */
export function wordShapeError(error: ShapeError, tree: Tree, shape: Shape, report: Report): void {
  const path = pathOf(error.instancePath, tree.root.value);
  const value = valueAt(tree.root.value, path);
  const { params } = error;
  const definition = shapeAt(shape, path)?.definition;
  // A reference in the form of another program is told as one, where references are read.
  if (typeof value === 'string' && isOfForm(error.keyword) && meantReference(value) !== undefined) return;
  const wrong = (message: string, hint?: string) =>
    report.atValue(tree, path, 'wrong_value', message, { hint });
  switch (error.keyword) {
    case 'additionalProperties':
      unknownField(tree, [...path, String(params['additionalProperty'])], shape, report);
      break;
    case 'dependentRequired': {
      const present = String(params['property']);
      const message = `"${present}" needs "${String(params['missingProperty'])}" beside it`;
      report.atKey(tree, [...path, present], 'missing_field', message, {
        hint: missingHint(path, String(params['missingProperty']), tree.root.value),
      });
      break;
    }
    case 'required': {
      const missing = String(params['missingProperty']);
      report.atKey(tree, path, 'missing_field', `the field "${missing}" is missing`, {
        hint: missingHint(path, missing, tree.root.value),
      });
      break;
    }
    case 'type':
      wrongType(tree, path, value, params['type'], shapeAt(shape, path), report);
      break;
    case 'propertyNames': {
      const name = String(params['propertyName']);
      // One of some that are listed, or of those that a file adds.
      if (shapeAt(shape, path)?.fields !== undefined) unknownField(tree, [...path, name], shape, report);
      else report.atKey(tree, [...path, name], 'bad_name', nameRule(shapeAt(shape, path)?.names, name));
      break;
    }
    case 'oneOf':
      report.atKey(tree, path, 'exactly_one', choice(shapeAt(shape, path), value), {
        hint: choiceHint(definition, value),
      });
      break;
    case 'not':
      report.atKey(tree, path, 'exactly_one', 'takes at most one of: hash, secret; it has both');
      break;
    case 'anyOf':
      anyOf(tree, path, value, shapeAt(shape, path), report);
      break;
    case 'enum':
      notAmong(tree, path, value, params['allowedValues'] as readonly unknown[], report);
      break;
    case 'const':
      wrong(`must be ${JSON.stringify(params['allowedValue'])}`, constantHint(params['allowedValue'], value));
      break;
    case 'pattern':
      malformed(tree, path, String(value), definition ?? String(path.at(-1)), report);
      break;
    case 'minimum':
      wrong(`must be at least ${String(params['limit'])}`);
      break;
    case 'maximum':
      wrong(`must be at most ${String(params['limit'])}`);
      break;
    case 'minLength':
      wrong('must not be empty');
      break;
    case 'maxLength':
      wrong(`must not be longer than ${String(params['limit'])} characters`);
      break;
    case 'minItems':
    case 'minProperties':
      wrong('must not be empty', emptyHints[String(path.at(-1))]);
      break;
    case 'maxItems':
      wrong(`must not have more than ${String(params['limit'])} entries`);
      break;
    case 'uniqueItems': {
      const [first, second] = [Number(params['i']), Number(params['j'])].sort((a, b) => a - b);
      const { line } = positionAt(tree.source, keySpan(tree, [...path, first ?? 0]).start);
      const message = `occurs twice in this list, first in line ${line}`;
      report.atValue(tree, [...path, second ?? 0], 'duplicate_entry', message, { hint: 'take it out here' });
      break;
    }
    default:
      wrong('does not fit the schema');
      break;
  }
}

function constantHint(allowed: unknown, value: unknown): string | undefined {
  if (allowed !== true) return undefined;
  return value === false ? 'leave it out instead of `false`' : 'write true, or leave it out';
}

/** True for a keyword about the spelling of a text. */
function isOfForm(keyword: string): boolean {
  return keyword === 'pattern' || keyword === 'enum' || keyword === 'anyOf';
}

const emptyHints: Readonly<Record<string, string>> = {
  backends: 'at least one backend is needed',
  models: 'at least one model is needed',
  endpoints: `name at least one of ${deployedEndpoints.join(', ')}`,
};

function unknownField(tree: Tree, path: Path, shape: Shape, report: Report): void {
  const field = String(path.at(-1));
  const fields = Object.keys(shapeAt(shape, path.slice(0, -1))?.fields ?? {});
  if (shape === includedFileShape && path.length === 1 && fileShape.fields?.[field] !== undefined) {
    report.atKey(tree, path, 'unknown_field', `"${field}" is not allowed in an included file`, {
      hint: `write it in the file with \`include\`; an included one has:  ${fields.join(', ')}`,
    });
    return;
  }
  if (path[0] === 'mcp' && path.length === 4 && ofPrograms.includes(field)) {
    report.atKey(tree, path, 'unknown_field', `there is no field "${field}" here`, {
      hint: 'a server that is a program needs a bridge to HTTP: give the `url` of the bridge',
    });
    return;
  }
  const guess = didYouMean(field, fields);
  const here =
    fields.length === 0 ? 'take it out: no field is allowed here' : `possible here: ${fields.join(', ')}`;
  const elsewhere = placeHint(fileShape, path);
  const hint = guess === '' ? (elsewhere === undefined ? here : `${elsewhere}; ${here}`) : undefined;
  report.atKey(tree, path, 'unknown_field', `there is no field "${field}" here${guess}`, { hint });
}

/** Fields with which other programs start servers of tools. */
const ofPrograms: readonly string[] = ['command', 'args'];

const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'a map of fields',
  array: 'a list',
};

function wrongType(
  tree: Tree,
  path: Path,
  value: unknown,
  expected: unknown,
  shape: Shape | undefined,
  report: Report,
): void {
  const definition = shape?.definition;
  const types = (Array.isArray(expected) ? expected : [expected]) as string[];
  const wanted = types.map((type) => typeNames[type] ?? type).join(' or ');
  let hint: string | undefined;
  if (isOfEndpoint(definition) && (value === null || isYesOrNo(value)))
    hint = servedHint(String(path.at(-1)), value);
  else if (value === null) hint = 'give it a value or remove the line';
  else if (typeof value === 'number' && definition === 'duration')
    hint = `write a unit, such as "${value === 0 ? 30 : value}s"`;
  else if (typeof value === 'number' && definition === 'size')
    hint = `write a unit, such as "${value}B" or "32MiB"`;
  else if (typeof value === 'number' && definition === 'address')
    hint = `write host and port, such as "0.0.0.0:${value}"`;
  else if (typeof value === 'number' && (definition === 'rate' || definition === 'rates'))
    hint = `write a rate, such as ${value}/min`;
  else if (typeof value === 'number' && definition === 'budget')
    hint = `write a budget, such as "${value} USD/month"`;
  else if (types[0] === 'string' && (typeof value === 'number' || typeof value === 'boolean'))
    hint = definition === 'secret' ? 'put it in quotes' : `put it in quotes: "${String(value)}"`;
  else if (typeof value === 'string' && path.slice(0, -1).includes('price'))
    hint = rateHint(String(path.at(-1)), value);
  else if (types[0] === 'object' && typeof value === 'string') hint = mapHint(value, shape);
  else if (isOfEndpoint(definition) && isTarget(value)) hint = `write { via: ${String(value)} }`;
  else if (isMap(value) && 'via' in value) hint = viaHint;
  else if (types[0] === 'object' && Array.isArray(value)) hint = listHint(value, shape);
  else if (types[0] === 'array' && kindOf(value) === 'a map')
    hint = 'begin its first field with a dash: `- `';
  else if (typeof value === 'string' && (value.includes('${') || meantReference(value) !== undefined))
    hint = 'a reference gives text; write the value itself';
  else if (types[0] === 'boolean' && typeof value === 'string') hint = booleanHint(value);
  else if (types[0] === 'array' && typeof value === 'string') hint = textHint(value, path);
  else if (types[0] === 'integer' && typeof value === 'string' && /^\d[\d_]*$/.test(value))
    hint = `write ${value.replaceAll('_', '')} without quotes`;
  const got = types[0] === 'integer' && typeof value === 'number' ? 'a fraction' : kindOf(value);
  report.atValue(tree, path, 'wrong_type', `must be ${wanted}, not ${got}`, { hint });
}

const viaHint = `\`via\` works only under ${translatedEndpoints.join(', ')}`;

function isTarget(value: unknown): boolean {
  return (targetDialects as readonly unknown[]).includes(value);
}

function isMap(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isYesOrNo(value: unknown): boolean {
  return typeof value === 'boolean' || (typeof value === 'string' && /^(?:yes|on|y|no|off|n)$/i.test(value));
}

/** A list says what an endpoint is served with; that it is there says that it is served. */
function servedHint(name: string, value: unknown): string {
  if (value === null) return `write \`${name}: []\`, or remove the line`;
  return value === false || /^(?:no|off|n)$/i.test(String(value))
    ? 'take it out: an unlisted endpoint is not served'
    : 'write []; list there the capabilities that the deployment guarantees';
}

function booleanHint(value: string): string {
  if (/^(yes|on|y)$/i.test(value)) return 'write true';
  return /^(no|off|n)$/i.test(value) ? 'write false' : 'write true or false';
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'empty';
  if (Array.isArray(value)) return 'a list';
  switch (typeof value) {
    case 'string':
      return 'text';
    case 'number':
      return 'a number';
    case 'boolean':
      return `the word ${String(value)}`;
    default:
      return 'a map';
  }
}

const nameRules: Readonly<Record<string, string>> = {
  name: 'letters, digits and . _ - / : @ +, at most 256 of them',
  claim_name: 'visible ASCII characters and single spaces between them, at most 256 of them',
  model_name:
    'visible ASCII characters and single spaces between them, * only at the end, at most 256 of them',
  plain_name: 'letters, digits and . _ - : @ + without /, at most 256 of them',
  mcp_server_name: 'lower-case letters, digits and -, and begin with a letter; at most 24 of them',
  query_name: 'visible ASCII characters, at most 256 of them',
  parameter_name: 'letters, digits and . _ -, at most 128 of them',
  endpoint: 'lower-case letters, digits and _, and begin with a letter; at most 64 of them',
  header_name: "letters, digits and ! # $ % & ' * + - . ^ _ ` | ~",
};

function nameRule(rule: string | undefined, name: string): string {
  return `the name ${JSON.stringify(name)} is not allowed: names have ${nameRules[rule ?? 'name']}`;
}

/** The one sentence that helps where the validator lists how every branch failed. */
function choice(shape: Shape | undefined, value: unknown): string {
  const alternatives = shape?.alternatives ?? [];
  const needs = `needs exactly one of: ${alternatives.map((fields) => fields.join(' with ')).join(', ')}`;
  // The `prefix` of `auth` goes with some alternatives and makes none.
  const present = [...alternatives.flat(), 'prefix'].filter(
    (field) => typeof value === 'object' && value !== null && field in value,
  );
  if (present.length === 0) return `${needs}; it has none of them`;
  return `${needs}; it has ${present.join(' and ')}${present.length === 1 ? ' alone' : ''}`;
}

/** Amazon's signature stands in headers of its own. */
function choiceHint(definition: string | undefined, value: unknown): string | undefined {
  if (definition !== 'auth' || typeof value !== 'object' || value === null || !('aws' in value))
    return undefined;
  const idle = ['header', 'prefix'].filter((field) => field in value);
  const isAll = Object.keys(value).length === idle.length + 1;
  return isAll ? `take ${idle.join(' and ')} out: Amazon's signature has headers of its own` : undefined;
}

function anyOf(tree: Tree, path: Path, value: unknown, own: Shape | undefined, report: Report): void {
  if (path[0] === 'tests' && own?.kind === 'object') {
    report.atKey(tree, [...path, 'request'], 'missing_field', 'needs "model" or "models"', {
      hint: 'or give the test the whole request as `body`',
    });
  } else if (own?.numbers !== undefined)
    wordOrNumber(tree, path, value, own.words ?? [], own.numbers, report);
  else notAmong(tree, path, value, own?.words ?? [], report);
}

/** A field such as `workers`: a word or a whole number within bounds. */
function wordOrNumber(
  tree: Tree,
  path: Path,
  value: unknown,
  words: readonly string[],
  [least, most]: readonly [number, number],
  report: Report,
): void {
  const isText = typeof value === 'string';
  const guess = isText ? nearest(value, words) : undefined;
  const message = `must be ${words.join(' or ')}, or a whole number from ${least} to ${most}`;
  let hint: string | undefined;
  if (value === null) hint = 'give it a value or remove the line';
  else if (isText && value.includes('${')) hint = 'a reference gives text; write the value itself';
  else if (isText && /^\d+$/.test(value)) hint = `write ${Number(value)} without quotes`;
  else if (typeof value === 'number') hint = `write ${Math.min(most, Math.max(least, Math.round(value)))}`;
  const name = isText || typeof value === 'number' ? 'wrong_value' : 'wrong_type';
  report.atValue(tree, path, name, guess === undefined ? message : `${message} (did you mean "${guess}"?)`, {
    hint,
  });
}

function notAmong(tree: Tree, path: Path, value: unknown, allowed: readonly unknown[], report: Report): void {
  const words = allowed.map(String);
  const list = words.join(', ');
  if (typeof value !== 'string') {
    report.atValue(tree, path, 'wrong_type', `must be one of: ${list}`);
    return;
  }
  const guess = nearest(value, words);
  const message = `must be one of: ${list}${guess === undefined ? '' : ` (did you mean "${guess}"?)`}`;
  const hint = value.startsWith('/v1/') ? 'endpoints go by their names here, not by their paths' : undefined;
  report.atValue(tree, path, 'wrong_value', message, { hint });
}

function isOfEndpoint(definition: string | undefined): boolean {
  return definition === 'served_endpoint' || definition === 'socket_endpoint';
}

const hashHint = '`gateway key hash` makes it from a key on standard input';

const pathRule = 'must be a path from the root of the host, such as /v1/chat/completions, without ? and #';

const pointerRule = 'must be a JSON pointer such as /usage/prompt_tokens, without ~';

const patternRules: Readonly<Record<string, string>> = {
  duration: 'must be a duration: a whole number and ms, s, m, h or d, such as 250ms, 5m or 90d',
  size: 'must be a size: a whole number and B, KiB, MiB or GiB, such as 32MiB',
  origin: 'must be the origin of a site in lower case, such as https://app.example.com, without a path',
  address: 'must be host:port, such as 127.0.0.1:8443 or [::1]:8443',
  time: 'must be a date such as 2027-01-01, or a date and time with its zone such as 2027-01-01T00:00:00Z',
  created: 'must be a date such as 2024-07-18, or Unix seconds',
  remember: 'must be a duration such as 10m or 1h, or 0 for not at all',
  path: pathRule,
  endpoint_path: pathRule,
  answer_places: pointerRule,
  json_pointer: pointerRule,
  wire: 'must be one of: standard, vertex, bedrock',
  anthropic_version: 'must be up to 64 letters, digits and . _ -',
  project: 'must be the id of a project: lower-case letters, digits and - . :',
  location: 'must be a location such as global, eu or europe-west4',
  hash: 'must be sha256: and 64 hexadecimal digits',
  header_name: 'must be the name of a header',
  variable_name: 'must be the name of an environment variable: letters, digits and _',
  header_glob: 'must be the name of a header, or how names begin with * at its end',
  dropped_path:
    'must be the name of a field, or names with dots between them and [] behind lists, such as messages[].content[].citations',
  content_prefix:
    'must be folders of letters, digits and . _ -, each with a slash behind it, such as gateway/eu/',
  content_path:
    'must be the name of a field, or names with dots between them and [] behind lists, such as messages[].content',
  body_path: 'must be the name of a field, or names with dots between them',
  capability_name: 'must be lower-case letters, digits, _ and -',
  plain_name: 'must be letters, digits and . _ - : @ +',
  tool_pattern: 'must be SERVER/TOOL, SERVER/prompt:NAME or SERVER/resource:URI',
  server_name: 'must be a host name',
  rate: 'must be a rate: a whole number per s, min, h or day, such as 600/min',
  rates: 'must be a rate: a whole number per s, min, h or day, such as 600/min',
  catalogue_entry: 'must be VENDOR/ID, such as openai/gpt-5',
  end_user_source: 'must be `header NAME`, `body user`, `body metadata.user_id` or `body safety_identifier`',
  budget:
    'must be a budget: US dollars per day, week or month, or in all, such as 100 USD/month or 20 USD/total',
  prefix: 'must be up to 64 letters, digits and . _ / : @ + -',
};

/** The probable meaning, by the form of the field. */
const near: Readonly<Record<string, (text: string) => string | undefined>> = {
  rate: nearRate,
  rates: nearRate,
  budget: nearBudget,
  duration: nearDuration,
  size: nearSize,
  wire: (text) => nearest(text.toLowerCase(), ['standard', 'vertex', 'bedrock']),
};

function malformed(tree: Tree, path: Path, value: string, rule: string, report: Report): void {
  const message = patternRules[rule] ?? 'is malformed';
  const meant = near[rule]?.(value);
  if (meant === undefined)
    report.atValue(tree, path, 'wrong_value', message, { hint: patternHint(rule, value) });
  else {
    const hint = `write ${meant}`;
    report.atValue(tree, path, 'wrong_value', `${message} (did you mean "${meant}"?)`, { hint });
  }
}

function patternHint(rule: string, value: string): string | undefined {
  switch (rule) {
    case 'address':
      if (/^:\d+$/.test(value)) return `write 0.0.0.0${value} for all addresses`;
      if (/^[0-9a-f:]*:[0-9a-f:]*:\d+$/i.test(value)) return 'write an IPv6 address in brackets';
      return /:/.test(value) ? undefined : 'the port is missing';
    case 'tool_pattern':
      return '`*` in them matches any characters, and `*` alone matches everything';
    case 'hash':
      return hashHint;
    case 'path':
    case 'endpoint_path':
      if (value.startsWith('http')) return 'the host belongs into `url`';
      return value.includes('?') ? queryHint(value) : undefined;
    default:
      return undefined;
  }
}
