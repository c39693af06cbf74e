import { readFileSync } from 'node:fs';
import { request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Lab } from '../lab.ts';
import { type Destination, path } from '../measure/load.ts';
import type { Running } from '../measure/programs.ts';

/** A proxy that runs and answers. */
export interface RunningProxy extends Destination {
  readonly name: string;
  readonly pid: number;
  /** From starting it to its first 200, in milliseconds. */
  readonly startedInMs: number;
  stop(): Promise<void>;
}

/** Something to be measured: how to start it. */
export interface Contender {
  readonly name: string;
  /** undefined where it is not installed here. */
  start(lab: Lab): Promise<RunningProxy | undefined>;
}

const patienceMs = 60_000;

/** Waits until a proxy answers a real request with 200. Throws with what it printed if it does not. */
export async function answering(
  name: string,
  destination: Destination,
  { process: running, bodyFile, outputFile }: { process: Running; bodyFile: string; outputFile: string },
): Promise<RunningProxy> {
  const started = performance.now();
  const body = readFileSync(bodyFile);
  let last: number | undefined;
  while (performance.now() - started < patienceMs && running.child.exitCode === null) {
    last = (await statusOf(destination, body)) ?? last;
    if (last === 200) {
      const startedInMs = performance.now() - started;
      return { ...destination, name, pid: running.pid, startedInMs, stop: () => running.stop() };
    }
    await sleep(2);
  }
  await running.stop();
  const printed = readFileSync(outputFile, 'utf8').slice(-2000);
  throw new Error(`${name} did not answer (last status ${last ?? 'none'}):\n${printed}`);
}

/** The status of one request; undefined where there is no answer. */
export function statusOf(destination: Destination, body: Buffer): Promise<number | undefined> {
  return new Promise((resolve) => {
    const options = {
      host: '127.0.0.1',
      port: destination.port,
      path,
      method: 'POST',
      agent: false,
      headers: { 'content-type': 'application/json', 'content-length': body.length, ...destination.headers },
    } as const;
    const request = destination.tls
      ? tlsRequest({ ...options, rejectUnauthorized: false })
      : plainRequest(options);
    request.on('response', (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode));
      answer.on('error', () => resolve(undefined));
    });
    request.on('error', () => resolve(undefined));
    request.end(body);
  });
}
