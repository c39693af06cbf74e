/**
 * Holds replicas against servers that were not made here: three of llama.cpp behind one backend, of two slots each. One of them is
 * killed while 200 requests of all kinds are in flight, and started again: none may fail but those that it had.
 *
 *   node --import tsx scripts/real-replicas.ts LLAMA_SERVER MODEL.gguf     after `npm run build`
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { serveBuild } from './served-gateway.ts';

const [program, file] = process.argv.slice(2);
if (program === undefined || file === undefined)
  throw new Error('usage: scripts/real-replicas.ts LLAMA_SERVER MODEL.gguf');

const secret = 'sk-real-0123456789abcdef';
const slots = 2;
const requests = 200;
const atOnce = 12;
const ports = [18_201, 18_202, 18_203];

async function startServer(port: number): Promise<ChildProcess> {
  const options = ['-m', file!, '--alias', 'tiny', '--port', String(port), '--no-webui', '--metrics'];
  const child = spawn(program!, [...options, '-c', '8192', '--parallel', String(slots), '-t', '1'], {
    stdio: 'ignore',
  });
  for (;;) {
    if (child.exitCode !== null) throw new Error(`a server ended with ${child.exitCode}`);
    const isWell = await fetch(`http://127.0.0.1:${port}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isWell) return child;
    await sleep(50);
  }
}

const servers = new Map<number, ChildProcess>();
for (const port of ports) servers.set(port, await startServer(port));
const urls = ports.map((port) => `"http://127.0.0.1:${port}"`).join(', ');
const gateway = await serveBuild(`version: 1
listen: { address: "127.0.0.1:0", tls: { self_signed: true } }
admin: { address: "127.0.0.1:18209", read_token: read-0123456789abcdef }
workers: 2
backends:
  real: { url: "http://127.0.0.1:${ports[0]}", replicas: [${urls}], load: llama_cpp, flavor: llama_cpp, health: { path: /health, interval: 500ms } }
models:
  tiny:
    queue: { wait: 60s, length: 500 }
    deployments:
      - { backend: real, rate_limit: { concurrency: ${slots} }, endpoints: { chat_completions: [streaming], messages: [streaming], completions: [streaming] } }
keys: { real: { secret: ${secret} } }
`);
const agent = new Agent({ keepAlive: true, ca: readFileSync(gateway.caFile) });

/** One of several kinds: chat, messages and completions, whole and as streams, short and long. */
function kind(place: number): readonly [path: string, body: object] {
  const stream = place % 2 === 0;
  const max_tokens = place % 5 === 0 ? 400 : 24;
  const content = `Tell me of river ${place} and the old stone bridge.`;
  const messages = [{ role: 'user', content }];
  switch (place % 3) {
    case 0:
      return ['/v1/chat/completions', { model: 'tiny', messages, stream, max_tokens }];
    case 1:
      return ['/v1/messages', { model: 'tiny', messages, stream, max_tokens }];
    default:
      return ['/v1/completions', { model: 'tiny', prompt: content, stream, max_tokens }];
  }
}

interface Reply {
  readonly status: number;
  /** The whole answer came, and no error in it. */
  readonly isWhole: boolean;
  readonly text: string;
}

function ask(place: number): Promise<Reply> {
  const [path, body] = kind(place);
  const text = JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
    const sent = request(`${gateway.url}${path}`, { agent, method: 'POST', headers }, (answer) => {
      let all = '';
      answer.on('data', (chunk) => {
        all += chunk;
      });
      answer.on('close', () => {
        const isWhole = answer.complete && !all.includes('"error"');
        resolve({ status: answer.statusCode ?? 0, isWhole, text: all });
      });
    });
    sent.on('error', reject);
    sent.end(text);
  });
}

/** The number of requests in flight, by the server's own count. */
async function underWay(port: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(/^llamacpp:requests_processing (\d+)/m.exec(text)?.[1] ?? 0);
}

const [victim] = ports as [number];
let hadUnderWay = 0;
const failed: { readonly place: number; readonly reply: Reply }[] = [];
let next = 0;
let done = 0;
const work = async () => {
  for (let place = next++; place < requests; place = next++) {
    const reply = await ask(place);
    done += 1;
    if (reply.status !== 200 || !reply.isWhole) failed.push({ place, reply });
  }
};
const kill = async () => {
  while (done < requests / 4) await sleep(5);
  hadUnderWay = await underWay(victim);
  const child = servers.get(victim)!;
  child.kill('SIGKILL');
  await once(child, 'exit');
  console.log(`killed one of three after ${done} requests, with ${hadUnderWay} under way`);
  while (done < requests / 2) await sleep(5);
  servers.set(victim, await startServer(victim));
  console.log(`started it again after ${done} requests`);
};
try {
  await Promise.all([kill(), ...Array.from({ length: atOnce }, work)]);
  const text = await (
    await fetch('http://127.0.0.1:18209/metrics', {
      headers: { authorization: 'Bearer read-0123456789abcdef' },
    })
  ).text();
  for (const line of text.split('\n'))
    if (line.startsWith('gateway_attempts_total{') || line.startsWith('gateway_retries_total{'))
      console.log(line);
  for (const { place, reply } of failed)
    console.log(`request ${place} (${kind(place)[0]}): ${reply.status} ${reply.text.slice(-200).trim()}`);
  console.log(
    `${requests - failed.length} of ${requests} answered; ${failed.length} failed, of at most ${slots} under way there`,
  );
  if (failed.length > slots) process.exitCode = 1;
} finally {
  agent.destroy();
  await gateway.stop();
  for (const child of servers.values()) child.kill('SIGKILL');
}
