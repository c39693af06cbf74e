/** The parts of `schemas/gateway.schema.json` that follow from the lists of endpoints, of strategies, of units and of its own fields. */
import { execFileSync } from 'node:child_process';
import { isDeepStrictEqual } from 'node:util';
import { parseDocument, type Range } from 'yaml';
import { grants } from '../src/api/endpoints/grants.ts';
import {
  deployedEndpoints,
  endpointNames,
  endpoints,
  grantedByDefault,
  type ServedEndpoint,
} from '../src/api/endpoints/index.ts';
import { targetDialects, vendorDialectPaths } from '../src/config/target-dialects/index.ts';
import { translatedEndpoints } from '../src/config/translation-settings.ts';
import { countedUnits, type PricedUnit, unitPrices } from '../src/observe/units/index.ts';
import { mostOfOneRequest } from '../src/observe/usage.ts';
import { strategies } from '../src/routing/balance/index.ts';

interface Part {
  readonly path: readonly string[];
  /** Or what makes it of what stands there, and of what stands around it. */
  readonly value: unknown | ((before: Properties, around: Properties) => unknown);
  /** Written with as few lines as it fits into. */
  readonly isCompact?: boolean;
}

type Properties = Readonly<Record<string, unknown>>;

const defs = (definition: string, ...path: string[]) => ['$defs', definition, ...path];

const parts: readonly Part[] = [
  { path: defs('endpoint', 'anyOf', '0', 'enum'), value: endpointNames },
  {
    // An endpoint without a model in its requests needs none in a test.
    path: [
      ...defs('routing_test', 'else', 'anyOf', '1', 'properties', 'request', 'anyOf', '2'),
      ...['properties', 'endpoint', 'enum'],
    ],
    value: endpointNames.filter((name) => endpoints[name].answeredBy === 'backends'),
  },
  {
    // A declared endpoint's need for a model is checked once it is known.
    path: [
      ...defs('routing_test', 'else', 'anyOf', '1', 'properties', 'request', 'anyOf', '3'),
      ...['properties', 'endpoint', 'not', 'enum'],
    ],
    value: endpointNames,
  },
  { path: defs('grant', 'anyOf', '0', 'enum'), value: grants },
  {
    path: defs('backend', 'properties', 'paths', 'properties'),
    value: {
      ...byName(({ name, path }) => ({
        $ref: '#/$defs/endpoint_path',
        description: `Path of ${name}. Default: the path of \`url\` and \`${path}\`.`,
        examples: [`/openai${path}`],
      })),
      ...Object.fromEntries(vendorPaths()),
    },
  },
  {
    path: defs('deployment', 'properties', 'endpoints', 'properties'),
    value: deployed(({ name, answer, socket, capabilities = {} }) => ({
      ...(isTranslated(name)
        ? { $ref: `#/$defs/${socket === 'turns' ? 'socket' : 'served'}_endpoint` }
        : { type: 'array', items: { $ref: '#/$defs/capability' } }),
      description: `Its guarantees on ${name}${alsoKnown(Object.keys(capabilities))}; \`[]\` serves it with \`capabilities\` alone${
        isTranslated(name) ? ', and `{ via: DIALECT }` through another dialect' : ''
      }${socket !== 'turns' ? '' : '; `{ relay: websocket }` has turns of sockets go over a socket'}. No default: it is not served.`,
      examples: [
        ...(answer.includes('events') ? [['streaming'], []] : [[]]),
        ...(isTranslated(name) ? [{ via: name === 'messages' ? 'chat_completions' : 'messages' }] : []),
        ...(socket !== 'turns' ? [] : [{ capabilities: ['streaming'], relay: 'websocket' }]),
      ],
    })),
  },
  { path: defs('key', 'properties', 'endpoints', 'default'), value: grantedByDefault },
  { path: defs('served_endpoint', 'properties', 'via', 'enum'), value: targetDialects },
  { path: defs('socket_endpoint', 'properties', 'via', 'enum'), value: targetDialects },
  {
    path: defs('routing_test', 'properties', 'expect', 'properties', 'via', 'enum'),
    value: ['native', ...targetDialects],
  },
  { path: defs('auth', 'oneOf'), value: formsOf, isCompact: true },
  { path: defs('model', 'properties', 'balance', 'enum'), value: Object.keys(strategies) },
  {
    path: defs('model', 'properties', 'balance', 'description'),
    value: `The order of deployments of equal priority. ${Object.entries(strategies)
      .map(([name, { about }]) => `\`${name}\`: ${about}.`)
      .join(' ')}`,
  },
  {
    path: defs('price', 'properties'),
    value: withUnitPrices(
      ({ of, unit }) =>
        `USD for ${of}${unit.isPricedByKind ? ': a number, or a map by `QUALITY/SIZE` with a `default`' : ''}. No default: they have no price.`,
    ),
  },
  {
    path: defs('price_tier', 'properties'),
    value: withUnitPrices(
      ({ field }) => `As \`${field}\` below it, for such requests. Default: as below it.`,
    ),
  },
  {
    path: defs('routing_test', 'properties', 'usage', 'properties'),
    value: (before: Properties) => {
      const { image_kind, ...others } = withoutUnits(before);
      return inserted(others, 'units', {
        ...Object.fromEntries(
          countedUnits.map(({ name, title, hasFractions, example }) => [
            name,
            {
              type: hasFractions ? 'number' : 'integer',
              minimum: 0,
              maximum: mostOfOneRequest,
              description: `${title}. No default: none.`,
              examples: [example],
            },
          ]),
        ),
        image_kind,
      });
    },
  },
  {
    path: defs('endpoint_settings', 'properties', 'usage', 'description'),
    value: `The place of usage in answers of your own endpoint, as JSON pointers: \`input\`, \`output\`, \`cached_input\`, \`audio_input\`, \`image_input\`, \`audio_output\` and \`image_output\` in tokens, ${listText(
      countedUnits.map(({ name }) => `\`${name}\``),
    )}; any other name is a unit of \`per_unit\`. A list counts by its length. No default: an answer counts as one request only.`,
  },
];

