/**
 * Every way in which a backend can fail, and what a client has to see of it: with a good deployment beside the
 * faulty one, and with the faulty one alone. The tests assert it and the fault benchmark prints it.
 */

import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { loadTls } from '../../src/process/loaded-tls.ts';
import { startSimulator } from '../../src/simulator/index.ts';
import { begin, configText, type Reply, readReply } from '../helpers/gateway.ts';
import { type Cleanup, type Inside, startInside, stateDir } from '../helpers/inside.ts';
import { freePort } from '../helpers/ports.ts';

export const calledEndpoints = ['chat_completions', 'messages', 'responses'] as const;
export type CalledEndpoint = (typeof calledEndpoints)[number];
export type Kind = 'streamed' | 'whole';
export type Setting = 'with a good one' | 'alone';

/** What a client saw, in words that can be compared. */
export type Saw =
  /** All of an answer, with its end mark, and its connection in order. */
  | 'answer'
  /** All of an answer, without the mark that the backend left out. */
  | 'answer without mark'
  /** A backend's answer as it came, by its status. */
  | `backend's ${number}`
  /** An error of the gateway's own. */
  | `${number} ${string}`
  /** The beginning of an answer, one error event, and a connection that ends without the end of the message. */
  | 'cut'
  /** The same with the backend's own error event. */
  | "backend's error event"
  /** The beginning of a whole answer, and a connection that ends without the end of the message. */
  | 'broken';

interface Expected {
  readonly saw: Saw;
  readonly attempts: number;
}

export interface FaultRow {
  readonly name: string;
  /** Where the faulty deployment is: by default the simulator, which takes the name for a fault. */
  readonly backend?: 'refused' | 'silent_tls' | 'untrusted_tls' | 'unresolvable' | 'quick';
  /** With the good deployment, and alone. */
  readonly expected: (kind: Kind, endpoint: CalledEndpoint) => readonly [Expected, Expected];
}

const saw = (what: Saw, attempts = 1): Expected => ({ saw: what, attempts });

/** The good one answers, and alone the client gets `alone`. */
const goesElsewhere =
  (alone: Saw): FaultRow['expected'] =>
  () => [saw('answer', 2), saw(alone)];

/** What the faulty one gives is final. */
const isFinal =
  (what: Saw): FaultRow['expected'] =>
  () => [saw(what), saw(what)];

/** Streams and whole answers differ. */
const byKind =
  (streamed: FaultRow['expected'], whole: FaultRow['expected']): FaultRow['expected'] =>
  (kind, endpoint) =>
    (kind === 'streamed' ? streamed : whole)(kind, endpoint);

/** The dialect without a finish reason apart from its end mark differs from the others. */
const exceptResponses =
  (others: FaultRow['expected'], responses: FaultRow['expected']): FaultRow['expected'] =>
  (kind, endpoint) =>
    (endpoint === 'responses' ? responses : others)(kind, endpoint);

const unreachable = goesElsewhere('502 upstream_unreachable');
const invalid = goesElsewhere('502 upstream_invalid');
const timedOut = goesElsewhere('504 upstream_timeout');
const outOfTime = isFinal('504 upstream_timeout');
const answered = isFinal('answer');

const passedOn = [400, 409, 413, 422, 425] as const;
const failing = [408, 500, 502, 503, 504, 529] as const;

