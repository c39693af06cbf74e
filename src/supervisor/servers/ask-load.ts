/** Asks a server how busy it is. */
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { lookupOf } from '../../http/client/connection/lookup.ts';
import type { ReplicaAddress } from '../../http/client/replicas/replica-set.ts';
import type { ServersUse } from '../../http/client/replicas/servers-use.ts';
import { type Load, loadIn } from './server-load.ts';

/** A page of figures is tens of kilobytes; with many models in one server a few hundred. */
const mostBytes = 4 * 1024 * 1024;

export type AskedLoad =
  | { readonly kind: 'told'; readonly load: Load }
  /** Why it is not known, in words for operators. */
  | { readonly kind: 'unknown'; readonly why: string };

/** Asks one server again and again, over a connection that it keeps. */
export class LoadQuestion {
  readonly #use: ServersUse;
  readonly #at: ReplicaAddress;
  readonly #agent: HttpAgent | HttpsAgent;

  constructor(use: ServersUse, at: ReplicaAddress) {
    this.#use = use;
    this.#at = at;
    const kept = { keepAlive: true, maxSockets: 1 };
    this.#agent = at.protocol === 'https:' ? new HttpsAgent(kept) : new HttpAgent(kept);
  }

  /** Never rejects, and takes no longer than the use says. */
  ask(): Promise<AskedLoad> {
    const { load, tls, withinMs } = this.#use;
    const { protocol, hostname, port, connectTo } = this.#at;
    const servername = tls.serverName ?? (isIP(hostname) === 0 ? hostname : undefined);
    const options = {
      agent: this.#agent,
      hostname,
      port,
      path: '/metrics',
      headers: { ...load!.headers, accept: 'text/plain', 'accept-encoding': 'identity' },
      ...(connectTo !== undefined && { lookup: lookupOf(connectTo) }),
      ...(protocol === 'https:' && { ca: tls.ca, cert: tls.cert, key: tls.key, servername }),
    };
    return new Promise((resolve) => {
      const unknown = (why: string) => {
        clearTimeout(limit);
        resolve({ kind: 'unknown', why });
        asked.destroy();
      };
      const asked = (protocol === 'https:' ? httpsRequest : httpRequest)(options);
      const limit = setTimeout(() => unknown(`it did not answer within ${withinMs} ms`), withinMs);
      limit.unref();
      asked.on('error', (error: NodeJS.ErrnoException) =>
        unknown(`it can not be asked (${error.code ?? error.message})`),
      );
      asked.on('upgrade', () => unknown('it answered 101'));
      asked.on('response', (answer) =>
        this.#read(answer, unknown, (load) => {
          clearTimeout(limit);
          resolve({ kind: 'told', load });
        }),
      );
      asked.end();
    });
  }

  #read(answer: IncomingMessage, unknown: (why: string) => void, told: (load: Load) => void): void {
    const { kind } = this.#use.load!;
    if (answer.statusCode !== 200) return unknown(`it answered ${answer.statusCode} at /metrics`);
    const chunks: Buffer[] = [];
    let bytes = 0;
    answer.on('error', () => unknown('its answer broke off'));
    answer.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > mostBytes) unknown(`its answer is longer than ${mostBytes / 1024 / 1024} MiB`);
      else chunks.push(chunk);
    });
    answer.on('end', () => {
      const load = loadIn(kind, Buffer.concat(chunks).toString('latin1'));
      if (load === undefined) unknown(`its answer does not say what waits at a server of ${kind}`);
      else told(load);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
