import type { RedisClientType } from 'redis';

export interface RedisAccess {
  /** `redis://` or `rediss://`, with user and password where ACLs ask for them. */
  readonly url: string;
  /** PEM; for `rediss://`. */
  readonly tls: {
    readonly ca: string | undefined;
    readonly cert: string | undefined;
    readonly key: string | undefined;
    readonly serverName: string | undefined;
  };
}

export type RedisClient = RedisClientType;

const connectTimeoutMs = 1000;

/**
 * A maker of clients: each queues nothing while it has no connection, and never reconnects, which is its owner's
 * business. Throws an Error in the operator's words if the package is missing.
 */
export async function redisClients({ url, tls }: RedisAccess): Promise<() => RedisClient> {
  const { createClient } = await import('redis').catch((error: unknown) => {
    throw new Error('the package "redis" is not installed; run: npm install redis', { cause: error });
  });
  const { ca, cert, key, serverName } = tls;
  const secure = url.startsWith('rediss:')
    ? {
        tls: true as const,
        ...(ca === undefined ? {} : { ca }),
        ...(cert === undefined ? {} : { cert }),
        ...(key === undefined ? {} : { key }),
        ...(serverName === undefined ? {} : { servername: serverName }),
      }
    : {};
  const options = {
    url,
    disableOfflineQueue: true,
    disableClientInfo: true,
    // The client would make an AbortSignal per command, which costs as much as the command. Owners have limits of their own.
    commandOptions: { timeout: 0 },
    socket: { ...secure, connectTimeout: connectTimeoutMs, reconnectStrategy: false as const },
  };
  return () => createClient(options) as unknown as RedisClient;
}