export const faultRows: readonly FaultRow[] = [
  { name: 'connection refused', backend: 'refused', expected: unreachable },
  { name: 'TLS handshake that never ends', backend: 'silent_tls', expected: unreachable },
  { name: 'certificate that nobody vouches for', backend: 'untrusted_tls', expected: unreachable },
  { name: 'host name that does not resolve', backend: 'unresolvable', expected: unreachable },
  { name: 'fault-reset-before-head', expected: unreachable },
  { name: 'fault-fin-before-head', expected: unreachable },
  { name: 'fault-never', expected: byKind(timedOut, outOfTime) },

  ...passedOn.map((status) => ({ name: `fault-${status}`, expected: isFinal(`backend's ${status}`) })),
  { name: 'fault-401', expected: goesElsewhere('502 upstream_auth') },
  { name: 'fault-403', expected: goesElsewhere('502 upstream_auth') },
  { name: 'fault-402', expected: goesElsewhere('502 upstream_auth') },
  { name: 'fault-404', expected: goesElsewhere("backend's 404") },
  ...failing.map((status) => ({ name: `fault-${status}`, expected: goesElsewhere(`backend's ${status}`) })),
  { name: 'fault-503-retry-after', expected: goesElsewhere("backend's 503") },
  { name: 'fault-429', expected: goesElsewhere("backend's 429") },
  { name: 'fault-429-retry-after', expected: goesElsewhere("backend's 429") },
  { name: 'fault-429-retry-after-date', expected: goesElsewhere("backend's 429") },

  { name: 'fault-100', expected: answered },
  { name: 'fault-103', expected: answered },
  { name: 'fault-101', expected: invalid },
  { name: 'fault-302', expected: invalid },
  { name: 'fault-304', expected: invalid },
  { name: 'fault-204', expected: invalid },
  { name: 'fault-empty', expected: invalid },
  { name: 'fault-html', expected: invalid },
  { name: 'fault-wrong-kind', expected: invalid },
  { name: 'fault-invalid-json', expected: byKind(isFinal('cut'), invalid) },
  { name: 'fault-truncated-json', expected: byKind(isFinal('cut'), invalid) },
  { name: 'fault-error-in-200', expected: goesElsewhere("backend's 200") },
  { name: 'fault-first-event-error', expected: goesElsewhere("backend's 200") },
  { name: 'fault-comments-then-error', expected: goesElsewhere("backend's 200") },
  { name: 'fault-garbage', expected: invalid },
  { name: 'fault-huge-head', expected: invalid },
  { name: 'fault-length-and-chunks', expected: invalid },

  { name: 'fault-reset-after-0', expected: invalid },
  { name: 'fault-fin-after-0', expected: invalid },
  { name: 'fault-bad-chunk-after-0', expected: invalid },
  { name: 'fault-reset-midway', expected: byKind(isFinal('cut'), invalid) },
  { name: 'fault-fin-midway', expected: byKind(isFinal('cut'), invalid) },
  { name: 'fault-bad-chunk-midway', expected: byKind(isFinal('cut'), invalid) },
  { name: 'fault-stall-after-0', expected: timedOut },
  { name: 'fault-stall-midway', expected: byKind(isFinal('cut'), timedOut) },
  { name: 'fault-heartbeat', expected: byKind(timedOut, outOfTime) },
  { name: 'fault-heartbeat-midway', expected: byKind(isFinal('cut'), outOfTime) },
  { name: 'fault-error-after-0', expected: goesElsewhere("backend's 200") },
  { name: 'fault-error-midway', expected: byKind(isFinal("backend's error event"), invalid) },
  { name: 'fault-bare-error-midway', expected: byKind(isFinal('cut'), invalid) },
  { name: 'fault-endless', backend: 'quick', expected: byKind(isFinal('cut'), isFinal('broken')) },

  {
    name: 'fault-no-done',
    expected: byKind(exceptResponses(isFinal('answer without mark'), isFinal('cut')), answered),
  },
  { name: 'fault-no-finish', expected: byKind(isFinal('cut'), invalid) },
  {
    name: 'fault-open-after-finish',
    expected: byKind(exceptResponses(isFinal('answer without mark'), isFinal('cut')), timedOut),
  },
  { name: 'fault-open-after-done', expected: byKind(answered, timedOut) },
  { name: 'fault-malformed-event', expected: answered },
  { name: 'fault-huge-event', expected: answered },
  { name: 'fault-empty-error', expected: answered },
  { name: 'fault-empty-error-object', expected: answered },
  { name: 'fault-error-object', expected: goesElsewhere("backend's 200") },
  { name: 'fault-base-resp', expected: goesElsewhere("backend's 200") },
  { name: 'fault-opening-then-error', expected: goesElsewhere("backend's 200") },
  { name: 'fault-one-newline-at-end', expected: answered },
  { name: 'fault-finish-everywhere-1000ms', expected: answered },
  { name: 'fault-response-done', expected: answered },
  { name: 'fault-done-for-completed', expected: answered },
  { name: 'fault-no-type', expected: answered },
  { name: 'fault-plain-type', expected: answered },
  { name: 'fault-byte-order-mark', expected: answered },
  { name: 'fault-broken-utf8', expected: answered },
  { name: 'fault-not-a-number', expected: answered },
  { name: 'fault-packed-gzip', expected: answered },
  { name: 'fault-packed-deflate', expected: answered },
  { name: 'fault-packed-br', expected: answered },
  { name: 'fault-packed-zstd', expected: answered },
  { name: 'fault-repeats-credential', expected: isFinal("backend's 400") },
  { name: 'fault-split-1', expected: answered },
  { name: 'fault-crlf', expected: answered },
  { name: 'fault-trailers', expected: answered },
  { name: 'fault-surplus', expected: answered },
  { name: 'fault-private-headers', expected: answered },
  { name: 'fault-delay-200ms', expected: answered },
  { name: 'fault-slow-50ms', expected: answered },
  { name: 'fault-early-413', expected: isFinal("backend's 413") },
];

