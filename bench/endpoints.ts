/**
 * `npm run bench:endpoints`: what endpoints cost beside chat completions, of a gateway that runs apart. An embedding of
 * 1 KB may cost no more time on a core than a chat completion of that size; of 2,048 embeddings (16 MB) the usage has to
 * be counted, and the first byte must not wait for all. Prints a line each, with how busy the machine was, and exits
 * with 1 where something is not as it should be. `--requests 1000` sends so many in a round.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import { loadavg } from 'node:os';
import { argv, exit, stdout } from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Apart, startApart } from '../test/helpers/apart.ts';
import { configText, secret } from '../test/helpers/gateway.ts';

const { values } = parseArgs({
  args: argv.slice(2),
  options: { requests: { type: 'string', default: '1000' } },
});
const requests = Number(values.requests);
const rounds = 7;
/** Two measures of the same differ by less. */
const noise = 1.05;
const kib = 1024;
const mib = 1024 * kib;
/**
 * The part of 16 MB that the backend sends first, and its pause after that. The first MiB of a JSON answer is held, so
 * that another deployment can answer if it breaks off there.
 */
const firstBytes = 2 * mib;
const pauseMs = 1000;
const ends: (() => void | Promise<void>)[] = [];
let misses = 0;

function say(what: string, figures: string, isMet: boolean): void {
  if (!isMet) misses += 1;
  stdout.write(`${isMet ? 'ok' : 'not ok'}  ${what}: ${figures} (load ${loadavg()[0]!.toFixed(1)})\n`);
}

const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!;

/** As long as asked for, with a text of the length that is missing. */
function padded(make: (text: string) => object, bytes: number): string {
  return JSON.stringify(make('x'.repeat(bytes - JSON.stringify(make('')).length)));
}

const chat = {
  path: '/v1/chat/completions',
  request: padded((content) => ({ model: 'm', messages: [{ role: 'user', content }] }), kib),
  answer: padded(
    (content) => ({
      id: 'c',
      object: 'chat.completion',
      created: 1,
      model: 'm',
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 250, completion_tokens: 200, total_tokens: 450 },
    }),
    kib,
  ),
};
const embedding = {
  path: '/v1/embeddings',
  request: padded((input) => ({ model: 'm', input, encoding_format: 'base64' }), kib),
  answer: padded(
    (text) => ({
      object: 'list',
      data: [{ object: 'embedding', index: 0, embedding: text }],
      model: 'm',
      usage: { prompt_tokens: 250, total_tokens: 250 },
    }),
    kib,
  ),
};
const usedByMany = 16_384;
const many = {
  path: '/v1/embeddings',
  request: JSON.stringify({ model: 'm', input: Array.from({ length: 2048 }, (_, index) => `text ${index}`) }),
  answer: Buffer.from(
    JSON.stringify({
      object: 'list',
      data: Array.from({ length: 2048 }, (_, index) => ({
        object: 'embedding',
        index,
        embedding: 'A'.repeat(8192),
      })),
      model: 'm',
      usage: { prompt_tokens: usedByMany, total_tokens: usedByMany },
    }),
  ),
};

async function startBackend(): Promise<string> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    response.setHeader('content-type', 'application/json');
    if (request.url === chat.path) return void response.end(chat.answer);
    if (Buffer.concat(chunks).length <= kib) return void response.end(embedding.answer);
    response.setHeader('content-length', many.answer.length);
    response.write(many.answer.subarray(0, firstBytes));
    await delay(pauseMs);
    response.end(many.answer.subarray(firstBytes));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface Call {
  readonly path: string;
  readonly request: string;
}

interface Answered {
  readonly status: number;
  readonly bytes: number;
  readonly firstByteMs: number;
  readonly tokensLeft: number;
}

function callVia(apart: Apart): (call: Call) => Promise<Answered> {
  const agent = new Agent({ keepAlive: true, ca: apart.ca });
  ends.push(() => agent.destroy());
  return ({ path, request }) =>
    answered(httpsRequest({ ...head(path, request), host: 'localhost', port: apart.port, agent }), request);
}

function callAt(url: string): (call: Call) => Promise<Answered> {
  const { hostname: host, port } = new URL(url);
  return ({ path, request }) => answered(httpRequest({ ...head(path, request), host, port }), request);
}

