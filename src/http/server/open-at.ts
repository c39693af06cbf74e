import type { Address } from '../../config/types/listen.ts';
import type { Listener } from './listener.ts';

/** The system's reasons, in words for the author of the address. */
const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another process listens there; stop it or choose another port',
  EACCES: 'ports below 1024 need CAP_NET_BIND_SERVICE; choose a port above',
  EADDRNOTAVAIL: 'this machine does not have that address',
  ENOTFOUND: 'that host name does not resolve',
};

/** Opens a listener. A refusal of the system is reported with the field of the file that asked for it. */
export async function openAt(
  field: string,
  address: Address,
  open: () => Promise<Listener>,
): Promise<Listener> {
  try {
    return await open();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const host = address.host.includes(':') ? `[${address.host}]` : address.host;
    const reason = reasons[code ?? ''] ?? message;
    throw new Error(`${field}: can't listen on ${host}:${address.port}: ${reason} (${code})`, {
      cause: error,
    });
  }
}