/** One call of the matrix. */
export interface FaultCase {
  readonly row: FaultRow;
  readonly endpoint: CalledEndpoint;
  readonly kind: Kind;
  readonly setting: Setting;
}

export interface Result {
  readonly saw: Saw;
  readonly attempts: number;
  readonly ms: number;
}

/** Every call of the matrix. */
export function faultCases(): readonly FaultCase[] {
  const settings = ['with a good one', 'alone'] as const;
  const kinds = ['streamed', 'whole'] as const;
  return faultRows.flatMap((row) =>
    calledEndpoints.flatMap((endpoint) =>
      kinds.flatMap((kind) => settings.map((setting) => ({ row, endpoint, kind, setting }))),
    ),
  );
}

/** What a case has to come to. */
export function expectedOf({ row, endpoint, kind, setting }: FaultCase): Expected {
  const [withGood, alone] = row.expected(kind, endpoint);
  return setting === 'alone' ? alone : withGood;
}

const goodText = 'The good deployment answers in so many words.';
const faultyText = 'The faulty deployment answers, as far as it gets, in quite a few words of its own.';

export interface FaultBench {
  readonly gateway: Inside;
  /** Calls the gateway as the case says. */
  run(one: FaultCase): Promise<Result>;
  /** Answers that backends have under way. */
  open(): number;
}

/** A gateway over a faulty and a good backend, with a model for each case, so that no case is led by another. */
export async function startFaultBench(cleanup: Cleanup): Promise<FaultBench> {
  const faulty = await startSimulator({ text: faultyText });
  const good = await startSimulator({ text: goodText });
  cleanup.after(() => faulty.close());
  cleanup.after(() => good.close());
  const silent = await startTcp(cleanup, createServer());
  const closed = await freePort();
  const { tls } = await loadTls({ kind: 'self_signed' }, stateDir);
  const untrusted = await startTcp(cleanup, createHttpsServer({ cert: tls!.cert, key: tls!.key }));

  // Wide enough for a machine that is busy with other tests: a good answer must not run into them.
  const timeouts = '{ connect: 1s, first_byte: 1500ms, idle: 1500ms, progress: 2500ms, total: 5s }';
  const quick = '{ total: 3s }';
  const backends = `{
    faulty: { url: "${faulty.url}", timeouts: ${timeouts} },
    quick: { url: "${faulty.url}", timeouts: ${quick} },
    good: { url: "${good.url}" },
    refused: { url: "http://127.0.0.1:${closed}", timeouts: ${timeouts} },
    silent_tls: { url: "https://127.0.0.1:${silent}", timeouts: ${timeouts} },
    untrusted_tls: { url: "https://127.0.0.1:${untrusted}", timeouts: ${timeouts} },
    unresolvable: { url: "http://no-such-host.invalid", plaintext: true, timeouts: ${timeouts} } }`;
  const models = faultCases().map((one) => `  ${JSON.stringify(modelOf(one))}: ${modelText(one)}`);
  const gateway = await startInside(cleanup, configText({ backends, models: `{\n${models.join(',\n')} }` }));
  return {
    gateway,
    run: (one) => run(gateway, one),
    open: () => faulty.stats.open + good.stats.open,
  };
}

function modelOf({ row, endpoint, kind, setting }: FaultCase): string {
  return [row.name, endpoint, kind, setting].join('.').replaceAll(' ', '-');
}

function modelText({ row, endpoint, setting }: FaultCase): string {
  const faulty = `{ backend: ${row.backend ?? 'faulty'}, model: "${row.name}", endpoints: { ${endpoint}: [streaming] } }`;
  const good = `{ backend: good, model: good, priority: 1, endpoints: { ${endpoint}: [streaming] } }`;
  return `{ deployments: [ ${setting === 'alone' ? faulty : `${faulty}, ${good}`} ] }`;
}

const paths: Readonly<Record<CalledEndpoint, string>> = {
  chat_completions: '/v1/chat/completions',
  messages: '/v1/messages',
  responses: '/v1/responses',
};

/** A request to an endpoint. */
export function requestTo(endpoint: CalledEndpoint, model: string, kind: Kind): object {
  const stream = kind === 'streamed';
  const messages = [{ role: 'user', content: 'hello' }];
  switch (endpoint) {
    case 'chat_completions':
      return { model, messages, stream };
    case 'messages':
      return { model, max_tokens: 100, messages, stream };
    case 'responses':
      return { model, input: 'hello', stream };
  }
}