const head = (path: string, body: string) => ({
  path,
  method: 'POST',
  headers: {
    authorization: `Bearer ${secret}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  },
});

async function answered(request: ReturnType<typeof httpRequest>, body: string): Promise<Answered> {
  const began = performance.now();
  request.end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  let bytes = 0;
  let firstByteMs = 0;
  for await (const chunk of response) {
    if (bytes === 0) firstByteMs = performance.now() - began;
    bytes += (chunk as Buffer).length;
  }
  return {
    status: response.statusCode ?? 0,
    bytes,
    firstByteMs,
    tokensLeft: Number(response.headers['x-ratelimit-remaining-tokens']),
  };
}

/** Of the thread that serves, on a core: what others on a busy machine take is not its own. */
function usedMs({ pid }: Apart): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'latin1').split(' ', 1)[0]) / 1e6;
}

/** A gateway without limits: what they cost is the same on every endpoint. */
async function measureCost(backend: string): Promise<void> {
  const apart = await startApart({ after: (end) => void ends.push(end) }, configOf(backend, ''));
  const call = callVia(apart);
  const costOf = async (one: Call) => {
    const before = usedMs(apart);
    for (let sent = 0; sent < requests; sent += 1) {
      const { status } = await call(one);
      if (status !== 200) throw new Error(`${one.path} answered ${status}`);
    }
    return ((usedMs(apart) - before) / requests) * 1000;
  };
  for (const one of [chat, embedding, chat, embedding]) await costOf(one);
  const measured: { readonly chat: number; readonly embedding: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // The second one finds caches as the first left them: each is second in turn.
    const isChatFirst = round % 2 === 0;
    const first = await costOf(isChatFirst ? chat : embedding);
    const second = await costOf(isChatFirst ? embedding : chat);
    measured.push(isChatFirst ? { chat: first, embedding: second } : { chat: second, embedding: first });
  }
  const ratio = median(measured.map((one) => one.embedding / one.chat));
  const of = (name: 'chat' | 'embedding') => `${median(measured.map((one) => one[name])).toFixed(0)} µs`;
  say(
    'an embedding of 1 KB beside a chat completion of 1 KB',
    `${ratio.toFixed(2)} of it, ${of('embedding')} of ${of('chat')} on a core, at most ${noise}`,
    ratio <= noise,
  );
}

async function measureMany(backend: string): Promise<void> {
  const limit = ', rate_limit: { tokens: 100000000/day }';
  const apart = await startApart({ after: (end) => void ends.push(end) }, configOf(backend, limit));
  const call = callVia(apart);
  const direct = callAt(backend);
  const through: number[] = [];
  const beside: number[] = [];
  const before = await call(embedding);
  for (let round = 0; round < rounds; round += 1) {
    const own = await direct(many);
    const one = await call(many);
    if (one.status !== 200 || one.bytes !== many.answer.length) {
      say('2,048 embeddings', `status ${one.status}, ${one.bytes} of ${many.answer.length} bytes`, false);
    }
    beside.push(own.firstByteMs);
    through.push(one.firstByteMs);
  }
  const after = await call(embedding);
  // The first small one was settled, too.
  const counted = before.tokensLeft - after.tokensLeft - 250;
  say(
    `2,048 embeddings, ${(many.answer.length / 1e6).toFixed(1)} MB, tokens counted`,
    `${counted} of ${rounds * usedByMany}`,
    counted === rounds * usedByMany,
  );
  const [own, seen] = [median(beside), median(through)];
  say(
    '2,048 embeddings, first byte',
    `after ${seen.toFixed(1)} ms, of the backend alone after ${own.toFixed(1)} ms, the rest ${pauseMs} ms later`,
    seen - own < pauseMs / 2,
  );
}

function configOf(url: string, limit: string): string {
  return configText({
    backends: `{ main: { url: "${url}" } }`,
    models:
      '{ m: { deployments: [ { backend: main, endpoints: { chat_completions: [], embeddings: [] } } ] } }',
    keys: `{ test: { secret: ${secret}, endpoints: [all]${limit} } }`,
    more: 'log: { level: error }',
  });
}

const backend = await startBackend();
try {
  await measureCost(backend);
  await measureMany(backend);
} finally {
  for (const end of ends.reverse()) await end();
}
exit(misses === 0 ? 0 : 1);
