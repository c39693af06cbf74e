/**
 * Operators' actions on a busy gateway, with the full figures: `npm run bench:reload`, after `npm run build`. The tests
 * hold the same in a shorter form. Names of scenarios as arguments run those alone.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { until } from '../test/helpers/gate.ts';
import { begin, readReply, secret } from '../test/helpers/gateway.ts';
import { hello, liveText, modelsSeen, workersOf } from '../test/helpers/live.ts';
import { type Load, startLoad } from '../test/helpers/load.ts';
import { freePort } from '../test/helpers/ports.ts';
import { gatewayProgram } from '../test/helpers/program.ts';
import { type Owner, type Served, serve } from '../test/helpers/serve.ts';

const stretches = fileURLToPath(new URL('programs/stretches.mjs', import.meta.url));

type Scenario = (owner: Owner) => Promise<Readonly<Record<string, string | number>>>;

/** 100 edits in 10 s, in every style, under 32 connections. */
const edits: Scenario = async (owner) => {
  const served = await serve(owner, editText(0));
  const load = startLoad(owner, served, { connections: 32, body: hello });
  await sleep(10_000); // until the heaps have grown to what the load needs
  const memoryBefore = memoryOf(served);
  const appliedBefore = (await served.status()).reloads.applied;
  const began = performance.now();
  for (let edit = 1; edit <= 100; edit += 1) {
    saveInStyle(served, edit, editText(edit));
    await sleep(Math.max(0, began + edit * 100 - performance.now()));
  }
  const applied = (await served.status()).reloads.applied - appliedBefore;
  const lastAt = performance.now();
  await until(
    async () => (await modelsSeen(served)).every((seen) => seen.endsWith('edit-100')),
    'all',
    10_000,
  );
  const effectiveMs = performance.now() - lastAt;
  await sleep(5000);
  const memory = memoryOf(served);
  await load.stop();
  return {
    requests: load.shots.length,
    failed: load.failures.length,
    reloads: applied,
    'last edit effective after, ms (asking included)': round(effectiveMs),
    'memory of all processes, MB': `${round(memoryBefore)} then ${round(memory)}`,
  };
};

/** SIGKILL of a worker under load, three times. */
const kills: Scenario = async (owner) => {
  const listen = `{ address: "127.0.0.1:${await freePort()}", tls: { self_signed: true } }`;
  const served = await serve(owner, liveText({ listen }));
  const load = startLoad(owner, served, { connections: 32, body: hello });
  await sleep(1000);
  const replaced: number[] = [];
  const killed: number[] = [];
  for (const count of [1, 2, 3]) {
    const at = performance.now();
    killed.push(at);
    process.kill(workersOf(served)[0]!, 'SIGKILL');
    await until(async () => (await served.status()).workers.restarts === count, 'missed', 5000);
    await until(async () => (await served.status()).workers.serving === 2, 'replaced', 20_000);
    replaced.push(performance.now() - at);
    await sleep(2000);
  }
  await load.stop();
  const late = load.failures.filter(({ at }) => killed.every((kill) => at < kill - 1000 || at > kill + 1000));
  return {
    requests: load.shots.length,
    failed: load.failures.length,
    'failed later than 1 s after': late.length,
    'replaced after, ms': replaced.map(round).join(', '),
  };
};

/** 20 streams of 10 s, with time to end. */
const drain: Scenario = (owner) => draining(owner, 10_000, '25s');
/** 20 streams of 60 s that are given 5 s. */
const cut: Scenario = (owner) => draining(owner, 60_000, '5s');

async function draining(owner: Owner, streamMs: number, drainTime: string): ReturnType<Scenario> {
  const event = 'data: {"choices":[{"index":0,"delta":{"content":"a"}}]}\n\n';
  const stream = async (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const end = performance.now() + streamMs;
    while (performance.now() < end && !response.destroyed) {
      response.write(event);
      await sleep(100);
    }
    response.end('data: [DONE]\n\n');
  };
  const backend = createServer((_request, response) => void stream(response)).listen(0, '127.0.0.1');
  owner.after(() => {
    backend.closeAllConnections();
    backend.close();
  });
  await new Promise((listening) => backend.once('listening', listening));
  const { port } = backend.address() as { port: number };
  const listen = `{ address: "127.0.0.1:0", tls: { self_signed: true }, drain: ${drainTime} }`;
  const served = await serve(owner, liveText({ listen, backend: `{ url: "http://127.0.0.1:${port}" }` }));
  const call = { body: { ...hello, stream: true } };
  const streams = await Promise.all(
    Array.from({ length: 20 }, () => begin(served, '/v1/chat/completions', call)),
  );
  const signalAt = performance.now();
  served.child.kill('SIGTERM');
  const replies = await Promise.all(streams.map(readReply));
  const lastAt = performance.now();
  const code = await served.ended;
  return {
    whole: replies.filter(({ complete, text }) => complete && text.endsWith('data: [DONE]\n\n')).length,
    'with an error event': replies.filter(({ text }) => text.includes('upstream_interrupted')).length,
    'exit code': code,
    'exit after the signal, ms': round(performance.now() - signalAt),
    'exit after the last answer, ms': round(performance.now() - lastAt),
  };
}

