/**
 * What the gateway promises about faults, in figures. The tests take a small measure of each, the fault benchmark
 * the full one.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { Agent, request as httpsRequest, type RequestOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Simulator, startSimulator } from '../../src/simulator/index.ts';
import { delta, drained } from '../helpers/backend.ts';
import { until } from '../helpers/gate.ts';
import { begin, configText, type Reply, readReply, secret } from '../helpers/gateway.ts';
import { type Cleanup, startInside } from '../helpers/inside.ts';
import { freePort } from '../helpers/ports.ts';
import { gatewayProgram } from '../helpers/program.ts';
import { type CalledEndpoint, requestTo } from './fault-matrix.ts';

export const endpointPaths: Readonly<Record<CalledEndpoint, string>> = {
  chat_completions: '/v1/chat/completions',
  messages: '/v1/messages',
  responses: '/v1/responses',
};

const serving = 'endpoints: { chat_completions: [], messages: [], responses: [] }';
const chat = requestTo('chat_completions', 'm', 'whole');

async function call(
  gateway: { readonly port: number; readonly ca: string; readonly agent?: Agent },
  endpoint: CalledEndpoint,
  body: object,
): Promise<Reply> {
  return readReply(await begin(gateway, endpointPaths[endpoint], { body }));
}

async function simulator(
  cleanup: Cleanup,
  options: Parameters<typeof startSimulator>[0] = {},
): Promise<Simulator> {
  const started = await startSimulator(options);
  cleanup.after(() => started.close());
  return started;
}

export interface CutResult {
  readonly streams: number;
  /** Streams that ended as complete ones do, though something is missing. */
  readonly falselyComplete: number;
  /** Streams that ended without the full text, and without a word about it. */
  readonly untold: number;
  readonly slowestMs: number;
}

/** Cuts a reference stream at every `step`th byte. */
export async function cutEverywhere(
  cleanup: Cleanup,
  endpoint: CalledEndpoint,
  way: 'fin' | 'reset',
  step: number,
): Promise<CutResult> {
  const { url } = await simulator(cleanup, { text: 'one two three' });
  const body = (model: string) => requestTo(endpoint, model, 'streamed');
  const whole = await fetch(url + endpointPaths[endpoint], {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body('m')),
  });
  const { byteLength } = await whole.arrayBuffer();
  const offsets = Array.from({ length: Math.ceil(byteLength / step) }, (_, index) => index * step);
  const models = offsets.map(
    (at) =>
      `  "m${at}": { deployments: [ { backend: main, model: fault-${way}-at-byte-${at}, ${serving} } ] }`,
  );
  const text = configText({
    backends: `{ main: { url: "${url}" } }`,
    models: `{\n${models.join(',\n')} }`,
  });
  const gateway = await startInside(cleanup, text);
  const agent = agentOf(cleanup);
  let falselyComplete = 0;
  let untold = 0;
  let slowestMs = 0;
  const waiting = [...offsets];
  // The first request of a process is slow, since code is compiled for it.
  await call({ ...gateway, agent }, endpoint, body('m0'));
  const client = async () => {
    for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
      const begun = performance.now();
      const reply = await call({ ...gateway, agent }, endpoint, body(`m${at}`));
      slowestMs = Math.max(slowestMs, performance.now() - begun);
      const isAll = /data: \[DONE\]|"type":"message_stop"|"type":"response\.completed"/.test(reply.text);
      if (reply.status !== 200) continue;
      if (reply.complete && !isAll) falselyComplete += 1;
      if (!isAll && !reply.text.includes('upstream_interrupted')) untold += 1;
    }
  };
  await Promise.all(Array.from({ length: 8 }, client));
  return { streams: offsets.length, falselyComplete, untold, slowestMs };
}

export interface OutageResult {
  readonly requests: number;
  readonly attempts: number;
  /** 1.2 for each request, 10 a second, and 100. */
  readonly allowedAttempts: number;
  /** Answers that were given without an attempt, and how long the slowest of them and the one at 99 % took. */
  readonly refusals: number;
  readonly slowestRefusalMs: number;
  readonly p99RefusalMs: number;
}

