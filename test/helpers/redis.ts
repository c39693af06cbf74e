import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { createClient } from 'redis';
import { until } from './gate.ts';
import { freePort } from './ports.ts';

/** A real server, empty, on a free port of this host. It ends with the test. */
export interface TestRedis {
  readonly port: number;
  readonly url: string;
  /** SIGSTOP: connections stay open, nothing is answered. */
  freeze(): void;
  thaw(): void;
  /** SIGKILL; resolves when it is gone. */
  kill(): Promise<void>;
  /** Starts it again on the same port, with nothing in it. */
  restart(): Promise<void>;
}

/** What cleans up: a test, or a whole file of them. */
interface Owner {
  after(stop: () => Promise<void>): void;
}

/** `args` go to the server beside those of every test; they may depend on its port. */
export async function startRedis(
  t: Owner,
  args: readonly string[] | ((port: number) => readonly string[]) = [],
): Promise<TestRedis> {
  const dir = mkdtempSync(join(tmpdir(), 'gateway-redis-'));
  const port = await freePort();
  const more = typeof args === 'function' ? args(port) : args;
  let child = await launch(dir, port, more);
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
  };
  t.after(async () => {
    await kill();
    rmSync(dir, { recursive: true, force: true });
  });
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    kill,
    async restart() {
      await kill();
      child = await launch(dir, port, more);
    },
  };
}

async function launch(dir: string, port: number, args: readonly string[]): Promise<ChildProcess> {
  const settings = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--dir',
    dir,
    '--save',
    '',
    '--appendonly',
    'no',
  ];
  const child = spawn('redis-server', [...settings, ...args], { stdio: 'ignore' });
  await until(() => accepts(port), `redis-server listens on ${port}`, 10_000);
  return child;
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

/** Passes bytes on, each direction late by half of `roundTripMs`. */
export async function slowLink(
  t: Owner,
  to: number,
  roundTripMs: number,
): Promise<{ readonly port: number }> {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(to, '127.0.0.1');
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk) => setTimeout(() => into.writable && into.write(chunk), roundTripMs / 2));
      from.on('close', () => into.destroy());
      from.on('error', () => {});
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port };
}

/** Counts how often scripts were called in a Redis since it started. */
export async function scriptCalls(t: TestContext, redis: TestRedis): Promise<() => Promise<number>> {
  const client = createClient({ url: redis.url });
  client.on('error', () => {}); // the server may end first
  await client.connect();
  t.after(() => client.destroy());
  return async () => {
    const stats = await client.info('commandstats');
    return Number(/cmdstat_evalsha:calls=(\d+)/.exec(stats)?.[1] ?? 0);
  };
}