/** The form of `auth` that is made of two fields. */
const headerForm = ['header', 'value'];
/** The fields beside a form whose token goes into a header. */
const besideTokens = ['header', 'prefix'];
/** Forms that say by themselves where they stand. */
const placedForms = ['bearer', 'aws'];

/** One alternative for each form of `auth`: what it needs, and that nothing of the others stands beside it. */
function formsOf(_before: Properties, { properties }: Properties): readonly object[] {
  const fields = Object.keys(properties as Properties);
  const forms = fields.filter((field) => field !== 'value' && field !== 'prefix');
  return forms.map((form) => {
    const required = form === 'header' ? headerForm : [form];
    const isToken = form !== 'header' && !placedForms.includes(form);
    const allowed = [...required, ...(isToken ? besideTokens : [])];
    const others = fields.filter((field) => !allowed.includes(field));
    return { required, not: { anyOf: others.map((field) => ({ required: [field] })) } };
  });
}

/** The values of a price, one by one or by kind. */
const usd = { type: 'number', minimum: 0, maximum: 1_000_000 } as const;
const usdByKind = {
  type: 'object',
  required: ['default'],
  propertyNames: { pattern: '^(?:default|[^/]+/[^/]+)$' },
  properties: { default: usd },
  additionalProperties: usd,
} as const;

/** The fields of a price with those of the units, in front of what comes on top of them. */
function withUnitPrices(description: (price: PricedUnit) => string): (before: Properties) => Properties {
  return (before) =>
    inserted(
      Object.fromEntries(
        Object.entries(before).filter(([name]) => !/^per_(?!request|unit$|tool_call)/.test(name)),
      ),
      'per_request',
      Object.fromEntries(
        unitPrices.map((price) => [
          price.field,
          price.unit.isPricedByKind
            ? {
                description: description(price),
                examples: [price.example, { default: 0.17, 'low/1024x1024': 0.01 }],
                anyOf: [usd, usdByKind],
              }
            : { ...usd, description: description(price), examples: [price.example] },
        ]),
      ),
    );
}