/** All deployments fail, and so many requests come a second. */
export async function outage(cleanup: Cleanup, perSecond: number, seconds: number): Promise<OutageResult> {
  const { url, stats } = await simulator(cleanup);
  const deployments = [500, 503].map(
    (status) => `{ backend: main, id: "${status}", model: fault-${status}, ${serving} }`,
  );
  const gateway = await startInside(
    cleanup,
    configText({
      backends: `{ main: { url: "${url}" } }`,
      models: `{ m: { deployments: [ ${deployments.join(', ')} ] } }`,
    }),
  );
  const agent = agentOf(cleanup);
  const refusals: number[] = [];
  const one = async () => {
    const begun = performance.now();
    const { headers } = await call({ ...gateway, agent }, 'chat_completions', chat);
    if (headers['x-gateway-error'] === 'no_healthy_deployment') refusals.push(performance.now() - begun);
  };
  const calls: Promise<void>[] = [];
  const begun = performance.now();
  const requests = perSecond * seconds;
  for (let sent = 0; sent < requests; sent += 1) {
    await sleep(Math.max(0, begun + (sent * 1000) / perSecond - performance.now()));
    calls.push(one());
  }
  await Promise.all(calls);
  const elapsed = (performance.now() - begun) / 1000;
  refusals.sort((a, b) => a - b);
  return {
    requests,
    attempts: stats.requests,
    allowedAttempts: Math.floor(1.2 * requests + 10 * elapsed + 100),
    refusals: refusals.length,
    slowestRefusalMs: refusals.at(-1) ?? 0,
    p99RefusalMs: refusals[Math.floor(refusals.length * 0.99)] ?? 0,
  };
}

export interface AbortResult {
  readonly closes: number;
  /** From the moment the clients left to the last close. */
  readonly withinMs: number;
}

/** So many clients leave in the middle of their streams, all at once. */
export async function abortStreams(cleanup: Cleanup, streams: number): Promise<AbortResult> {
  const { url, stats } = await simulator(cleanup);
  const gateway = await startInside(
    cleanup,
    configText({
      backends: `{ main: { url: "${url}" } }`,
      models: `{ m: { deployments: [ { backend: main, model: fault-stall-midway, ${serving} } ] } }`,
    }),
  );
  const body = { ...chat, stream: true };
  const open = Array.from({ length: streams }, async () => {
    const response = await begin(gateway, endpointPaths.chat_completions, { body });
    response.on('error', () => {});
    response.resume();
    return response;
  });
  const responses = await Promise.all(open);
  await until(() => stats.open === streams, 'every stream is under way', 10_000);
  const leftAt = performance.now();
  for (const response of responses) response.destroy();
  await until(() => stats.aborted === streams, 'the backend sees them leave', 5000).catch(() => {});
  const withinMs = performance.now() - leftAt;
  await until(() => gateway.keep.live.inFlight === 0, 'nothing is in flight');
  return { closes: stats.aborted, withinMs };
}

export interface RestartResult {
  readonly requests: number;
  readonly errors: number;
  readonly retries: Readonly<Record<string, number>>;
}

/** A backend that is ended and started again so often, beside a good one, with so many clients all the time. */
export async function restarts(cleanup: Cleanup, times: number, clients: number): Promise<RestartResult> {
  const port = await freePort();
  const good = await simulator(cleanup, { latencyMs: 5 });
  const gateway = await startInside(
    cleanup,
    configText({
      backends: `{ main: { url: "http://127.0.0.1:${port}" }, good: { url: "${good.url}" } }`,
      models: `{ m: { deployments: [ { backend: main, ${serving} }, { backend: good, ${serving} } ] } }`,
      more: 'routing: { circuit: { open: 100ms } }',
    }),
  );
  const agent = agentOf(cleanup);
  let isOver = false;
  let requests = 0;
  let errors = 0;
  const client = async () => {
    while (!isOver) {
      const { status, complete } = await call({ ...gateway, agent }, 'chat_completions', chat);
      requests += 1;
      if (status !== 200 || !complete) errors += 1;
    }
  };
  const all = Array.from({ length: clients }, client);
  for (let restart = 0; restart < times; restart += 1) {
    const restarted = await startSimulator({ port, latencyMs: 5 });
    await until(() => restarted.stats.requests > clients, 'it is used again', 10_000);
    await restarted.close();
    await sleep(30);
  }
  isOver = true;
  await Promise.all(all);
  return { requests, errors, retries: Object.fromEntries(gateway.keep.live.retries) };
}

export interface UnreadResult {
  /** The least of up to three tries: what is held is held in each, what only waits to be collected is not. */
  readonly grownBytes: number;
  readonly triedBytes: readonly number[];
  /** What the backend could get rid of before it was stopped. */
  readonly sentBytes: number;
}

/**
 * A stream of so many bytes to a client that does not read it, through a gateway in a process of its own.
 *
 * @param goodBytes growth below which no further try is made
 */
