import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { secret } from './gateway.ts';
import { readToken, type Served } from './serve.ts';

export interface LiveParts {
  readonly listen?: string;
  readonly admin?: string;
  readonly workers?: number;
  /** Ids of models, each on the one backend. */
  readonly models?: readonly string[];
  readonly backend?: string;
  readonly keys?: string;
  readonly more?: string;
}

/** A configuration for `serve`: two workers, an admin listener, one backend that is the simulator. */
export function liveText(parts: LiveParts = {}): string {
  const { listen, admin, workers = 2, models = ['first'], backend, keys, more } = parts;
  return [
    'version: 1',
    `listen: ${listen ?? '{ address: "127.0.0.1:0", tls: { self_signed: true } }'}`,
    `admin: { address: ${admin ?? '"127.0.0.1:0"'}, read_token: ${readToken} }`,
    `workers: ${workers}`,
    `backends: { one: ${backend ?? '{ simulator: {} }'} }`,
    'models:',
    ...models.map(
      (id) => `  ${id}: { deployments: [{ backend: one, endpoints: { chat_completions: [] } }] }`,
    ),
    `keys: ${keys ?? `{ test: { secret: ${secret} } }`}`,
    more ?? '',
  ].join('\n');
}

/** A request that the simulator answers at once. */
export const hello = { model: 'first', messages: [{ role: 'user', content: 'Hello' }] };

/** The models that so many fresh connections in a row see: with every second one, each of two workers is asked. */
export async function modelsSeen(served: Served, connections = 6): Promise<readonly string[]> {
  const lists: string[] = [];
  for (let asked = 0; asked < connections; asked += 1) {
    const { json } = await served.call('/v1/models');
    lists.push((json.data as readonly { readonly id: string }[]).map(({ id }) => id).join(' '));
  }
  return [...new Set(lists)];
}

/** The processes that a process has started and that still run, with what they run. */
export function childrenOf(pid: number): readonly { readonly pid: number; readonly command: string }[] {
  const listed = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  if (listed === '') return [];
  return listed.split(' ').flatMap((text) => {
    const command = commandOf(Number(text));
    return command === undefined ? [] : [{ pid: Number(text), command }];
  });
}

/** The worker processes of a gateway. */
export function workersOf(served: Served): readonly number[] {
  return childrenOf(served.child.pid!)
    .filter(({ command }) => command.includes('worker-main'))
    .map(({ pid }) => pid);
}

/** Whether a process runs; one that has ended and waits to be buried does not. */
export function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

function commandOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return undefined;
  }
}

/** Waits out what the test itself is to take; not for something to happen. */
export const pass = sleep;
