/**
 * The promises of waiting rooms, for a gateway of two workers before eight servers of four slots each: under one and a
 * half times what they can do people wait for a service time at most while batches wait for long, nothing that could be
 * done is left undone, keys of equal weight have equal shares, and no slot is empty while somebody waits. The share of
 * sessions that meet the cache of their last turn under 0.7 of what they can do. And the cost of a wait.
 *
 *   npm run build && npm run bench:queue                   everything, in some three minutes; SECONDS and SERVICE_MS set its
 *                                                          length, and a server's time: on a busy machine, servers of two
 *                                                          seconds leave time for other work
 *   npm run bench:queue -- host                            only some: host, redis, caches, cpu
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, Agent as PlainAgent, request as plainRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { startRedis } from '../test/helpers/redis.ts';
import { readToken, type Served, serve } from '../test/helpers/serve.ts';
import { cpuMicros } from './measure/processes.ts';

const servers = 8;
const slots = 4;
const serviceMs = Number(process.env['SERVICE_MS'] ?? 500);
const overload = 1.5;
const keys = {
  people: { secret: 'sk-bench-people-0123456789', share: 0.4 },
  one: { secret: 'sk-bench-one-0123456789abc', share: 0.3 },
  other: { secret: 'sk-bench-other-0123456789a', share: 0.3 },
} as const;
type Key = keyof typeof keys;

const parts = ['host', 'redis', 'caches', 'cpu'] as const;
const wanted = process.argv.slice(2);
for (const word of wanted)
  if (!parts.some((part) => part === word)) throw new Error(`no part ${word}: ${parts.join(', ')}`);
const isWanted = (part: (typeof parts)[number]) => wanted.length === 0 || wanted.includes(part);

const ends: (() => void | Promise<void>)[] = [];
const owner = { after: (end: () => void | Promise<void>) => void ends.push(end) };

const answer = JSON.stringify({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: 'done' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 5, completion_tokens: 1, total_tokens: 6 },
});

/** A server of so many slots: how long each stood empty before it was taken again, and when. */
interface Server {
  readonly url: string;
  readonly gaps: { readonly atMs: number; readonly ms: number }[];
  served: number;
  most: number;
  /** The time that all requests together took there: on a busy machine timers are late. */
  tookMs: number;
}

