import { readFileSync, readlinkSync } from 'node:fs';
import type { Address } from '../config/types/listen.ts';

/** The state of a socket that is listened at (proc_pid_net(5), `st`). */
const listens = '0A';

/**
 * The address at which a descriptor of this process listens, as the kernel lists it; undefined for any other
 * descriptor. Asking Node.js would mean taking the descriptor over.
 */
export function listeningAddress(fd: number): Address | undefined {
  const inode = /^socket:\[(\d+)\]$/.exec(linkOf(`/proc/self/fd/${fd}`))?.[1];
  if (inode === undefined) return undefined;
  for (const table of ['tcp', 'tcp6']) {
    for (const line of textOf(`/proc/self/net/${table}`).split('\n')) {
      const [, local = '', , state, , , , , , of] = line.trim().split(/\s+/);
      if (of === inode && state === listens) return addressIn(local);
    }
  }
  return undefined;
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

/** Groups of four bytes, each in the order of the machine. */
function addressIn(local: string): Address {
  const [hex = '', port = ''] = local.split(':');
  const bytes = [...Buffer.from(hex, 'hex')];
  const isLittle = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;
  const inOrder: number[] = [];
  for (let at = 0; at < bytes.length; at += 4) {
    const group = bytes.slice(at, at + 4);
    inOrder.push(...(isLittle ? group.reverse() : group));
  }
  return {
    host: inOrder.length === 4 ? inOrder.join('.') : shortened(inOrder),
    port: Number.parseInt(port, 16),
  };
}

/** As a URL writes it (RFC 5952). */
function shortened(bytes: readonly number[]): string {
  const words = Array.from({ length: 8 }, (_, at) =>
    ((bytes[2 * at]! << 8) | bytes[2 * at + 1]!).toString(16),
  );
  return new URL(`http://[${words.join(':')}]`).hostname.slice(1, -1);
}
