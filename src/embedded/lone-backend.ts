/** A backend without a gateway before it: for programs that ask it themselves, with all that the file says of it. */
import { setTimeout as delay } from 'node:timers/promises';
import type { BackendConfig } from '../config/types.ts';
import type { Backend } from '../http/client/backend.ts';
import { SharedResources } from '../worker/shared-resources.ts';

/** How often it is looked whether a credential has come. */
const lookMs = 50;

/**
 * Opens a backend for as long as somebody uses it: with its credential, headers, TLS and proxy as in a gateway, and
 * without its health check. A credential that has to be fetched first is waited for as long as for a connection.
 */
export async function withBackend<T>(
  config: BackendConfig,
  use: (backend: Backend) => Promise<T>,
): Promise<T> {
  const resources = new SharedResources();
  const unwatched: BackendConfig = { ...config, health: undefined };
  const backend = await resources.acquireBackend(unwatched);
  try {
    const until = performance.now() + config.timeouts.connectMs;
    while (backend.missingCredential !== undefined && performance.now() < until) await delay(lookMs);
    return await use(backend);
  } finally {
    await resources.releaseBackend(unwatched);
  }
}
