import { subscribe } from 'node:diagnostics_channel';
import { lookup } from 'node:dns/promises';
import type { Server } from 'node:net';

interface Handle {
  /** -1 once it is closed. */
  readonly fd: number;
  getsockname(out: object): number;
  close(): void;
}

interface Name {
  readonly address?: string;
  readonly port?: number;
}

/** A socket at which this process listens. */
export interface ListeningSocket {
  readonly fd: number;
  /** Takes nothing more here; whoever else has the socket open goes on. */
  close(): void;
}

let handles: Handle[] | undefined;

/** Remembers from now on what this process listens at, the cluster module included. */
export function watchListening(): void {
  if (handles !== undefined) return;
  const seen: Handle[] = [];
  handles = seen;
  subscribe('tracing:net.server.listen:asyncEnd', (message) => {
    const { _handle: handle } = (
      message as { readonly server: Server & { _handle?: Partial<Handle> | null } }
    ).server;
    seen.splice(0, Infinity, ...seen.filter(({ fd }) => fd >= 0));
    if (typeof handle?.getsockname === 'function') seen.push(handle as Handle);
  });
}

/** This process's listening handle at an address; undefined for none. */
export async function listeningAt(address: {
  readonly host: string;
  readonly port: number;
}): Promise<ListeningSocket | undefined> {
  const found = await lookup(address.host).catch(() => undefined);
  for (const handle of handles ?? []) {
    const name: Name = {};
    if (handle.fd < 0 || handle.getsockname(name) !== 0 || name.port !== address.port) continue;
    if (name.address !== address.host && name.address !== found?.address) continue;
    return { fd: handle.fd, close: () => handle.close() };
  }
  return undefined;
}
