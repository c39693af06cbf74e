/** Bodies that are forms: what the gateway reads of them, the rules that are enforced, and what is sent on. */
import { isUtf8 } from 'node:buffer';
import { GatewayError } from '../../../errors.ts';
import type { JsonObject } from '../../../lib/json.ts';
import { countedFields } from '../../endpoints/counted-fields.ts';
import type { FormBodyRules } from '../../endpoints/endpoint.ts';
import type { ServedEndpoint } from '../../endpoints/index.ts';
import { type RequestUnits, requestUnits } from '../billable-units.ts';
import { maxModelLength } from '../body-limits.ts';
import { askedAnswer, type BodySummary } from '../body-summary.ts';
import { inferredCapabilities } from '../inferred-capabilities.ts';
import type { BodyChanges, EncodedBody } from '../rewrite-body.ts';
import { checkTags } from '../wanted-tags.ts';
import { type Part, scanForm } from './scan-form.ts';

/** Parts that decide where a request goes, or what is counted for it, in the one spelling that they may have. */
const usual = {
  guarded: ['model', 'models', 'tags', 'tags[]', 'stream', 'n'],
  single: ['model', 'stream', 'n'],
};

/** The parts of a form that belong to the gateway. */
interface FormNames {
  /** The part that names the model; undefined where it stands elsewhere. */
  readonly model: string | undefined;
  readonly hasTags: boolean;
  readonly guarded: ReadonlySet<string>;
  /** The same, by their names in lower case. */
  readonly folded: ReadonlyMap<string, string>;
  /** Of these there is one at most. */
  readonly single: ReadonlySet<string>;
}

/**
 * Of an endpoint that a configuration declares it is the part with the model, and what asks for events; of each, what is
 * counted.
 */
function namesOf({ model: place, answer, estimate }: ServedEndpoint): FormNames {
  const counted = countedFields(estimate).filter((name) => !isList(name, estimate));
  if (place === undefined) return formNames('model', true, [...usual.guarded, ...counted], usual.single);
  const model = place.in === 'form' ? place.field : undefined;
  const own = [...(model === undefined ? [] : [model]), ...(answer.includes('events') ? ['stream'] : [])];
  return formNames(model, false, [...own, ...counted], own);
}

/** Its items are counted, and stand in a form as parts of one name. */
function isList(name: string, { units = {} }: ServedEndpoint['estimate']): boolean {
  return [...Object.values(units), ...Object.values(units.named ?? {})].some(
    (count) => typeof count === 'object' && 'from' in count && count.from === 'items' && count.field === name,
  );
}

function formNames(
  model: string | undefined,
  hasTags: boolean,
  guarded: readonly string[],
  single: readonly string[],
): FormNames {
  const folded = new Map(guarded.map((name) => [name.toLowerCase(), name]));
  return { model, hasTags, guarded: new Set(guarded), folded, single: new Set(single) };
}

/** Of a part whose value is looked at; what is longer is no name, and no number. */
const maxTextBytes = 4096;
const textTypes = /^[\t ]*text\/plain[\t ]*(?:;[\t ]*charset[\t ]*=[\t ]*"?(?:utf-?8|us-ascii)"?[\t ]*)?$/i;

/** A form that has been read and found to keep the rules of its endpoint. It stays the bytes that came. */
export class FormBody {
  readonly kind = 'multipart';
  readonly summary: BodySummary;
  /** As they came. They are never written to, so that slices of them can be kept for as long as anybody likes. */
  readonly bytes: Buffer;
  readonly parts: readonly Part[];
  /** The short texts of the form, by the names of their parts. */
  readonly skeleton: JsonObject;
  readonly #boundary: string;
  readonly #names: FormNames;

  constructor(bytes: Buffer, boundary: string, parts: readonly Part[], found: Found) {
    this.bytes = bytes;
    this.parts = parts;
    this.summary = found.summary;
    this.skeleton = found.skeleton;
    this.#boundary = boundary;
    this.#names = found.names;
  }

  /** The capabilities that it makes use of. */
  needs(): readonly string[] {
    return inferredCapabilities(this.skeleton, this.summary.endpoint);
  }