/** 2,000 models, 6,000 deployments, 22,000 keys. */
const large: Scenario = async (owner) => {
  const dir = mkdtempSync(join(tmpdir(), 'gateway-large-'));
  owner.after(() => rmSync(dir, { recursive: true, force: true }));
  const file = join(dir, 'gateway.yaml');
  const text = largeText();
  writeFileSync(file, text);
  writeFileSync(join(dir, 'keys.json'), largeKeys());
  const check = spawnSync(
    '/usr/bin/time',
    ['-f', '%U %S %M', process.execPath, gatewayProgram, 'check', file],
    {
      encoding: 'utf8',
    },
  );
  const [user, system, kilobytes] = (check.stderr.trim().split('\n').pop() ?? '').split(' ').map(Number);
  // Not beside the configuration: its folder is watched.
  mkdirSync(join(dir, 'output'));
  const log = join(dir, 'output', 'stretches');
  const env = { STRETCHES: log, NODE_OPTIONS: `--import ${pathToFileURL(stretches)}` };
  const served = await serve(owner, text, { file, env });
  const load = startLoad(owner, served, { connections: 8, body: { ...hello, model: 'model-1' }, pauseMs: 5 });
  await sleep(3000);
  const idle = slowest(load, 0);
  writeFileSync(log, '');
  const took: number[] = [];
  const from = load.shots.length;
  for (const priority of [3, 4, 5, 6]) {
    const at = performance.now();
    await served.save(text.replace('priority: 1', `priority: ${priority}`));
    await served.reloaded('applied', 60_000);
    took.push(performance.now() - at);
    await sleep(500);
  }
  const busy = slowest(load, from);
  await load.stop();
  return {
    'check, s of CPU': (user ?? 0) + (system ?? 0),
    'check, MB': round((kilobytes ?? 0) / 1024),
    'reload, ms': took.map(round).join(', '),
    failed: load.failures.length,
    'slowest request before and during, ms': `${round(idle)} then ${round(busy)}`,
    'longest stretch of a worker, ms of CPU': longestOf(log, 'worker'),
    'longest stretch of the supervising process, ms of CPU': longestOf(log, 'primary'),
  };
};

function slowest({ shots }: Load, from: number): number {
  return Math.max(0, ...shots.slice(from).map(({ tookMs }) => tookMs));
}

function longestOf(log: string, role: string): number {
  const lines = readFileSync(log, 'utf8').split('\n');
  return Math.max(
    0,
    ...lines.filter((line) => line.startsWith(role)).map((line) => Number(line.split(' ')[1])),
  );
}

function editText(edit: number): string {
  const models = ['first', ...Array.from({ length: 98 }, (_, index) => `model-${index}`), `edit-${edit}`];
  return liveText({ models });
}

function saveInStyle({ dir, file }: Served, edit: number, text: string): void {
  if (edit % 3 === 0) {
    writeFileSync(`${file}.draft`, text);
    renameSync(`${file}.draft`, file);
  } else if (edit % 3 === 1) {
    rmSync(file, { force: true });
    writeFileSync(file, '');
    writeFileSync(file, text);
  } else {
    mkdirSync(join(dir, `..${edit}`));
    writeFileSync(join(dir, `..${edit}`, 'gateway.yaml'), text);
    symlinkSync(`..${edit}`, join(dir, '..data_tmp'));
    renameSync(join(dir, '..data_tmp'), join(dir, '..data'));
    symlinkSync(join('..data', 'gateway.yaml'), `${file}.draft`);
    renameSync(`${file}.draft`, file);
  }
}

function largeText(): string {
  const lines = [
    liveText({ models: [], keys: `{ test: { secret: ${secret} } }` })
      .replace(/^backends:.*\nmodels:\n?/m, '')
      .replace(/^keys:.*$/m, ''),
  ];
  lines.push('backends:');
  for (let backend = 0; backend < 30; backend += 1) lines.push(`  b${backend}: { simulator: {} }`);
  lines.push('models:');
  for (let model = 0; model < 2000; model += 1) {
    lines.push(`  model-${model}:`, '    deployments:');
    for (const priority of [0, 1, 2]) {
      const backend = (model + priority) % 30;
      lines.push(
        `      - { backend: b${backend}, priority: ${priority}, capabilities: [streaming, vision], endpoints: { chat_completions: [], messages: [] } }`,
      );
    }
  }
  lines.push('keys_file: keys.json', 'keys:', `  test: { secret: ${secret} }`);
  for (let key = 0; key < 2000; key += 1) {
    lines.push(
      `  key-${key}: { hash: "sha256:${digest(`yaml ${key}`)}", models: [model-${key}, "model-1*"] }`,
    );
  }
  return lines.join('\n');
}

function largeKeys(): string {
  const keys: Record<string, object> = {};
  for (let key = 0; key < 20_000; key += 1) {
    keys[`json-${key}`] = { hash: `sha256:${digest(`json ${key}`)}`, models: [`model-${key % 2000}`] };
  }
  return JSON.stringify({ keys });
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Resident, of the supervising process and its workers, in MB. */
function memoryOf(served: Served): number {
  const pids = [served.child.pid!, ...workersOf(served)];
  const kilobytes = pids.map(
    (pid) => /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1],
  );
  return kilobytes.reduce((sum, each) => sum + Number(each), 0) / 1024;
}

function round(value: number): number {
  return Math.round(value);
}

const scenarios: Readonly<Record<string, Scenario>> = { edits, kills, drain, cut, large };

const wanted = process.argv.slice(2);
for (const name of wanted)
  if (!Object.hasOwn(scenarios, name)) throw new Error(`there is no scenario ${name}`);
for (const [name, scenario] of Object.entries(scenarios)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const ends: (() => void | Promise<void>)[] = [];
  try {
    const figures = await scenario({ after: (end) => void ends.push(end) });
    process.stdout.write(`${name}\n`);
    for (const [what, figure] of Object.entries(figures)) process.stdout.write(`  ${what}: ${figure}\n`);
  } finally {
    for (const end of ends.reverse()) await end();
  }
}
