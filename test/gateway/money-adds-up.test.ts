/**
 * What requests cost, added up in every place that says so, over random mixes: every endpoint that counts tokens, whole and
 * streamed, with backends that fail in between and clients that leave. Of answers that came in full the backend's own words
 * are the truth, to the billionth of a dollar.
 */
import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { startSimulator } from '../../src/simulator/index.ts';
import { gateway } from '../cli/recorder.ts';
import { runs } from '../helpers/full.ts';
import { until } from '../helpers/gate.ts';
import { configText, readReply } from '../helpers/gateway.ts';
import { ownerOfFile, readToken, type Served, serve } from '../helpers/serve.ts';

/** Billionths of a US dollar, for a token, and for a request. */
const nano = { input: 2500, cached: 250, output: 10_000, request: 1_000_000 };
const price = 'price: { input: 2.5, cached_input: 0.25, output: 10, per_request: 0.001 }';
const native =
  'endpoints: { chat_completions: [streaming], completions: [streaming], messages: [streaming], count_tokens: [], responses: [streaming], embeddings: [], images: [] }';

const translated =
  'endpoints: { chat_completions: [streaming], messages: { via: chat_completions }, count_tokens: [], responses: { via: chat_completions }, embeddings: [], completions: [streaming], images: [] }';

/** The models, by what their backends are asked for one after the other. */
const backends = {
  plain: ['sound'],
  cached: ['manner-cached'],
  'late-usage': ['manner-usage-late'],
  'usage-everywhere': ['manner-usage-everywhere+cached'],
  'second-answers': ['fault-503', 'sound'],
  'second-after-loss': ['fault-reset-before-head', 'manner-cached'],
  'second-after-error': ['fault-first-event-error', 'sound'],
  'second-after-page': ['fault-html', 'sound'],
  refused: ['fault-400'],
  down: ['fault-500'],
  cut: ['fault-reset-after-3'],
  broken: ['fault-error-midway'],
  silent: ['fault-never'],
  translated: ['manner-cached'],
  'translated-second': ['fault-503', 'sound'],
} as const;
type Model = keyof typeof backends;

/** Nobody can say for these what an answer came to, or it is cut. */
const untold: ReadonlySet<string> = new Set<Model>(['cut', 'broken', 'silent']);

const rounds = runs(12);
const secretOf = (key: string) => `sk-${key}-0123456789abcdef`;
const limited = 'rate_limit: { budget: 1000 USD/month, tokens: 100000000/day }';
const keyNames = Array.from({ length: rounds }, (_, round) => [`told${round}`, `left${round}`]).flat();

function text(backend: string): string {
  const deployment = (upstream: string, place: number, endpoints: string) =>
    `{ id: d${place}, priority: ${place + 1}, backend: ${place === 0 ? 'first' : 'second'}, model: ${upstream}, ${endpoints}, ${price} }`;
  const models = Object.entries(backends).map(
    ([id, list]) =>
      `${id}: { deployments: [ ${list.map((upstream, place) => deployment(upstream, place, id.startsWith('translated') ? translated : native)).join(', ')} ] }`,
  );
  const keys = keyNames.map(
    (name) =>
      `${name}: { secret: ${secretOf(name)}, group: ${name}, endpoints: [chat_completions, completions, messages, count_tokens, responses, embeddings, images], ${limited} }`,
  );
  return configText({
    backends: `{ first: { url: "${backend}", flavor: openai }, second: { url: "${backend}", flavor: openai } }`,
    models: `{ ${models.join(', ')} }`,
    keys: `{ ${keys.join(', ')} }`,
    more: [
      `groups: { ${keyNames.map((name) => `${name}: { ${limited} }`).join(', ')} }`,
      `admin: { address: "127.0.0.1:0", read_token: ${readToken} }`,
      'workers: 2',
    ].join('\n'),
  });
}

const words = (count: number) => 'lamp '.repeat(count);
const turns = (count: number) => [{ role: 'user', content: words(count) }];
const asked = {
  '/v1/chat/completions': (count: number) => ({
    messages: turns(count),
    max_completion_tokens: 400,
    stream_options: { include_usage: true },
  }),
  '/v1/completions': (count: number) => ({
    prompt: words(count),
    max_tokens: 400,
    stream_options: { include_usage: true },
  }),
  '/v1/messages': (count: number) => ({ messages: turns(count), max_tokens: 400 }),
  '/v1/messages/count_tokens': (count: number) => ({ messages: turns(count) }),
  '/v1/responses': (count: number) => ({ input: words(count), max_output_tokens: 400 }),
  '/v1/embeddings': (count: number) => ({ input: words(count) }),
  '/v1/images/generations': (count: number) => ({ prompt: words(count) }),
} as const;
type Path = keyof typeof asked;
const streamed = new Set<Path>(['/v1/chat/completions', '/v1/completions', '/v1/messages', '/v1/responses']);