async function startServer(heldMs: number): Promise<Server> {
  const empty: number[] = [];
  let busy = 0;
  const own: { -readonly [Name in keyof Server]: Server[Name] } = {
    url: '',
    gaps: [],
    served: 0,
    most: 0,
    tookMs: 0,
  };
  const server = createServer((request, response) => {
    const atMs = performance.now();
    const since = empty.shift();
    if (since !== undefined) own.gaps.push({ atMs, ms: atMs - since });
    busy += 1;
    own.most = Math.max(own.most, busy);
    request.resume();
    setTimeout(() => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': answer.length });
      response.end(answer);
      busy -= 1;
      own.served += 1;
      own.tookMs += performance.now() - atMs;
      empty.push(performance.now());
    }, heldMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  owner.after(() => {
    server.closeAllConnections();
    server.close();
  });
  own.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return own;
}

/** @param more State of the gateway, and whether requests may wait at all. */
function configText(all: readonly Server[], state: string): string {
  const deployment = (name: string) =>
    `{ backend: ${name}, rate_limit: { concurrency: ${slots} }, endpoints: { chat_completions: [] } }`;
  const names = all.map((_, place) => `s${place}`);
  return `version: 1
workers: 2
listen: { address: "127.0.0.1:0", tls: { terminated_by: ["127.0.0.1"] } }
admin: { address: "127.0.0.1:0", read_token: ${readToken} }
log: { level: warn }
backends: { ${all.map(({ url }, place) => `s${place}: { url: "${url}" }`).join(', ')} }
models: { m: { queue: { wait: 10s, length: 500 }, deployments: [ ${names.map(deployment).join(', ')} ] } }
keys:
  people: { secret: ${keys.people.secret}, queue: { class: high } }
  one: { secret: ${keys.one.secret}, queue: { class: low } }
  other: { secret: ${keys.other.secret}, queue: { class: low } }
${state}
`;
}

const agent = new PlainAgent({ keepAlive: true, maxSockets: 4000 });
const plainBody = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Hello' }] });

function call(
  { port }: Served,
  key: Key,
  body: string = plainBody,
  more: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly queuedMs: number }> {
  return new Promise((resolve, reject) => {
    const headers = {
      ...more,
      authorization: `Bearer ${keys[key].secret}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'x-forwarded-proto': 'https',
      'x-forwarded-for': '10.0.0.1',
    };
    const path = '/v1/chat/completions';
    const sent = plainRequest(
      { host: '127.0.0.1', port, agent, path, method: 'POST', headers },
      (reply: IncomingMessage) => {
        reply.resume();
        reply.on('end', () =>
          resolve({
            status: reply.statusCode ?? 0,
            queuedMs: Number(reply.headers['x-gateway-queued-ms'] ?? 0),
          }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

let hasFailed = false;
const figures: Record<string, number> = {};
function told(name: string, value: number, bound: number, isLeast = false): void {
  const isGood = isLeast ? value >= bound : value <= bound;
  hasFailed ||= !isGood;
  figures[name] = value;
  const words = `${isLeast ? 'at least' : 'at most'} ${bound}`;
  process.stdout.write(`${isGood ? 'ok ' : 'BAD'} ${name}: ${value.toFixed(3)} (${words})\n`);
}

/** One and a half times what the servers can do, for so long. */
async function overloaded(name: string, state: string, seconds: number, emptyMs: number): Promise<void> {
  const all = await Promise.all(Array.from({ length: servers }, () => startServer(serviceMs)));
  const gateway = await serve(owner, configText(all, state));
  const perSecond = (overload * servers * slots * 1000) / serviceMs;
  const done: {
    readonly key: Key;
    readonly status: number;
    readonly queuedMs: number;
    readonly atMs: number;
  }[] = [];
  const late = monitorEventLoopDelay({ resolution: 1 });
  late.enable();
  const startMs = performance.now();
  const warmMs = 10_000;
  const endMs = startMs + warmMs + seconds * 1000;
  const under: Promise<void>[] = [];
  for (let nextMs = startMs; nextMs < endMs; nextMs += (-Math.log(Math.random()) * 1000) / perSecond) {
    const waitMs = nextMs - performance.now();
    if (waitMs > 1) await sleep(waitMs);
    const drawn = Math.random();
    const key: Key =
      drawn < keys.people.share ? 'people' : drawn < keys.people.share + keys.one.share ? 'one' : 'other';
    under.push(
      call(gateway, key).then((reply) => void done.push({ key, atMs: performance.now(), ...reply })),
    );
  }
  const stoppedMs = performance.now();
  late.disable();
  const fromMs = startMs + warmMs;
  const counted = done.filter(({ atMs }) => atMs >= fromMs && atMs < stoppedMs);
  const answered = (key?: Key) =>
    counted.filter((one) => one.status === 200 && (key === undefined || one.key === key));
  const capacity = (servers * slots * (stoppedMs - fromMs)) / serviceMs;
  const high = answered('people').map(({ queuedMs }) => queuedMs / serviceMs);
  told(`${name}: wait of high in the median, in service times`, quantile(high, 0.5), 1);
  told(`${name}: the same at p95`, quantile(high, 0.95), 3);
  told(`${name}: goodput, of capacity`, answered().length / capacity, 0.98, true);
  const [one, other] = [answered('one').length, answered('other').length];
  told(
    `${name}: shares of two keys of equal weight differ by`,
    Math.abs(one - other) / Math.max(one, other),
    0.05,
  );
  const gaps = all.flatMap((server) => server.gaps).filter(({ atMs }) => atMs >= fromMs && atMs < stoppedMs);
  told(
    `${name}: a slot stands empty while somebody waits, ms at p99`,
    quantile(
      gaps.map(({ ms }) => ms),
      0.99,
    ),
    emptyMs,
  );
  told(`${name}: most requests at once on a server`, Math.max(...all.map(({ most }) => most)), slots);
  process.stdout.write(
    `    ${counted.length} requests, of which ${counted.length - answered().length} were sent away; low waited ${Math.round(
      quantile(
        answered('one').map(({ queuedMs }) => queuedMs),
        0.5,
      ),
    )} ms in the median\n`,
  );
  const served = all.reduce((sum, one) => sum + one.served, 0);
  const tookMs = all.reduce((sum, one) => sum + one.tookMs, 0) / served;
  process.stdout.write(
    `    the machine: a server's ${serviceMs} ms took ${tookMs.toFixed(1)} in the mean, so goodput was ${(
      (answered().length / capacity) * (tookMs / serviceMs)
    ).toFixed(
      3,
    )} of what servers could do; this process was late by ${(late.percentile(99) / 1e6).toFixed(1)} ms at p99, ${(late.max / 1e6).toFixed(1)} at worst\n`,
  );
  // A store that did not answer has other rules: what was measured then says nothing of them.
  for (const { level, msg } of gateway.logs)
    if (level === 'error') process.stdout.write(`    ${String(msg)}\n`);
  gateway.child.kill('SIGKILL');
  await Promise.allSettled(under);
}

const sessionCount = 200;

/** A server of so many slots, before which it lets others wait itself, and of each session whether it had it last. */
async function startCache(last: Map<string, unknown>, met: { hits: number; turns: number }): Promise<string> {
  let busy = 0;
  const waiting: (() => void)[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const { messages } = JSON.parse(text) as { messages: { content: string }[] };
    const session = messages[0]!.content;
    if (last.has(session)) {
      met.turns += 1;
      if (last.get(session) === server) met.hits += 1;
    }
    last.set(session, server);
    if (busy >= slots) await new Promise<void>((resolve) => waiting.push(resolve));
    else busy += 1;
    await sleep(serviceMs);
    const next = waiting.shift();
    if (next === undefined) busy -= 1;
    else next();
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': answer.length });
    response.end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  owner.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The share of turns that meet the cache of the turn before, of sessions that take turns at 0.7 of what servers can do. */
async function met(balance: string, seconds: number): Promise<number> {
  const last = new Map<string, unknown>();
  const counts = { hits: 0, turns: 0 };
  const urls = await Promise.all(Array.from({ length: servers }, () => startCache(last, counts)));
  const gateway = await serve(
    owner,
    `version: 1
workers: 2
listen: { address: "127.0.0.1:0", tls: { terminated_by: ["127.0.0.1"] } }
log: { level: warn }
backends: { s: { url: "${urls[0]}", replicas: ${JSON.stringify(urls)} } }
models: { m: { ${balance}, deployments: [{ backend: s, endpoints: { chat_completions: [] } }] } }
keys: { one: { secret: ${keys.one.secret} } }
`,
  );
  const idle = Array.from({ length: sessionCount }, (_, place) => place);
  const turns = new Map<number, number>();
  const perSecond = (0.7 * servers * slots * 1000) / serviceMs;
  const endMs = performance.now() + seconds * 1000;
  const under: Promise<void>[] = [];
  for (
    let nextMs = performance.now();
    nextMs < endMs;
    nextMs += (-Math.log(Math.random()) * 1000) / perSecond
  ) {
    const waitMs = nextMs - performance.now();
    if (waitMs > 1) await sleep(waitMs);
    const [session] = idle.splice(Math.floor(Math.random() * idle.length), 1);
    if (session === undefined) continue;
    const turn = (turns.get(session) ?? 0) + 1;
    turns.set(session, turn);
    const messages = [
      { role: 'user', content: `session ${session}` },
      ...Array.from({ length: turn }, (_, at) => ({ role: at % 2 ? 'user' : 'assistant', content: `${at}` })),
    ];
    // Of two sessions one says that it is one, the other is known by how it begins.
    const more: Record<string, string> = session % 2 === 0 ? { 'x-session-id': `session-${session}` } : {};
    under.push(
      call(gateway, 'one', JSON.stringify({ model: 'm', messages }), more).then(
        () => void idle.push(session),
      ),
    );
  }
  await Promise.allSettled(under);
  gateway.child.kill('SIGKILL');
  return counts.hits / counts.turns;
}

/** CPU of the gateway for a request that waits beside that of one that does not, both at what the servers can do. */
async function cost(): Promise<void> {
  const all = await Promise.all(Array.from({ length: servers }, () => startServer(40)));
  const gateway = await serve(owner, configText(all, ''));
  const cpu = () => cpuMicros(gateway.child.pid!);
  const perRequest = async (clients: number, seconds: number) => {
    const until = performance.now() + seconds * 1000;
    let count = 0;
    const before = cpu();
    await Promise.all(
      Array.from({ length: clients }, async () => {
        while (performance.now() < until) {
          await call(gateway, 'one');
          count += 1;
        }
      }),
    );
    return (cpu() - before) / count;
  };
  await perRequest(30, 6);
  await perRequest(64, 6);
  const more: number[] = [];
  for (let round = 0; round < 7; round += 1) {
    // Every second round runs backwards.
    const order = round % 2 === 0 ? [30, 64] : [64, 30];
    const took = new Map<number, number>();
    for (const clients of order) took.set(clients, await perRequest(clients, 4));
    more.push(took.get(64)! - took.get(30)!);
  }
  told('cpu: a request that waits, us more', quantile(more, 0.5), 15);
  gateway.child.kill('SIGKILL');
}

try {
  if (isWanted('host')) await overloaded('host', '', Number(process.env['SECONDS'] ?? 60), 5);
  if (isWanted('redis')) {
    const redis = await startRedis(owner as never);
    await overloaded(
      'redis',
      `state: { store: redis, redis: { url: "${redis.url}", gateways: 1 } }`,
      20,
      100,
    );
  }
  if (isWanted('caches')) {
    const seconds = Number(process.env['SECONDS'] ?? 60);
    told(
      'caches: turns that meet the cache of the one before',
      await met('balance: sticky, spill: 1.5', seconds),
      0.9,
      true,
    );
    process.stdout.write(
      `    ${(await met('balance: weighted', seconds / 3)).toFixed(3)} of them by chance\n`,
    );
  }
  if (isWanted('cpu')) await cost();
  const results = join(import.meta.dirname, 'results');
  mkdirSync(results, { recursive: true });
  writeFileSync(join(results, 'queue.json'), `${JSON.stringify(figures, null, 2)}\n`);
} finally {
  agent.destroy();
  for (const end of ends.reverse()) await end();
}
process.exit(hasFailed ? 1 : 0);
