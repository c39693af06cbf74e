/** Sockets that were open before this process: systemd listens (sd_listen_fds(3)), or a gateway that this one follows. */
import { lookup } from 'node:dns/promises';
import type { Config } from '../../config/types/gateway.ts';
import type { Address } from '../../config/types/listen.ts';
import { listeningAddress } from '../../process/listening-sockets.ts';

export type ListenerName = 'public' | 'admin';

/** One that is open. */
export interface InheritedListener {
  readonly fd: number;
  readonly address: Address;
}

export interface InheritedListeners {
  readonly public?: InheritedListener;
  readonly admin?: InheritedListener;
  /** systemd has them open, too, for as long as its unit of the socket is there. */
  readonly isOfSystemd: boolean;
}

/** The first of them (sd_listen_fds(3)). */
const firstFd = 3;
const fields = { public: 'listen.address', admin: 'admin.address' } as const;

/**
 * The sockets from systemd; undefined without any. Throws an Error in the operator's words for a socket without a use.
 *
 * @param addressOf The address of a descriptor's socket.
 */
export function listenersOfSystemd(
  env: Readonly<Record<string, string | undefined>>,
  pid: number = process.pid,
  addressOf: (fd: number) => Address | undefined = listeningAddress,
): InheritedListeners | undefined {
  const count = Number(env['LISTEN_FDS'] ?? 0);
  if (env['LISTEN_PID'] !== String(pid) || !(count > 0)) return undefined;
  const names = (env['LISTEN_FDNAMES'] ?? '').split(':');
  const isNamed = names.includes('public');
  const found: Partial<Record<ListenerName, InheritedListener>> = {};
  for (let at = 0; at < count; at += 1) {
    const said = names[at] ?? '';
    const isFirst = !isNamed && found.public === undefined && said !== 'admin';
    const name = isFirst ? 'public' : said;
    if (name !== 'public' && name !== 'admin') {
      throw new Error(
        `LISTEN_FDS: socket ${at + 1} of ${count} is named ${said === '' ? 'nothing' : said}: ` +
          'write FileDescriptorName=public or FileDescriptorName=admin in its .socket unit, one unit for each',
      );
    }
    if (found[name] !== undefined) {
      throw new Error(
        `LISTEN_FDS: two sockets are named ${name}, and the gateway listens at one address for it: ` +
          'leave one ListenStream= in its .socket unit, such as [::]:443 for IPv6 and IPv4',
      );
    }
    found[name] = required(firstFd + at, name, addressOf);
  }
  return { ...found, isOfSystemd: true };
}

/** Throws where the descriptor is nothing that a gateway can listen at. */
export function required(
  fd: number,
  name: ListenerName,
  addressOf: (fd: number) => Address | undefined = listeningAddress,
): InheritedListener {
  const address = addressOf(fd);
  if (address !== undefined) return { fd, address };
  throw new Error(
    `the socket ${name} that this process was given (descriptor ${fd}) is not a TCP socket that is listened at: ` +
      'write ListenStream=ADDRESS:PORT in its .socket unit, and no Accept=yes',
  );
}

/** Throws an Error in the operator's words where the file names other addresses than those that are open. */
export async function requireAgreement(
  inherited: InheritedListeners,
  { listen, admin }: Config,
): Promise<void> {
  const wanted = { public: listen.address, admin: admin?.address };
  for (const name of ['public', 'admin'] as const) {
    const open = inherited[name]?.address;
    if (open === undefined) continue;
    const address = wanted[name];
    if (address !== undefined && (await isSame(address, open))) continue;
    const whose = inherited.isOfSystemd ? 'systemd listens' : 'the gateway that this one follows listens';
    const way = inherited.isOfSystemd
      ? `write the same here and in ListenStream= of its .socket unit, and start the socket anew`
      : 'change the address first, by a reload, and take over then';
    const asked = address === undefined ? 'is not there' : `is ${shown(address)}`;
    throw new Error(`${fields[name]} ${asked}, and ${whose} at ${shown(open)} for it: ${way}`);
  }
}

async function isSame({ host, port }: Address, open: Address): Promise<boolean> {
  if (port !== 0 && port !== open.port) return false;
  if (host === open.host) return true;
  const found = await lookup(host).catch(() => undefined);
  return found?.address === open.host;
}

function shown({ host, port }: Address): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}
