/**
 * The cost of turns on sockets beside the same requests over HTTP: `npm run bench:sockets`, after `npm run build`. CPU
 * of the gateway's processes in slices by turns, over 20 connections each: a short turn, an event of a long one that is
 * relayed, and one of a session, beside one of a stream over HTTP, and the memory of a connection that is idle.
 */
import { fork } from 'node:child_process';
import { createServer } from 'node:http';
import { Agent, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket, WebSocketServer } from 'ws';
import { serveBuild } from '../scripts/served-gateway.ts';
import { responseEvents } from '../test/helpers/responses-backend.ts';
import { medianInterval } from './against/median-interval.ts';
import { cpuMicros, memoryKiB, processesNamed } from './measure/processes.ts';

const key = 'sk-bench-0123456789abcdefghijklmnopqrstuv';
const connections = 20;
const sliceMs = 2000;
const pairs = 16;
const warmUpMs = 3000;
const deltas = 400;
const idle = 400;

/** `turn`, `event`, `realtime` and `idle` are measured alone where they are named. */
const wants = (what: string) => process.argv.length === 2 || process.argv.includes(what, 2);

const print = (text: string) => process.stdout.write(`${text}\n`);

if (process.argv[2] === 'backend') await serveBackend();
else await measure();

/** Answers turns and requests: shortly, or with many events where the input says so. */
async function serveBackend(): Promise<void> {
  const short = responseEvents({ id: 'resp_short', text: 'x'.repeat(200) });
  const [created = '', ...rest] = responseEvents({ id: 'resp_long', text: 'x' });
  const delta = {
    type: 'response.output_text.delta',
    item_id: 'msg_resp_long',
    output_index: 0,
    content_index: 0,
    delta: 'some more words of an answer ',
    obfuscation: 'x'.repeat(120),
    sequence_number: 7,
  };
  const more = `event: response.output_text.delta\ndata: ${JSON.stringify(delta)}\n\n`;
  const long = [created, ...Array.from({ length: deltas }, () => more), ...rest];
  const dataOf = (event: string) => /^data: (.*)$/m.exec(event)![1]!;
  const [shortFrames, longFrames] = [short.map(dataOf), long.map(dataOf)];
  const sessionFrames = [
    JSON.stringify({ type: 'response.created', response: { id: 'resp_session' } }),
    ...Array.from({ length: deltas }, () => dataOf(more)),
    JSON.stringify({
      type: 'response.done',
      response: {
        id: 'resp_session',
        status: 'completed',
        usage: { input_tokens: 9, output_tokens: deltas, total_tokens: 9 + deltas },
      },
    }),
  ];
  /** As a model writes them: some at a time. */
  const inPieces = async (events: readonly string[], send: (event: string) => void) => {
    for (const [at, event] of events.entries()) {
      send(event);
      if (at % 4 === 3) await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const server = createServer((asked, answer) => {
    let body = '';
    asked.on('data', (bytes: Buffer) => {
      body += bytes.toString();
    });
    asked.on('end', async () => {
      answer.writeHead(200, { 'content-type': 'text/event-stream' });
      if (!body.includes('"long"')) return void answer.end(short.join(''));
      await inPieces(long, (event) => answer.write(event));
      answer.end();
    });
  });
  const frames = new WebSocketServer({ noServer: true });
  server.on('upgrade', (asked, socket, head) =>
    frames.handleUpgrade(asked, socket, head, (webSocket) => {
      const isSession = asked.url!.startsWith('/v1/realtime');
      webSocket.on('message', (data: Buffer) => {
        const isLong = data.includes('"long"');
        // All writes of one turn of the event loop leave in one piece, as with Node.js's chunks of HTTP.
        void inPieces(isSession ? sessionFrames : isLong ? longFrames : shortFrames, (event) => {
          socket.cork();
          webSocket.send(event);
          process.nextTick(() => socket.uncork());
        });
      });
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.send!((server.address() as AddressInfo).port);
}

async function measure(): Promise<void> {
  const backend = fork(import.meta.filename, ['backend']);
  const port = await new Promise<number>((resolve) =>
    backend.once('message', (told) => resolve(told as number)),
  );
  const deployment = (more: string) =>
    `{ deployments: [ { backend: local, endpoints: { responses: ${more} } } ] }`;
  const gateway = await serveBuild(
    [
      'version: 1',
      'listen: { address: "127.0.0.1:0", tls: { self_signed: true } }',
      'workers: 1',
      'log: { sample: 0 }',
      `backends: { local: { url: "http://127.0.0.1:${port}" } }`,
      `models: { bridged: ${deployment('[streaming]')}, relayed: ${deployment('{ capabilities: [streaming], relay: websocket }')}, voice: { deployments: [ { backend: local, endpoints: { realtime: [] } } ] } }`,
      `keys: { bench: { secret: ${key}, endpoints: [responses, realtime] } }`,
    ].join('\n'),
  );
  const root = gateway.pid;
  const base = gateway.url.replace('https://', '');
  try {
    if (wants('turn')) {
      const short = JSON.stringify('Hello, and '.padEnd(700, 'more '));
      const works = [await turns(base, 'bridged', short), requests(base, 'bridged', short)] as const;
      print(told('a turn, bridged, beside its POST', await ratios(root, works), 0.9));
    }
    if (wants('event')) {
      const works = [await turns(base, 'relayed', '"long"'), requests(base, 'bridged', '"long"')] as const;
      print(told('an event, relayed, beside one over HTTP', await ratios(root, works, deltas), 0.9));
    }
    if (wants('realtime')) {
      const works = [await responses(base), requests(base, 'bridged', '"long"')] as const;
      print(told('an event of a session beside one over HTTP', await ratios(root, works, deltas), 0.9));
    }
    if (wants('idle')) await idleMemory(root, base);
  } finally {
    await gateway.stop();
    backend.kill();
  }
}

/** Work that goes on for as long as it is let. */
interface Work {
  /** Does it for so long; how often it was done. */
  run(ms: number): Promise<number>;
  close(): void;
}

function turns(base: string, model: string, input: string): Promise<Work> {
  const event = `{"type":"response.create","model":"${model}","store":true,"input":${input}}`;
  return onSockets(base, '/v1/responses', event, '"type":"response.completed"');
}

/** Responses of realtime sessions. */
function responses(base: string): Promise<Work> {
  return onSockets(base, '/v1/realtime?model=voice', '{"type":"response.create"}', '"type":"response.done"');
}

async function onSockets(base: string, path: string, event: string, end: string): Promise<Work> {
  const sockets = await Promise.all(Array.from({ length: connections }, () => opened(base, path)));
  return {
    async run(ms) {
      const until = performance.now() + ms;
      let done = 0;
      await Promise.all(
        sockets.map(async (socket) => {
          while (performance.now() < until) {
            await new Promise<void>((resolve) => {
              const listen = (data: Buffer) => {
                if (!data.includes(end)) return;
                socket.off('message', listen);
                resolve();
              };
              socket.on('message', listen);
              socket.send(event);
            });
            done += 1;
          }
        }),
      );
      return done;
    },
    close() {
      for (const socket of sockets) socket.terminate();
    },
  };
}

function opened(base: string, path = '/v1/responses'): Promise<WebSocket> {
  const socket = new WebSocket(`wss://${base}${path}`, {
    headers: { authorization: `Bearer ${key}` },
    rejectUnauthorized: false,
    perMessageDeflate: false,
  });
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(socket));
    socket.once('error', reject);
  });
}

function requests(base: string, model: string, input: string): Work {
  const agent = new Agent({ keepAlive: true, maxSockets: connections, rejectUnauthorized: false });
  const body = `{"model":"${model}","stream":true,"store":true,"input":${input}}`;
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  const one = () =>
    new Promise<void>((resolve, reject) => {
      const asked = request(`https://${base}/v1/responses`, { method: 'POST', agent, headers }, (answer) => {
        answer.resume().on('end', resolve);
      });
      asked.on('error', reject);
      asked.end(body);
    });
  return {
    async run(ms) {
      const until = performance.now() + ms;
      let done = 0;
      await Promise.all(
        Array.from({ length: connections }, async () => {
          while (performance.now() < until) {
            await one();
            done += 1;
          }
        }),
      );
      return done;
    },
    close: () => agent.destroy(),
  };
}

/** CPU of one thing of the first kind by that of the second, in neighbouring slices. */
async function ratios(root: number, [first, second]: readonly [Work, Work], each = 1) {
  const costs: [number[], number[]] = [[], []];
  for (const work of [first, second]) await work.run(warmUpMs);
  const ratios: number[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    const order = pair % 2 === 0 ? [0, 1] : [1, 0];
    const cost: number[] = [];
    for (const at of order) {
      const before = cpuMicros(root);
      const done = await (at === 0 ? first : second).run(sliceMs);
      cost[at] = (cpuMicros(root) - before) / (done * each);
      costs[at as 0 | 1].push(cost[at]!);
    }
    ratios.push(cost[0]! / cost[1]!);
  }
  first.close();
  second.close();
  return { ratio: medianInterval(ratios), costs: costs.map((all) => medianInterval(all).median) };
}

function told(what: string, { ratio, costs }: Awaited<ReturnType<typeof ratios>>, bar: number): string {
  const [own = 0, other = 0] = costs;
  const interval = `${ratio.from.toFixed(2)} to ${ratio.to.toFixed(2)}`;
  return `${what}: ${ratio.median.toFixed(2)} (${interval}); ${own.toFixed(1)} us and ${other.toFixed(1)} us; at most ${bar}`;
}

/** The memory of an idle socket beyond an idle connection. */
async function idleMemory(root: number, base: string): Promise<void> {
  const [worker] = processesNamed(root, 'worker-main');
  const at = worker ?? root;
  const settled = async () => {
    await sleep(25_000);
    return memoryKiB(at);
  };
  const agent = new Agent({
    keepAlive: true,
    maxSockets: idle,
    maxFreeSockets: idle,
    rejectUnauthorized: false,
  });
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      const asked = request(
        `https://${base}/v1/models`,
        { agent, headers: { authorization: `Bearer ${key}` } },
        (answer) => answer.resume().on('end', resolve),
      );
      asked.on('error', reject);
      asked.end();
    });
  const none = await settled();
  await Promise.all(Array.from({ length: idle }, ask));
  const keepAlive = setInterval(() => void Promise.all(Array.from({ length: idle }, ask)), 20_000);
  const ofConnections = (await settled()) - none;
  clearInterval(keepAlive);
  agent.destroy();
  const again = await settled();
  const sockets: WebSocket[] = [];
  for (let count = 0; count < idle; count += 50)
    sockets.push(...(await Promise.all(Array.from({ length: 50 }, () => opened(base)))));
  const ofSockets = (await settled()) - again;
  for (const socket of sockets) socket.terminate();
  const beyond = (ofSockets - ofConnections) / idle;
  print(
    `an idle socket: ${(ofSockets / idle).toFixed(1)} KiB, ${beyond.toFixed(1)} beyond an idle connection (${(ofConnections / idle).toFixed(1)}); at most 24`,
  );
}