  /**
   * The form for a backend: all of its bytes except for the gateway's own parts, and with the backend's name of the
   * model.
   */
  encode({ model }: BodyChanges): EncodedBody {
    const { bytes, parts, summary } = this;
    const { model: field, hasTags } = this.#names;
    const chunks: Buffer[] = [];
    let at = 0;
    const upTo = (to: number) => {
      if (to > at) chunks.push(bytes.subarray(at, to));
      at = to;
    };
    if (model !== undefined && field !== undefined && !parts.some(({ name }) => name === field)) {
      upTo(parts[0]?.at ?? 0);
      chunks.push(this.#partOf(field, model));
    }
    for (const part of parts) {
      if (hasTags && isTags(part)) {
        upTo(part.at);
        at = part.end;
      } else if (part.name === field && model !== undefined && model !== summary.model) {
        upTo(part.from);
        chunks.push(Buffer.from(model));
        at = part.to;
      }
    }
    upTo(bytes.length);
    return { chunks, length: chunks.reduce((sum, chunk) => sum + chunk.length, 0) };
  }

  /** Names the model where the client did not. */
  #partOf(field: string, model: string): Buffer {
    return Buffer.from(
      `--${this.#boundary}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${model}\r\n`,
    );
  }
}

interface Found {
  readonly summary: BodySummary;
  readonly skeleton: JsonObject;
  readonly names: FormNames;
}

/**
 * Reads a form and holds it to the rules of its endpoint, in steps that each take little time.
 *
 * @param defaultModel The model of a form that names none.
 * @throws GatewayError `invalid_form` where it is none, `invalid_value` (with `param`) for what stands in it
 */
export function* readFormBody(
  bytes: Buffer,
  boundary: string,
  endpoint: ServedEndpoint,
  rules: FormBodyRules,
  defaultModel?: string,
): Generator<void, FormBody> {
  const parts = yield* scanForm(bytes, boundary);
  const names = namesOf(endpoint);
  for (const part of parts) requirePlain(part, parts, names);
  for (const [name, { must, repeats = false }] of Object.entries(rules.fields)) {
    const count = parts.filter((part) => part.name === name || (repeats && part.name === `${name}[]`)).length;
    if (count === 0 && rules.required.includes(name)) {
      throw invalid(name, `\`${name}\` is missing; send a part of this name that is ${must}.`);
    }
    if (count > 1 && !repeats) throw invalid(name, `\`${name}\` occurs twice in the form; send it once.`);
  }
  return new FormBody(bytes, boundary, parts, found(bytes, parts, endpoint, { names, defaultModel }));
}

