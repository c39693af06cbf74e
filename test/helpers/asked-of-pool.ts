import type { BackendConnection } from '../../src/http/client/connection/backend-connection.ts';
import { ConnectionPool, type KeptFor } from '../../src/http/client/connection/connection-pool.ts';
import { type BackendAddress, Connector } from '../../src/http/client/connection/connector.ts';
import type { HttpAnswer } from '../../src/http/client/connection/http-answer.ts';
import { HourlyTrust } from '../../src/http/client/connection/reuse-trust.ts';
import { fullTurnFromNow, whenTurned } from '../../src/lib/event-loop-turns.ts';

export interface Asked {
  readonly text: string;
  readonly reused: boolean;
}

/** A pool of connections to a server on this host. */
export function poolTo(
  { protocol = 'http:', port }: Partial<BackendAddress> & { readonly port: number },
  kept: Partial<KeptFor> = {},
  { ca, now }: { readonly ca?: string | undefined; readonly now?: (() => number) | undefined } = {},
): ConnectionPool {
  const tls = ca === undefined ? {} : { ca };
  const way = { tls, proxy: 'direct', timeouts: { connectMs: 10_000 } } as ConstructorParameters<
    typeof Connector
  >[0];
  const connector = new Connector(way, { protocol, hostname: 'localhost', port });
  const trust = new HourlyTrust(() => {}, now);
  const usual = { idleMs: 60_000, ageMs: undefined, requests: undefined, most: 100, trust, awaitedMs: 0 };
  return new ConnectionPool(connector, { ...usual, ...kept }, now);
}

/** Sends a GET and reads its answer. Rejects where there is none. */
export function askBy(pool: ConnectionPool, path = '/'): Promise<Asked> {
  return new Promise((resolve, reject) => {
    let text = '';
    const over = (connection: BackendConnection) => resolve({ text, reused: connection.isReused });
    send(pool, path, { answered: (answer) => answer.readBy(reader), over, failed: reject });
    const reader = {
      data(bytes: Buffer) {
        text += bytes;
      },
      end() {},
      broken() {},
    };
  });
}

/** Sends a GET. Resolves with its answer, of which nothing has been read. */
export function answerBy(pool: ConnectionPool): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    send(pool, '/', { answered: resolve, over() {}, failed: reject });
  });
}

interface Told {
  answered(answer: HttpAnswer): void;
  over(connection: BackendConnection): void;
  failed(error: Error): void;
}

function send(pool: ConnectionPool, path: string, { answered, over, failed }: Told): void {
  let connection: BackendConnection;
  const ready = () => connection.send(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`, [], 0);
  pool.take({
    isHeadOnly: false,
    isWanted: true,
    isSent: true,
    assigned(one) {
      connection = one;
      if (one.isReady) ready();
    },
    ready,
    answered,
    released: () => over(connection),
    failed,
  });
}

/** Resolves when a connection that has become free takes its next request. */
export function fullTurn(): Promise<void> {
  return new Promise((resolve) => whenTurned(fullTurnFromNow(), resolve));
}