/** Properties without those that are of units; what stands there of a unit that is gone goes with it. */
function withoutUnits(before: Properties): Properties {
  const from = Object.keys(before).indexOf('image_output');
  const to = Object.keys(before).indexOf('units');
  return Object.fromEntries(
    Object.entries(before).filter(([name], place) => place <= from || place >= to || name === 'image_kind'),
  );
}

/** Properties with others in front of one of them. */
function inserted(before: Properties, place: string, others: Properties): Properties {
  return Object.fromEntries(
    Object.entries(before).flatMap((property) =>
      property[0] === place ? [...Object.entries(others), property] : [property],
    ),
  );
}

function listText(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

function isTranslated(name: string): boolean {
  return (translatedEndpoints as readonly string[]).includes(name);
}

/** Of the dialects that no endpoint speaks. */
function* vendorPaths(): Generator<readonly [string, object]> {
  for (const [dialect, { whole, stream }] of Object.entries(vendorDialectPaths)) {
    yield [
      dialect,
      {
        $ref: '#/$defs/path',
        description: `Path of \`via: ${dialect}\`, with {model} in it. Default: the path of \`url\`, without \`/v1\`, and \`${whole}\`.`,
        examples: [`/proxy${whole}`],
      },
    ];
    yield [
      `${dialect}_stream`,
      {
        $ref: '#/$defs/path',
        description: `The same for streams. Default: the path of \`url\`, without \`/v1\`, and \`${stream}\`.`,
        examples: [`/proxy${stream}`],
      },
    ];
  }
}

function alsoKnown(names: readonly string[]): string {
  return names.length === 0 ? '' : `, where ${names.map((name) => `\`${name}\``).join(', ')} can stand too`;
}

function deployed(make: (endpoint: ServedEndpoint) => object): object {
  return Object.fromEntries(deployedEndpoints.map((name) => [name, make(endpoints[name])]));
}

function byName(make: (endpoint: ServedEndpoint) => object): object {
  return Object.fromEntries(Object.values(endpoints).map((endpoint) => [endpoint.name, make(endpoint)]));
}

/** The text of the schema with these parts as the lists have them; all else stays as it is written. */
export function withListed(text: string): string {
  let renewed = text;
  for (const { path, value: written, isCompact = false } of parts) {
    const schema: unknown = JSON.parse(renewed);
    const before = valueAt(schema, path);
    const value =
      typeof written === 'function' ? written(before, valueAt(schema, path.slice(0, -1))) : written;
    if (sameText(before, value)) continue;
    // JSON is YAML, whose parser says where each value stands; it takes a second for all of it.
    const { range } = parseDocument(renewed).getIn(path, true) as { range: Range };
    renewed =
      renewed.slice(0, range[0]) + JSON.stringify(value, null, isCompact ? 0 : 2) + renewed.slice(range[1]);
  }
  return renewed === text ? text : formatted(renewed);
}

function valueAt(node: unknown, path: readonly string[]): unknown {
  return path.reduce((part, name) => (part as Readonly<Record<string, unknown>>)[name], node);
}

/** The order of properties counts: it is that of messages and of completion in editors. */
function sameText(before: unknown, now: unknown): boolean {
  return isDeepStrictEqual(before, now) && JSON.stringify(before) === JSON.stringify(now);
}

function formatted(text: string): string {
  const biome = new URL('../node_modules/.bin/biome', import.meta.url).pathname;
  const cwd = new URL('..', import.meta.url).pathname;
  const args = ['format', '--stdin-file-path=schemas/gateway.schema.json'];
  return execFileSync(biome, args, { cwd, input: text, encoding: 'utf8' });
}
