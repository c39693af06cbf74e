/** What a configuration has watched of the servers behind its backends: where a name leads, and how busy they say they are. */
import { createHash } from 'node:crypto';
import type {
  BackendConfig,
  BackendTls,
  LoadKind,
  ReplicasConfig,
  ServerAddress,
} from '../../../config/types/backends.ts';

/** One backend that is watched. Plain data, fit to be sent to another process. */
export interface ServersUse {
  /** Says all that bears on what is found: another URL is another use. */
  readonly id: string;
  readonly backend: string;
  readonly address: ServerAddress;
  readonly replicas: ReplicasConfig | undefined;
  /** Undefined where nothing is asked. */
  readonly load: { readonly kind: LoadKind; readonly headers: Readonly<Record<string, string>> } | undefined;
  readonly tls: BackendTls;
  /** For one answer. */
  readonly withinMs: number;
}

/** What is known of the servers of one backend. */
export interface ServersItem {
  readonly id: string;
  /** Where its name leads; undefined where that is not looked up, or was not found out yet. */
  readonly addresses: readonly string[] | undefined;
  readonly loads: readonly ServerLoad[];
}

/** What one server said of itself. */
export interface ServerLoad {
  /** As `serverName` calls it. */
  readonly server: string;
  readonly running: number;
  readonly waiting: number;
  /** The share of its cache that is in use, 0 to 1; undefined where it does not say. */
  readonly cache: number | undefined;
  /** How long ago it was asked. */
  readonly agoMs: number;
}

/** A server as operators know it: its host and port. */
export function serverName({ hostname, port }: Pick<ServerAddress, 'hostname' | 'port'>): string {
  return hostname.includes(':') ? `[${hostname}]:${port}` : `${hostname}:${port}`;
}

/** What has to be watched of a backend; undefined for nothing. */
export function serversUse(config: BackendConfig): ServersUse | undefined {
  const { name, address, replicas, load, tls, credential, headers, timeouts } = config;
  if (address.kind !== 'url' || (replicas?.kind !== 'dns' && load === undefined)) return undefined;
  const { protocol, hostname, port } = address;
  const own = credential?.kind === 'static' ? { [credential.header]: credential.value } : {};
  const watched = {
    backend: name,
    address: { protocol, hostname, port },
    replicas,
    load: load === undefined ? undefined : { kind: load, headers: { ...headers, ...own } },
    tls,
    withinMs: Math.min(timeouts.connectMs, 1000),
  };
  const digest = createHash('sha256').update(JSON.stringify(watched)).digest('base64url');
  return { id: `${name} ${digest}`, ...watched };
}

/** All that has to be watched of several backends. */
export function serversUses(backends: Iterable<BackendConfig>): readonly ServersUse[] {
  return [...backends].flatMap((backend) => serversUse(backend) ?? []);
}
