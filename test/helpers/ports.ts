import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Owner } from './serve.ts';

/**
 * Below the ports that the system gives to outgoing connections: what was free a moment ago could be one of these the
 * next, in a run with thousands of them.
 */
const firstPort = 20_000;
const ports = 10_000;

/** A port of 127.0.0.1 that was free a moment ago, for programs that can't be asked which one they took. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = firstPort + Math.floor(Math.random() * ports);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** A folder of its own, gone with its owner. */
export function dirOf(owner: Owner): string {
  const dir = mkdtempSync(join(tmpdir(), 'gateway-live-'));
  owner.after(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}
