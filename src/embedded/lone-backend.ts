/** A backend without a gateway before it: for programs that ask it themselves, with all that the file says of it. */
import type { BackendConfig } from '../config/types/backends.ts';
import { CredentialHolders } from '../credentials/holders.ts';
import { credentialsWith } from '../credentials/index.ts';
import { sourcesOf } from '../credentials/source-uses.ts';
import type { Backend } from '../http/client/backend.ts';
import { openLog } from '../observe/log/log.ts';
import { CredentialDesk } from '../supervisor/credentials/credential-desk.ts';
import { RenewalProcess } from '../supervisor/credentials/renewal-process.ts';
import { SharedResources } from '../worker/shared-resources.ts';

/**
 * Opens a backend for as long as somebody uses it: with its credential, headers, TLS and proxy as in a gateway, and
 * without its health check. A credential that is renewed is fetched and kept fresh meanwhile; where none can be had, the
 * backend says so (`missingCredential`).
 */
export async function withBackend<T>(
  config: BackendConfig,
  use: (backend: Backend) => Promise<T>,
): Promise<T> {
  const renewals = new RenewalProcess();
  const held = new CredentialHolders((id, generation) => desk.refused(id, generation));
  const desk: CredentialDesk = new CredentialDesk({
    log: openLog('silent'),
    renew: (source) => renewals.renew(source),
    takers: { give: (items) => held.take(items), forget: (ids) => held.forget(ids) },
  });
  const resources = new SharedResources(undefined, undefined, credentialsWith(held));
  const unwatched: BackendConfig = { ...config, health: undefined };
  try {
    await desk.expect(sourcesOf([config]));
    const backend = await resources.acquireBackend(unwatched);
    try {
      return await use(backend);
    } finally {
      await resources.releaseBackend(unwatched);
    }
  } finally {
    desk.close();
    await renewals.end();
  }
}
