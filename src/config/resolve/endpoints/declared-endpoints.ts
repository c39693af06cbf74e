/** Endpoints that a file declares: what it says of each becomes what those have that come with the gateway. */

import type { DeclaredEndpoint } from '../../../api/endpoints/declared-endpoints/endpoint-set.ts';
import { overlaps } from '../../../api/endpoints/declared-endpoints/path-overlap.ts';
import type { AnswerKind, BodyRules, PassingEvents } from '../../../api/endpoints/endpoint.ts';
import {
  type BuiltInName,
  type DeclaredName,
  endpointNames,
  endpoints,
  ownEndpoints,
} from '../../../api/endpoints/index.ts';
import { didYouMean } from '../../../lib/suggest.ts';
import { dialectPathWords } from '../../dialect-paths.ts';
import type { EndpointSettings, GatewayFile } from '../../schema/generated/file.generated.ts';
import type { Path } from '../../text/tree.ts';
import type { ListenConfig } from '../../types/listen.ts';
import { type Context, isAbsent, size, wrong } from '../context.ts';
import { parseSize } from '../units.ts';
import { builtInAt } from './built-in-at-path.ts';
import { checkPath } from './declared-path.ts';
import { modelPlace } from './model-place.ts';
import { resolveCounts } from './usage-places.ts';

/** The settings that an entry may have for one of the gateway's own endpoints. */
const ofAny: readonly string[] = ['default_model', 'backends', 'price', 'websocket'];

const mostDeclared = 64;

/** Bodies that are held. */
const largestHeld = 256 * 1024 * 1024;
/** As vendors take files. */
const largestUpload = 512 * 1024 * 1024;

/** Stored or unread bodies may have any type. */
const anyType = ['application/*', 'text/*', 'image/*', 'audio/*', 'video/*', 'font/*', 'binary/*', 'model/*'];

/** An entry with `path`, and where it stands. */
interface Written {
  readonly context: Context;
  readonly at: Path;
  readonly name: string;
  readonly settings: EndpointSettings & { readonly path: string };
}

/** The endpoints that a file declares. All that is wrong with them is reported. */
export function resolveDeclared(
  context: Context,
  { endpoints: written }: GatewayFile,
  listen: ListenConfig | undefined,
): readonly DeclaredEndpoint[] {
  const declared: DeclaredEndpoint[] = [];
  for (const [name, settings] of Object.entries(written)) {
    const at = ['endpoints', name];
    const { path, max_body: largest } = settings;
    if (largest !== undefined) size(context, [...at, 'max_body'], largest);
    if (path === undefined) {
      if (context.intact([...at, 'path'])) checkOthers(context, at, name, settings);
      continue;
    }
    if (!mayBeDeclared(context, at, name)) continue;
    const entry = { context, at, name, settings: { ...settings, path } };
    const endpoint = declaredEndpoint(entry, listen);
    checkFree(entry, endpoint, declared, listen);
    declared.push(endpoint);
  }
  if (declared.length > mostDeclared) {
    const message = `declares ${declared.length} endpoints; ${mostDeclared} are the most`;
    context.report.atKey(context.tree, ['endpoints'], 'bad_endpoint', message);
  }
  return declared;
}

/** Of what has no path: it has to be there, and nothing is said of it that is for others. */
function checkOthers(context: Context, at: Path, name: string, settings: EndpointSettings): void {
  if (!isBuiltIn(name)) {
    const guess = didYouMean(name, endpointNames);
    const hint = guess === '' ? `one of your own needs its path, such as \`path: /v1/${name}\`` : undefined;
    const message = `no endpoint is named ${JSON.stringify(name)}${guess}`;
    context.report.atKey(context.tree, at, 'unknown_endpoint', message, { hint });
    return;
  }
  for (const field of Object.keys(settings)) {
    if (ofAny.includes(field)) continue;
    const message = `is for endpoints of your own; ${name} comes with the gateway`;
    context.report.atKey(context.tree, [...at, field], 'bad_endpoint', message, { hint: 'take it out' });
  }
}

function isBuiltIn(name: string): name is BuiltInName {
  return Object.hasOwn(endpoints, name);
}

/** Words that stand for something else where endpoints are named. */
const taken: readonly string[] = [
  'all',
  'stateless',
  ...dialectPathWords,
  ...ownEndpoints.map(({ name }) => name),
];

/**
 * A later version may bring an endpoint of the same name: the file's goes before it. Those that the gateway reads more of
 * than usage have been there before any file could declare one.
 */
function mayBeDeclared(context: Context, at: Path, name: string): boolean {
  const { dialect, answeredBy } = isBuiltIn(name) ? endpoints[name] : passing;
  const isFree = dialect === 'json' && answeredBy === 'deployments' && !taken.includes(name);
  if (isFree) return true;
  const message = `${JSON.stringify(name)} is a name of the gateway's own`;
  context.report.atKey(context.tree, at, 'bad_endpoint', message, {
    hint: 'give yours another name, or take `path` out',
  });
  return false;
}

const passing = { dialect: 'json', answeredBy: 'deployments' } as const;