interface Request {
  readonly path: Path;
  readonly model: Model;
  readonly stream: boolean;
  readonly words: number;
  /** When the client leaves. Nobody waits for an answer that never comes. */
  readonly leaves: 'never' | 'at the head' | 'at the first bytes';
}

const request: fc.Arbitrary<Request> = fc.record({
  path: fc.constantFrom(...(Object.keys(asked) as Path[])),
  model: fc.constantFrom(...(Object.keys(backends) as Model[])),
  stream: fc.boolean(),
  words: fc.integer({ min: 1, max: 60 }),
  leaves: fc.constantFrom(...(['never', 'never', 'at the head', 'at the first bytes'] as const)),
});

interface Truth {
  input: number;
  output: number;
  nanoUsd: number;
}

/** What an answer says, in the words of its vendor. */
function told(path: Path, body: string, isStream: boolean): Truth {
  const events = isStream
    ? body.split('\n').flatMap((line) => (/^data: ?\{/.test(line) ? [JSON.parse(line.slice(5))] : []))
    : [JSON.parse(body)];
  let usage: Record<string, unknown> = {};
  for (const event of events) {
    const one = event.usage ?? event.message?.usage ?? event.response?.usage;
    if (one) usage = { ...usage, ...one };
  }
  const figure = (...names: readonly string[]): number => {
    for (const name of names) {
      const [first = '', second] = name.split('.');
      const value =
        second === undefined ? usage[first] : (usage[first] as Record<string, unknown> | null)?.[second];
      if (typeof value === 'number') return value;
    }
    return 0;
  };
  if (path === '/v1/messages/count_tokens') return { input: 0, output: 0, nanoUsd: nano.request };
  const cached = figure(
    'cache_read_input_tokens',
    'prompt_tokens_details.cached_tokens',
    'input_tokens_details.cached_tokens',
  );
  const beside = path === '/v1/messages' ? cached : 0;
  const input = figure('prompt_tokens', 'input_tokens') + beside;
  const output = figure('completion_tokens', 'output_tokens');
  assert.ok(input > 0, body.slice(0, 500));
  const nanoUsd = (input - cached) * nano.input + cached * nano.cached + output * nano.output + nano.request;
  return { input, output, nanoUsd };
}

const owner = ownerOfFile();
const agent = new Agent({ keepAlive: true, maxSockets: 16 });
owner.after(() => agent.destroy());
const stateDir = mkdtempSync(join(tmpdir(), 'gateway-money-'));
owner.after(() => rmSync(stateDir, { recursive: true, force: true }));

/** Told of each request by its `user`, once it has come to its backend. */
const arrived = new EventEmitter();
let sent = 0;

let shared: Promise<Served> | undefined;
function theGateway(): Promise<Served> {
  const onRequest = ({ body }: { readonly body: Buffer }) =>
    arrived.emit(String(JSON.parse(String(body)).user));
  shared ??= startSimulator({ exclusive: true, onRequest }).then((simulator) => {
    owner.after(() => simulator.close());
    return serve(owner, text(simulator.url), { env: { STATE_DIRECTORY: stateDir } });
  });
  return shared;
}

/** Makes a request; what it came to, where its answer came in full and says so, and nothing where it failed. */
async function make(served: Served, key: string, one: Request): Promise<Truth | undefined> {
  const stream = one.stream && streamed.has(one.path);
  const { stream_options, ...body }: Record<string, unknown> = asked[one.path](one.words);
  const streaming = { stream: true, ...(stream_options !== undefined && { stream_options }) };
  const user = `user-${sent++}`;
  const request = httpsRequest({
    host: 'localhost',
    port: served.port,
    ca: served.ca,
    agent,
    path: one.path,
    method: 'POST',
    headers: { authorization: `Bearer ${secretOf(key)}`, 'content-type': 'application/json' },
  });
  const isGone = one.model === 'silent' ? once(arrived, user).then(() => request.destroy()) : undefined;
  request.end(JSON.stringify({ model: one.model, user, ...body, ...(stream && streaming) }));
  const answer = await new Promise<IncomingMessage | undefined>((resolve) => {
    request.on('response', resolve).on('error', () => resolve(undefined));
  });
  if (answer === undefined) {
    assert.ok(isGone !== undefined, `${one.model} ${one.path}`);
    return undefined;
  }
  if (one.leaves === 'at the head') answer.destroy();
  if (one.leaves === 'at the first bytes') answer.once('data', () => answer.destroy());
  const { status, text: said, complete } = await readReply(answer);
  if (one.leaves !== 'never' || untold.has(one.model)) return undefined;
  assert.ok(complete, `${one.model} ${one.path}`);
  return status === 200 ? told(one.path, said, stream) : { input: 0, output: 0, nanoUsd: 0 };
}

/** Requests that came to a backend, tokens of input and of output, and money in billionths of a dollar. */
type Sums = readonly [requests: number, input: number, output: number, nanoUsd: number];

const inNano = (usd: number) => Math.round(usd * 1e9);
const added = (list: readonly Sums[]): Sums =>
  list.reduce(([a, b, c, d], [e, f, g, h]) => [a + e, b + f, c + g, d + h], [0, 0, 0, 0]);

interface UsageFields {
  readonly key: string;
  readonly requests: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cost_usd: number;
}
const sumsOf = ({ requests, input_tokens, output_tokens, cost_usd }: UsageFields): Sums => [
  requests,
  input_tokens,
  output_tokens,
  inNano(cost_usd),
];

/** What each place says of a key, by its name. */
async function places(served: Served, key: string, requests: number): Promise<Record<string, Sums>> {
  const lines = served.logs.filter((line) => line['key'] === key && line.msg === 'request');
  if (lines.length !== requests) return {};
  const log = added(
    lines.map((line): Sums => {
      const number = (name: string) => Number(line[name] ?? 0);
      return [
        line['attempts'] === undefined ? 0 : 1,
        number('input_tokens'),
        number('output_tokens'),
        inNano(number('cost_usd')),
      ];
    }),
  );
  const kept = JSON.parse((await served.admin(`/api/usage?by=key&key=${key}`)).text).rows as UsageFields[];
  const metrics = (await served.admin('/metrics')).text;
  const metric = (name: string, labels: string) => {
    const found = [...metrics.matchAll(new RegExp(`^${name}\\{${labels}\\} (\\S+)$`, 'gm'))];
    return found.reduce((sum, [, value]) => sum + Number(value), 0);
  };
  const tokens = (type: string) => metric('gateway_key_tokens_total', `key="${key}",type="${type}"`);
  const measured: Sums = [
    log[0],
    tokens('input'),
    tokens('output'),
    inNano(metric('gateway_key_cost_usd_total', `key="${key}"`)),
  ];
  const { keys, groups } = JSON.parse((await served.admin(`/api/limits?key=${key}`)).text);
  const held = (limits: readonly { kind: string; used: number }[]): Sums => {
    const used = (kind: string) => limits.find((limit) => limit.kind === kind)!.used;
    const [requests, input, output] = log;
    // Of tokens only the sum is limited.
    return [requests, input, output + used('tokens') - input - output, inNano(used('budget'))];
  };
  return {
    log,
    'the records': added(kept.map(sumsOf)),
    'the metrics': measured,
    "the key's limits": held(keys[0].limits),
    "the group's limits": held(groups[0].limits),
  };
}

/** The sums of a key, which are the same wherever they are told, once all of its requests are over. */
async function agreed(served: Served, key: string, requests: number): Promise<Sums> {
  let all: Record<string, Sums> = {};
  const agree = async () => {
    all = await places(served, key, requests);
    const every = Object.values(all);
    return every.length > 0 && every.every((one) => `${one}` === `${all['log']}`);
  };
  await until(agree, 'all say the same', 5000).catch(() => assert.fail(JSON.stringify(all, null, 1)));
  return all['log']!;
}

let round = 0;
const truths = new Map<string, Sums>();

test('every place says the same sum, and that of what backends said, whatever mix of requests it is of', async () => {
  const served = await theGateway();
  const mix = fc.array(request, { minLength: 25, maxLength: 50 });
  await fc.assert(
    fc.asyncProperty(mix, async (requests) => {
      const name = round++;
      const exact: Truth[] = [];
      const ofKey = new Map<string, number>();
      let next = 0;
      const work = async () => {
        while (next < requests.length) {
          const one = requests[next++]!;
          const key = `${one.leaves === 'never' && !untold.has(one.model) ? 'told' : 'left'}${name}`;
          ofKey.set(key, (ofKey.get(key) ?? 0) + 1);
          const truth = await make(served, key, one);
          if (truth !== undefined) exact.push(truth);
        }
      };
      await Promise.all(Array.from({ length: 8 }, work));
      for (const [key, count] of ofKey) truths.set(key, await agreed(served, key, count));
      const [, ...sums] = added(exact.map(({ input, output, nanoUsd }) => [1, input, output, nanoUsd]));
      assert.deepEqual(truths.get(`told${name}`)?.slice(1) ?? [0, 0, 0], sums);
    }),
    { numRuns: rounds, endOnFailure: true },
  );
});

test('what is exported in the end is the same, key by key', async () => {
  const served = await theGateway();
  served.child.kill('SIGTERM');
  await served.ended;
  const { out } = await gateway(
    ['usage', 'export', '--config', served.file, '--by', 'key', '--format', 'json'],
    { env: { STATE_DIRECTORY: stateDir } },
  );
  const rows = JSON.parse(out) as UsageFields[];
  const expected = [...truths].filter(([, [requests]]) => requests > 0);
  assert.deepEqual(new Map(rows.map((row) => [row.key, sumsOf(row)])), new Map(expected));
});
