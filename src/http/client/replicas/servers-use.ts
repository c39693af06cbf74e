/**
 * The parts of a configuration that need watching behind its backends: the addresses of a name, and the load that
 * servers report.
 */
import { createHash } from 'node:crypto';
import type {
  BackendConfig,
  BackendTls,
  LoadKind,
  ReplicasConfig,
  ServerAddress,
} from '../../../config/types/backends.ts';

/** One watched backend. Plain data that can be sent to another process. */
export interface ServersUse {
  /** Includes all that changes the findings: another URL is another use. */
  readonly id: string;
  readonly backend: string;
  readonly address: ServerAddress;
  readonly replicas: ReplicasConfig | undefined;
  /** Undefined if servers are not asked. */
  readonly load: { readonly kind: LoadKind; readonly headers: Readonly<Record<string, string>> } | undefined;
  readonly tls: BackendTls;
  /** Milliseconds for one answer. */
  readonly withinMs: number;
}

/** The findings on the servers of one backend. */
export interface ServersItem {
  readonly id: string;
  /** The addresses of its name; undefined without a lookup, or before the first. */
  readonly addresses: readonly string[] | undefined;
  readonly loads: readonly ServerLoad[];
}

/** The report of one server. */
export interface ServerLoad {
  /** In the form of `serverName`. */
  readonly server: string;
  readonly running: number;
  readonly waiting: number;
  /** The used share of its cache, 0 to 1; undefined if it does not report it. */
  readonly cache: number | undefined;
  /** Milliseconds since the report. */
  readonly agoMs: number;
}

/** A server in the form that operators see: its host and port. */
export function serverName({ hostname, port }: Pick<ServerAddress, 'hostname' | 'port'>): string {
  return hostname.includes(':') ? `[${hostname}]:${port}` : `${hostname}:${port}`;
}

/** The watch that a backend needs; undefined for none. */
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

/** The watches that several backends need. */
export function serversUses(backends: Iterable<BackendConfig>): readonly ServersUse[] {
  return [...backends].flatMap((backend) => serversUse(backend) ?? []);
}
