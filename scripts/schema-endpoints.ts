/** The parts of `schemas/gateway.schema.json` that follow from the lists of endpoints and of strategies. */
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
import { vendorDialectPaths } from '../src/config/dialect-paths.ts';
import { translatedEndpoints } from '../src/config/translation-settings.ts';
import { strategies } from '../src/routing/balance/index.ts';

interface Part {
  readonly path: readonly string[];
  readonly value: unknown;
}

const defs = (definition: string, ...path: string[]) => ['$defs', definition, ...path];

const parts: readonly Part[] = [
  { path: defs('endpoint', 'anyOf', '0', 'enum'), value: endpointNames },
  {
    // What names no model needs none in a test.
    path: [
      ...defs('routing_test', 'else', 'anyOf', '1', 'properties', 'request', 'anyOf', '2'),
      ...['properties', 'endpoint', 'enum'],
    ],
    value: endpointNames.filter((name) => endpoints[name].answeredBy === 'backends'),
  },
  {
    // Whether one that a file declares needs one is seen when it is known.
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
    value: deployed(({ name, answer, capabilities = {} }) => ({
      ...(isTranslated(name)
        ? { $ref: '#/$defs/served_endpoint' }
        : { type: 'array', items: { $ref: '#/$defs/capability' } }),
      description: `What it guarantees on ${name}${alsoKnown(Object.keys(capabilities))}; \`[]\` serves it with \`capabilities\` alone${
        isTranslated(name) ? ', and `{ via: DIALECT }` through another dialect' : ''
      }. No default: it is not served.`,
      examples: [
        ...(answer.includes('events') ? [['streaming'], []] : [[]]),
        ...(isTranslated(name) ? [{ via: name === 'messages' ? 'chat_completions' : 'messages' }] : []),
      ],
    })),
  },
  { path: defs('key', 'properties', 'endpoints', 'default'), value: grantedByDefault },
  { path: defs('model', 'properties', 'balance', 'enum'), value: Object.keys(strategies) },
  {
    path: defs('model', 'properties', 'balance', 'description'),
    value: `Which deployment of equal priority is tried first. ${Object.entries(strategies)
      .map(([name, { about }]) => `\`${name}\`: ${about}.`)
      .join(' ')}`,
  },
];

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
  for (const { path, value } of parts) {
    // JSON is YAML, whose parser says where each value stands.
    const node = parseDocument(renewed).getIn(path, true) as { toJSON(): unknown; range: Range };
    if (sameText(node.toJSON(), value)) continue;
    renewed = renewed.slice(0, node.range[0]) + JSON.stringify(value, null, 2) + renewed.slice(node.range[1]);
  }
  return renewed === text ? text : formatted(renewed);
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