export async function unreadStream(cleanup: Cleanup, bytes: number, goodBytes = 0): Promise<UnreadResult> {
  let sent = 0;
  const event = delta('x'.repeat(16 * 1024));
  const backend = createServer(async (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    sent = 0;
    while (sent < bytes && !response.destroyed) {
      sent += event.length;
      if (!response.write(event)) await drained(response);
    }
    response.end('data: [DONE]\n\n');
  });
  await new Promise<void>((listening) => backend.listen(0, '127.0.0.1', listening));
  cleanup.after(() => {
    backend.closeAllConnections();
    backend.close();
  });
  const { port } = backend.address() as AddressInfo;
  const gateway = await startProcess(
    cleanup,
    configText({
      listen: `{ address: "127.0.0.1:${await freePort()}", tls: { self_signed: true } }`,
      backends: `{ main: { url: "http://127.0.0.1:${port}" } }`,
      models: `{ m: { deployments: [ { backend: main, ${serving} } ] } }`,
    }),
  );
  const body = { ...chat, stream: true };
  // What a first stream of this size costs any process is not what is asked.
  for (const _ of Array.from({ length: 3 })) await call(gateway, 'chat_completions', body);
  const tries: { grownBytes: number; sentBytes: number }[] = [];
  while (tries.length < 3 && !tries.some(({ grownBytes }) => grownBytes < goodBytes))
    tries.push(await unreadOnce(gateway, body, () => sent));
  const triedBytes = tries.map(({ grownBytes }) => grownBytes);
  return {
    grownBytes: Math.min(...triedBytes),
    triedBytes,
    sentBytes: Math.max(...tries.map(({ sentBytes }) => sentBytes)),
  };
}

async function unreadOnce(
  gateway: GatewayProcess,
  body: object,
  sent: () => number,
): Promise<{ grownBytes: number; sentBytes: number }> {
  await sleep(500);
  const before = residentBytes(gateway.pid);
  const request = httpsRequest(requestOptions(gateway));
  request.on('error', () => {});
  request.end(JSON.stringify(body));
  const [response] = await once(request, 'response');
  response.pause();
  request.socket!.pause();
  let most = before;
  for (let look = 0, last = -1; look < 60; look += 1) {
    await sleep(50);
    most = Math.max(most, residentBytes(gateway.pid));
    if (sent() === last && look > 30) break;
    last = sent();
  }
  const sentBytes = sent();
  request.destroy();
  return { grownBytes: most - before, sentBytes };
}

interface GatewayProcess {
  readonly port: number;
  readonly ca: string;
  readonly pid: number;
}

function requestOptions({ port, ca }: GatewayProcess): RequestOptions {
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
  return {
    host: 'localhost',
    port,
    ca,
    agent: false,
    path: endpointPaths.chat_completions,
    method: 'POST',
    headers,
  };
}

/** `gateway serve`, ended with whoever asked for it. */
async function startProcess(cleanup: Cleanup, text: string): Promise<GatewayProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-process-'));
  cleanup.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'gateway.yaml');
  writeFileSync(file, `${text}\nstate: { dir: ${JSON.stringify(folder)} }\nlog: { level: silent }\n`);
  const child = spawn(process.execPath, [gatewayProgram, 'serve', '--config', file], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const exited = once(child, 'exit');
  cleanup.after(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  const port = Number(/127\.0\.0\.1:(\d+)/.exec(text)?.[1]);
  await until(() => said.includes(String(port)) || child.exitCode !== null, 'the gateway listens', 20_000);
  if (child.exitCode !== null) throw new Error(said);
  const ca = readFileSync(join(folder, 'dev-ca.pem'), 'utf8');
  return { port, ca, pid: child.pid! };
}

/** Resident memory of a process and all below it. */
function residentBytes(pid: number): number {
  const family = new Set([pid]);
  let sum = 0;
  // A child has a higher number than its parent, but for the rare wrap of the numbers.
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .sort((a, b) => a - b);
  for (const one of pids) {
    let status: string;
    try {
      status = readFileSync(`/proc/${one}/status`, 'utf8');
    } catch {
      continue; // ended meanwhile
    }
    const parent = Number(/^PPid:\s*(\d+)/m.exec(status)?.[1]);
    if (!family.has(one) && !family.has(parent)) continue;
    family.add(one);
    sum += Number(/^VmRSS:\s*(\d+)/m.exec(status)?.[1] ?? 0) * 1024;
  }
  return sum;
}

function agentOf(cleanup: Cleanup): Agent {
  const agent = new Agent({ keepAlive: true });
  cleanup.after(() => agent.destroy());
  return agent;
}