function declaredEndpoint(entry: Written, listen: ListenConfig | undefined): DeclaredEndpoint {
  const { context, at, name, settings } = entry;
  const { family = 'openai', failover = 'model', backends = [], price, answer = ['json'] } = settings;
  const methods = settings.methods ?? ['POST'];
  const isBare = methods.every((method) => method === 'GET' || method === 'DELETE');
  const body = settings.body ?? (isBare ? 'none' : 'json');
  const path = checkPath(context, [...at, 'path'], settings.path);
  if (body !== 'none' && methods.includes('GET')) {
    wrong(
      context,
      settings.methods === undefined ? at : [...at, 'methods'],
      'bad_endpoint',
      'GET has no body',
      {
        hint: 'set `body: none`, or declare the GET as a separate endpoint at the same path',
      },
    );
  }
  const model = modelPlace(context, at, settings, body);
  if (model.in !== 'none' && price !== undefined) {
    refuse(
      entry,
      'price',
      'is for requests that name no model',
      'write it with the deployments of the model',
    );
  }
  if (model.in === 'none' && backends.length === 0) {
    context.report.atKey(context.tree, at, 'bad_endpoint', 'has no backend: its requests name no model', {
      hint: 'name their destination: `backends: [BACKEND]`',
    });
  }
  const { usage, estimate } = resolveCounts(context, at, settings);
  const events = eventsOf(entry, answer, usage !== 'none');
  return {
    name: name as DeclaredName,
    methods,
    path,
    family,
    answeredBy: 'deployments',
    model,
    backends: model.in === 'none' ? backends : [],
    dialect: 'json',
    usage,
    ...(events !== undefined && { events }),
    body: bodyRules(entry, body, listen),
    answer,
    besideObjects: 'any',
    ...(answer.includes('binary') && { mediaTypes: anyType }),
    tags: { prefix: model.in !== 'none', generic: 'when_called' },
    grant: 'by_name',
    isStateless: false,
    estimate,
    failover: failover === 'model' ? 'same_model' : failover,
    health: 'declared',
    operation: name,
    litellmMode: undefined,
    sample: { request: {}, answer: {} },
  };
}

function eventsOf(
  entry: Written,
  answer: readonly AnswerKind[],
  usageInAll: boolean,
): PassingEvents | undefined {
  const { events } = entry.settings;
  if (!answer.includes('events')) {
    if (events !== undefined) {
      refuse(
        entry,
        'events',
        'is the end mark of streams, and this endpoint has none',
        'add `events` to `answer`, or take it out',
      );
    }
    return undefined;
  }
  const terminal = events?.terminal ?? '[DONE]';
  return { ends: terminal === '[DONE]' ? [] : [terminal], ...(usageInAll && { usageInAll }) };
}

function bodyRules(
  entry: Written,
  kind: 'json' | 'multipart' | 'streamed' | 'none',
  listen: ListenConfig | undefined,
): BodyRules {
  const { settings } = entry;
  const written = settings.max_body;
  const bytes = written === undefined ? undefined : parseSize(written);
  if (kind === 'streamed') return { kind, maxBytes: bytes ?? largestUpload };
  if (bytes !== undefined) {
    const most = Math.min(largestHeld, listen?.maxBufferedBytes ?? largestHeld);
    if (kind === 'none') refuse(entry, 'max_body', 'bounds a body, and there is none', 'take it out');
    else if (bytes > most) {
      const what = most === largestHeld ? '256MiB' : '`listen.max_buffered`';
      refuse(
        entry,
        'max_body',
        `must not be more than ${what}: the body is held`,
        'set `body: streamed`, or less',
      );
    }
  }
  const bound = bytes === undefined ? {} : { maxBytes: bytes };
  switch (kind) {
    case 'json':
      return { kind, fields: {}, ...bound };
    case 'multipart':
      return { kind, required: [], fields: {}, ...bound };
    case 'none':
      return { kind };
  }
}

function refuse(
  { context, at, settings }: Written,
  field: keyof EndpointSettings,
  message: string,
  hint: string,
): void {
  if (settings[field] !== undefined)
    context.report.atKey(context.tree, [...at, field], 'bad_endpoint', message, { hint });
}

/** Reports a path that is already taken. */
function checkFree(
  entry: Written,
  { name, path, methods }: DeclaredEndpoint,
  others: readonly DeclaredEndpoint[],
  listen: ListenConfig | undefined,
): void {
  const { context, at } = entry;
  if (isAbsent(context, [...at, 'path'])) return;
  const tell = (message: string) =>
    wrong(context, [...at, 'path'], 'bad_endpoint', message, { hint: 'choose a path that is not in use' });
  const other = others.find(
    (one) => overlaps(one.path, path) && one.methods.some((method) => methods.includes(method)),
  );
  if (path === listen?.healthPath) return tell('`listen.health_path` is there');
  if (path.startsWith('/.well-known/')) return tell('below /.well-known/ the gateway speaks of itself');
  const builtIn = builtInAt(path, name);
  if (builtIn !== undefined) return tell(`the gateway has something of its own at ${builtIn}`);
  if (other !== undefined && overlaps(other.path, path))
    tell(`${other.name} is called there by the same method`);
}
