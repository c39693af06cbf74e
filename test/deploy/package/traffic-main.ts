/**
 * A backend and its clients, in the network of a machine: `traffic-main.ts CA KEY STREAM_MS`. Says where the backend is;
 * with a first line on standard input the clients begin, with its end they finish, and what came of it is told as JSON.
 */
import { readFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { completion, delta, startBackend } from '../../helpers/backend.ts';
import { begin, readReply } from '../../helpers/gateway.ts';
import { startLoad } from '../../helpers/load.ts';

/** What became of the load. */
export interface Traffic {
  readonly kept: number;
  readonly anew: number;
  readonly streams: number;
  readonly failures: readonly string[];
}

const [caFile = '', key = '', streamMs = ''] = process.argv.slice(2);
const pieces = 20;
const streamsEveryMs = 500;
const ends: (() => void | Promise<void>)[] = [];
const owner = { after: (end: () => void | Promise<void>) => void ends.push(end) };

const backend = await startBackend(owner, async ({ body }, response) => {
  if (!(JSON.parse(String(body)) as { readonly stream?: boolean }).stream) {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(completion('a')));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (let piece = 0; piece < pieces; piece += 1) {
    response.write(delta(`${piece} `));
    await sleep(Number(streamMs) / pieces);
  }
  response.end(`${delta('', 'stop')}data: [DONE]\n\n`);
});
process.stdout.write(`${backend.url}\n`);

const orders = createInterface({ input: process.stdin });
await new Promise<void>((resolve) => orders.once('line', () => resolve()));
const at = { port: 8443, ca: readFileSync(caFile, 'utf8'), agent: new Agent({ keepAlive: false }) };
const body = { model: 'slow', messages: [{ role: 'user', content: 'Hello' }] };
const failures: string[] = [];
let isOver = false;
orders.once('close', () => {
  isOver = true;
});

/** To be found again in the log of the gateway. */
function since(began: Date): string {
  return `from ${began.toISOString()} for ${Date.now() - began.getTime()} ms`;
}

async function one(kind: string, more: object, isGood: (text: string) => boolean): Promise<void> {
  const began = new Date();
  try {
    const reply = await readReply(
      await begin(at, '/v1/chat/completions', { key, body: { ...body, ...more } }),
    );
    if (reply.status === 200 && reply.complete && isGood(reply.text)) return;
    failures.push(
      `${kind}, ${since(began)}: ${reply.status} ${reply.complete ? '' : 'cut '}${reply.text.slice(-300)}`,
    );
  } catch (error) {
    failures.push(`${kind}, ${since(began)}: ${error}`);
  }
}

const kept = startLoad(owner, at, { connections: 4, body, key, pauseMs: 5 });
let anew = 0;
const callers = Array.from({ length: 3 }, async () => {
  while (!isOver) {
    anew += 1;
    await one('a new connection', {}, () => true);
    await sleep(5);
  }
});
const isWhole = (text: string) =>
  text.match(/"content":"\d+ "/g)?.length === pieces && text.endsWith('data: [DONE]\n\n');
const streams: Promise<void>[] = [];
while (!isOver) {
  streams.push(one('a stream', { stream: true }, isWhole));
  await sleep(streamsEveryMs);
}
await Promise.all([kept.stop(), ...callers, ...streams]);
for (const { failure } of kept.failures) failures.push(`a kept connection: ${failure}`);
const told: Traffic = { kept: kept.shots.length, anew, streams: streams.length, failures };
process.stdout.write(`${JSON.stringify(told)}\n`);
for (const end of ends.reverse()) await end();