async function run(gateway: Inside, one: FaultCase): Promise<Result> {
  const begun = performance.now();
  const body = requestTo(one.endpoint, modelOf(one), one.kind);
  const reply = await readReply(await begin(gateway, paths[one.endpoint], { body }));
  const ms = performance.now() - begun;
  return { saw: judge(reply), attempts: Number(reply.headers['x-gateway-attempts'] ?? 0), ms };
}

/** Puts what a client got in words. Throws where it got something that nobody should. */
export function judge(reply: Reply): Saw {
  const { status, headers, text, complete } = reply;
  if (status !== 200) {
    if (!complete) throw new Error(`an incomplete ${status}`);
    const own = headers['x-gateway-error'];
    return own === undefined ? `backend's ${status}` : `${status} ${own}`;
  }
  if (String(headers['content-type']).startsWith('text/event-stream')) return judgeStream(text, complete);
  if (!complete) return 'broken';
  // A byte order mark and NaN pass as they came.
  const json = JSON.parse(text.replace(/^\ufeff/, '').replace('[NaN,-Infinity]', '[]'));
  if (isFailure(JSON.stringify(json))) return "backend's 200";
  checkText(wholeText(json));
  return 'answer';
}

function judgeStream(text: string, complete: boolean): Saw {
  const events = text
    .split(/\r?\n\r?\n/)
    .map((event) => event.split(/\r?\n/).find((line) => line.startsWith('data:')))
    .flatMap((line) => (line === undefined ? [] : [line.slice('data:'.length).trim()]));
  const content = events.map(deltaOf).join('');
  const failures = events.filter(isFailure);
  const hasMark = events.some((data) =>
    /^\[DONE\]|"type":"(?:message_stop|response\.completed|response\.done)"/.test(data),
  );
  if (failures.length > 1) throw new Error(`${failures.length} error events`);
  const [failure] = failures;
  if (failure !== undefined) {
    if (hasMark) throw new Error('an end mark beside an error');
    if (!failure.includes('upstream_interrupted'))
      return content === '' ? "backend's 200" : "backend's error event";
    if (complete) throw new Error('a cut stream ended as a complete one does');
    if (events.at(-1) !== failure) throw new Error('something follows the error event');
    if (!isBeginning(content)) throw new Error(`a text that nobody sent: ${content.slice(0, 200)}`);
    return 'cut';
  }
  if (!complete) throw new Error('a stream that broke off without a word');
  checkText(content);
  return hasMark ? 'answer' : 'answer without mark';
}

/** An error that says something, in each form that backends have. */
function isFailure(data: string): boolean {
  return /"error":\s*\{(?!"message":"","code":null\})|"type":"error"|"object":"error"|"base_resp"/.test(data);
}

function isBeginning(text: string): boolean {
  return faultyText.repeat(text.length / faultyText.length + 1).startsWith(text) || goodText.startsWith(text);
}

function checkText(text: string): void {
  const isHuge = text.length > 1024 * 1024 && /^x+$/.test(text);
  if (text !== goodText && text !== faultyText && !isHuge) {
    throw new Error(`an answer that nobody gave: ${text.slice(0, 200)}`);
  }
}

interface Shapes {
  readonly type?: string;
  readonly choices?: null | readonly { delta?: { content?: string }; message?: { content?: string } }[];
  readonly delta?: string | { readonly text?: string };
  readonly content?: readonly { readonly text?: string }[];
  readonly output?: readonly { readonly content?: readonly { readonly text?: string }[] }[];
}

function deltaOf(data: string): string {
  if (!data.startsWith('{')) return '';
  let json: Shapes;
  try {
    json = JSON.parse(data) as Shapes;
  } catch {
    return '';
  }
  if (json.choices) return json.choices[0]?.delta?.content ?? '';
  if (json.type === 'content_block_delta' && typeof json.delta === 'object') return json.delta.text ?? '';
  return json.type === 'response.output_text.delta' && typeof json.delta === 'string' ? json.delta : '';
}

function wholeText(json: Shapes): string {
  const parts = json.output?.flatMap(({ content = [] }) => content) ?? json.content ?? [];
  return json.choices?.[0]?.message?.content ?? parts.map(({ text = '' }) => text).join('');
}

async function startTcp(cleanup: Cleanup, server: Server): Promise<number> {
  const sockets = new Set<{ destroy(): unknown }>();
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanup.after(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return (server.address() as AddressInfo).port;
}
