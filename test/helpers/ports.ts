import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Owner } from './serve.ts';

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

/** A folder of its own, gone with its owner. */
export function dirOf(owner: Owner): string {
  const dir = mkdtempSync(join(tmpdir(), 'gateway-live-'));
  owner.after(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}
