import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Lab } from '../lab.ts';
import { runToEnd } from './programs.ts';

/** The destination of a load: a proxy, or the backend itself. */
export interface Destination {
  readonly port: number;
  readonly tls: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Load {
  readonly connections: number;
  readonly seconds: number;
  readonly bodyFile: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** About so long a connection waits before it sends again; 0 for not at all. */
  readonly gapMs?: number;
}

/** The result of a load. Times are in microseconds. */
export interface LoadResult {
  readonly done: number;
  readonly errors: number;
  readonly seconds: number;
  readonly p50Us: number;
  readonly p99Us: number;
  readonly maxUs: number;
}

/** One request, in microseconds of the machine's monotonic clock, which all its processes share. */
export interface TimedRequest {
  readonly sentUs: number;
  readonly answeredUs: number;
}

/** Of streams: `first` is from the request to its first event, `transit` the age of every later event. */
export interface StreamResult {
  readonly done: number;
  readonly events: number;
  readonly errors: number;
  readonly seconds: number;
  readonly firstP50Us: number;
  readonly firstP99Us: number;
  readonly transitP50Us: number;
  readonly transitP99Us: number;
}

/** The path of the one endpoint that is measured. */
export const path = '/v1/chat/completions';
const program = fileURLToPath(new URL('../programs/load.mjs', import.meta.url));
const script = fileURLToPath(new URL('../programs/wrk.lua', import.meta.url));

/** Requests as fast as they are answered, by wrk where it is installed. */
export async function fullLoad(lab: Lab, to: Destination, load: Load): Promise<LoadResult> {
  if (!lab.has.wrk) return ownLoad(lab, to, load);
  const output = await runToEnd(wrkCommand(lab, to, load, 10));
  return JSON.parse(output.trim().split('\n').at(-1)!) as LoadResult;
}

/** The command of such a load that goes on until it is ended, and does not mind being stopped for a while. */
export function endlessLoad(lab: Lab, to: Destination, load: Omit<Load, 'seconds'>): string[] {
  const endless = { ...load, seconds: endlessSeconds };
  return lab.has.wrk ? wrkCommand(lab, to, endless, endlessSeconds) : command(lab, 'requests', to, endless);
}

/** wrk counts a time limit in milliseconds and does not take much more. */
const endlessSeconds = 1000;

function wrkCommand(lab: Lab, to: Destination, load: Load, timeoutSeconds: number): string[] {
  const { connections, seconds, bodyFile } = load;
  const headers = Object.entries({ 'Content-Type': 'application/json', ...to.headers, ...load.headers });
  const scheme = to.tls ? 'https' : 'http';
  const duration = `${Math.max(1, Math.round(seconds))}s`;
  return [
    ...lab.cores.load,
    ...['wrk', '-t', '1', '-c', String(connections), '-d', duration, '--timeout', `${timeoutSeconds}s`],
    ...['-s', script, `${scheme}://127.0.0.1:${to.port}${path}`, '--', bodyFile, ...headers.flat()],
  ];
}

/**
 * Requests by the bench's own program, which can also leave gaps.
 * @param enough Ends it before its time, with what it has counted until then.
 */
export async function ownLoad(
  lab: Lab,
  to: Destination,
  load: Load,
  enough?: AbortSignal,
): Promise<LoadResult> {
  const output = JSON.parse(await runToEnd(command(lab, 'requests', to, load), enough)) as Record<
    string,
    number
  >;
  const { done = 0, errors = 0, seconds = 0, latencyP50Us = 0, latencyP99Us = 0, latencyMaxUs = 0 } = output;
  return { done, errors, seconds, p50Us: latencyP50Us, p99Us: latencyP99Us, maxUs: latencyMaxUs };
}

/**
 * So many requests, each with a number, of eight digits, in place of `########` in a header: it begins anew after so many
 * `numbers`. Throws where one fails.
 */
export async function numberedLoad(
  lab: Lab,
  to: Destination,
  load: Omit<Load, 'seconds'> & { readonly count: number; readonly numbers: number },
): Promise<void> {
  const { count, numbers } = load;
  const line = command(lab, 'requests', to, { ...load, seconds: longestSeconds }, { count, numbers });
  const { done, errors } = JSON.parse(await runToEnd(line)) as { done: number; errors: number };
  if (done !== count || errors > 0) throw new Error(`of ${count} requests ${done} were answered with 200`);
}

/** A load with a count ends by it. */
const longestSeconds = 600;

/** Requests by the bench's own program, telling of each. */
export async function timedLoad(lab: Lab, to: Destination, load: Load): Promise<readonly TimedRequest[]> {
  const output = await runToEnd(command(lab, 'requests', to, load, { each: true }));
  const { sent, latencies } = JSON.parse(output) as Record<'sent' | 'latencies', readonly number[]>;
  return sent.map((sentUs, index) => ({ sentUs, answeredUs: sentUs + latencies[index]! }));
}

/** Streams, each connection one after the other. */
export async function streamLoad(lab: Lab, to: Destination, load: Load): Promise<StreamResult> {
  return JSON.parse(await runToEnd(command(lab, 'streams', to, load))) as StreamResult;
}

/** Streams whose connections are open, and that wait for the word. */
export interface ReadyStreams {
  run(): Promise<StreamResult>;
}

/** The same in two steps: what it takes to open the connections has been spent when this resolves. */
export async function readyStreams(lab: Lab, to: Destination, load: Load): Promise<ReadyStreams> {
  const child = started(command(lab, 'streams', to, load, { waits: true }));
  await child.line();
  return {
    async run() {
      child.stdin.end('begin\n');
      return JSON.parse(await child.line()) as StreamResult;
    },
  };
}

/** Streams that are open and silent. */
export interface IdleStreams {
  readonly open: number;
  readonly errors: number;
  close(): Promise<void>;
}

/** Opens streams and keeps them. Resolves when each had its first event. */
export async function idleStreams(lab: Lab, to: Destination, load: Load): Promise<IdleStreams> {
  const child = started(command(lab, 'idle', to, load));
  const { open, errors } = JSON.parse(await child.line()) as { open: number; errors: number };
  return {
    open,
    errors,
    close() {
      child.stdin.end();
      return child.ended;
    },
  };
}

/** A load that is spoken with. */
interface StartedLoad {
  readonly stdin: Writable;
  readonly ended: Promise<void>;
  /** The next that it prints. Rejects when it ends without. */
  line(): Promise<string>;
}

function started(line: readonly string[]): StartedLoad {
  const [file, ...args] = line as [string, ...string[]];
  const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    stdin: child.stdin,
    ended,
    async line() {
      const { value, done } = await lines.next();
      if (done === true) throw new Error('the load ended before it had told what it was asked for');
      return value;
    },
  };
}

function command(lab: Lab, mode: string, to: Destination, load: Load, more: object = {}): string[] {
  const { connections, seconds, bodyFile, gapMs = 0 } = load;
  const headers = { ...to.headers, ...load.headers };
  const task = {
    mode,
    port: to.port,
    tls: to.tls,
    path,
    connections,
    seconds,
    gapMs,
    bodyFile,
    headers,
    ...more,
  };
  return [...lab.cores.load, process.execPath, program, JSON.stringify(task)];
}
