import type { Config } from '../../src/config/types/gateway.ts';
import { CredentialHolders } from '../../src/credentials/holders.ts';
import { sourcesOf } from '../../src/credentials/source-uses.ts';
import type { Logger } from '../../src/observe/log/log.ts';
import { CredentialDesk } from '../../src/supervisor/credentials/credential-desk.ts';
import { RenewalProcess } from '../../src/supervisor/credentials/renewal-process.ts';
import type { Cleanup } from './inside.ts';

/** Renews the sources of a configuration as a gateway does, for a worker without the processes around it. */
export async function renewingHolders(
  cleanup: Cleanup,
  { backends }: Config,
  log: Logger,
): Promise<CredentialHolders> {
  const renewals = new RenewalProcess();
  const holders = new CredentialHolders((id, generation) => desk.refused(id, generation));
  const desk: CredentialDesk = new CredentialDesk({
    log,
    renew: (source) => renewals.renew(source),
    takers: { give: (items) => holders.take(items), forget: (ids) => holders.forget(ids) },
  });
  cleanup.after(async () => {
    desk.close();
    await renewals.end();
  });
  await desk.expect(sourcesOf(backends.values()));
  return holders;
}