/** Parts that route a request have to be written in one way only, so that nobody reads them differently. */
function requirePlain(
  part: Part,
  parts: readonly Part[],
  { guarded, folded: byFolded, single }: FormNames,
): void {
  const { name } = part;
  const folded = name.replace(/\\/g, '').replace(/\[.*/s, '').trim().toLowerCase();
  const field = byFolded.get(folded) ?? name;
  if (!guarded.has(field)) return;
  if (field === 'models') {
    throw invalid('models', '`models` can not be sent in a form; name one model in the part `model`.');
  }
  if (!guarded.has(name)) {
    throw invalid(
      field,
      `A part of the form is \`${field}\` but for its spelling; name it \`${field}\`, or leave it out.`,
    );
  }
  if (part.isFile) throw invalid(field, `\`${field}\` must be a text, in a part without a filename.`);
  if (part.isEncoded || !(part.contentType === undefined || textTypes.test(part.contentType))) {
    throw invalid(field, `\`${field}\` must be plain text in UTF-8, in a part without an encoding.`);
  }
  if (single.has(field) && parts.some((other) => other !== part && other.name === name)) {
    throw invalid(field, `\`${field}\` occurs twice in the form; send it once.`);
  }
}

function found(
  bytes: Buffer,
  parts: readonly Part[],
  endpoint: ServedEndpoint,
  { names, defaultModel }: { readonly names: FormNames; readonly defaultModel: string | undefined },
): Found {
  const skeleton: Record<string, unknown> = Object.create(null);
  let textBytes = 0;
  for (const { name, isFile, from, to } of parts) {
    if (isFile) continue;
    textBytes += to - from;
    if (to - from <= maxTextBytes) skeleton[name] ??= bytes.toString('utf8', from, to);
  }
  const model = modelIn(bytes, parts, names.model) ?? defaultModel;
  if (model === undefined && endpoint.model?.in !== 'none') {
    const field = names.model ?? 'model';
    throw invalid(field, `\`${field}\` is missing; name the model to use in a part of the form.`);
  }
  const { copies, times } = endpoint.estimate;
  skeleton['stream'] = streamIn(skeleton, endpoint);
  const answer = askedAnswer(endpoint, (field) => skeleton[field]);
  const answers = productOf(skeleton, copies);
  const summary: BodySummary = {
    endpoint,
    model,
    models: [],
    tags: names.hasTags ? tagsIn(bytes, parts) : undefined,
    answer,
    stream: answer === 'events',
    isOneAnswer: answers === 1,
    maxTokens: undefined,
    answers,
    copies: answers * productOf(skeleton, times),
    includeUsage: undefined,
    cacheKey: undefined,
    bytes: bytes.length,
    // Only endpoints know what a file counts as.
    blocks: 0,
    blockBytes: bytes.length - textBytes,
    units: unitsIn(skeleton, parts, endpoint),
  };
  return { summary, skeleton, names };
}

/** The units that it asks for beside tokens. */
function unitsIn(
  skeleton: JsonObject,
  parts: readonly Part[],
  { estimate: { units } }: ServedEndpoint,
): RequestUnits | undefined {
  if (units === undefined) return undefined;
  return requestUnits(units, {
    field: (name) => numberOr(skeleton[name]),
    partBytes: (name) =>
      parts.reduce((sum, part) => (part.name === name ? sum + part.to - part.from : sum), 0),
  });
}

/** Forms have texts alone. */
function numberOr(value: unknown): unknown {
  return typeof value === 'string' && /^\d{1,6}$/.test(value) ? Number(value) : value;
}

/** Undefined where there is none. */
function modelIn(bytes: Buffer, parts: readonly Part[], field: string | undefined): string | undefined {
  const part = field === undefined ? undefined : parts.find(({ name }) => name === field);
  if (part === undefined) return undefined;
  const text = textOf(bytes, part);
  if (text === undefined || text === '' || [...text].length > maxModelLength) {
    throw invalid(
      part.name,
      `\`${part.name}\` must be a text of 1 to ${maxModelLength} characters in UTF-8.`,
    );
  }
  return text;
}

/** Each part has one tag, or several with commas between them. */
function tagsIn(bytes: Buffer, parts: readonly Part[]): readonly string[] | undefined {
  let tags: Set<string> | undefined;
  for (const part of parts) {
    if (!isTags(part)) continue;
    const text = textOf(bytes, part);
    if (text === undefined) throw invalid('tags', '`tags` must be texts of tags, with commas between them.');
    tags ??= new Set();
    for (const item of text.split(',')) if (item.trim() !== '') tags.add(item.trim());
  }
  if (tags === undefined) return undefined;
  checkTags([...tags], '`tags`');
  return [...tags];
}

function streamIn({ stream }: JsonObject, { answer }: ServedEndpoint): boolean | undefined {
  if (stream === undefined || !answer.includes('events')) return undefined;
  if (stream !== 'true' && stream !== 'false') throw invalid('stream', '`stream` must be `true` or `false`.');
  return stream === 'true';
}

/** Of the numbers in some fields, each 1 where it is not there. */
function productOf(skeleton: JsonObject, names: readonly string[] = []): number {
  let product = 1;
  for (const name of names) {
    const value = skeleton[name];
    if (value === undefined) continue;
    if (typeof value !== 'string' || !/^\d{1,6}$/.test(value)) {
      throw invalid(name, `\`${name}\` must be a number in digits.`);
    }
    product *= Math.max(1, Number(value));
  }
  return product;
}

function textOf(bytes: Buffer, { from, to }: Part): string | undefined {
  if (to - from > maxTextBytes) return undefined;
  const text = bytes.subarray(from, to);
  return isUtf8(text) ? text.toString() : undefined;
}

function isTags({ name }: Part): boolean {
  return name === 'tags' || name === 'tags[]';
}

function invalid(param: string, message: string): GatewayError {
  return new GatewayError('invalid_value', message, { param });
}
