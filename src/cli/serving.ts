/** The modules that `serve` loads after starting the first worker, which loads its own meanwhile. */
import { type SupervisedGateway, superviseGateway } from '../gateway.ts';
import { tuneForSupervision } from '../process/node/node-options.ts';
import { releaseIdleMemory } from '../process/node/release-idle-memory.ts';
import { packageVersion } from '../process/package-paths.ts';
import type { Predecessor } from '../supervisor/takeover/predecessor.ts';
import type { WorkerProcess } from '../supervisor/worker-process.ts';
import { requireFile } from './config-file.ts';
import { greeting } from './serve/greeting.ts';
import { unusedProxy } from './serve/unused-proxy.ts';
import { type ExitCode, painter, type Terminal } from './terminal.ts';

/** A gateway that serves, and what to tell people of it; or how the command ends without one. */
export type Started =
  | { readonly gateway: SupervisedGateway; readonly welcome: string }
  | { readonly gateway: undefined; readonly exitCode: ExitCode };

/**
 * Reads the file and starts what it says. A function of its own, so that what was read is not held for as long as the
 * gateway runs. Throws where the address is not fit.
 *
 * @param ahead the first worker's process, which stays the caller's where no gateway comes of it
 * @param predecessor the gateway whose place this one takes
 */
export async function startServing(
  file: string,
  terminal: Terminal,
  ahead: WorkerProcess,
  predecessor?: Predecessor,
): Promise<Started> {
  const readAt = Date.now();
  const options = { requireSecrets: true, tellsWarnings: true };
  const loaded = await withStoreKeys(await requireFile(file, options, terminal), () =>
    requireFile(file, options, terminal),
  );
  const { config } = loaded;
  if (config === undefined) return { gateway: undefined, exitCode: loaded.exitCode };
  const unused = unusedProxy(config, terminal.env);
  if (unused !== undefined) {
    terminal.err(`gateway: ${painter(terminal.colorErr)('yellow', 'warning')}: ${unused}\n`);
  }
  const gateway = await superviseGateway(config, {
    ahead,
    readAt,
    env: terminal.env,
    ...(predecessor === undefined ? {} : { predecessor }),
  });
  tuneForSupervision();
  releaseIdleMemory();
  return { gateway, welcome: greeting(config, gateway, packageVersion()) };
}

type Required = Awaited<ReturnType<typeof requireFile>>;

/** A gateway that was never here knows the keys of the store before it serves; where that is away, what was last seen. */
async function withStoreKeys(loaded: Required, again: () => Promise<Required>): Promise<Required> {
  const store = loaded.config?.keysStore;
  if (store === undefined) return loaded;
  const { refreshCopy } = await import('../keys/store/follow-store.ts');
  const isNew = await refreshCopy(store).catch(() => false); // told in the log, once that is there
  return isNew ? again() : loaded;
}
