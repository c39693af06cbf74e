/**
 * The supervisor, in the order of its start: it takes its place on the host, opens the operator's listener,
 * starts the workers and reads the files when they change. It serves no request itself.
 */

import type { Config } from '../config/types/gateway.ts';
import type { Logger } from '../observe/log/log.ts';
import { pack } from '../process/config-transfer.ts';
import { watchListening } from '../process/node/listening-handles.ts';
import { packageVersion } from '../process/package-paths.ts';
import type { OpenAdmin } from './gateway-view.ts';
import { Messages } from './messages/messages.ts';
import { listenersOfSystemd, requireAgreement } from './service/inherited-listeners.ts';
import { serviceManager } from './service/service-manager.ts';
import { Drains } from './state/drains.ts';
import { openHostLimits } from './state/host-limits.ts';
import { SettledFile } from './state/settled-ids-file.ts';
import { lockState, thisHolder } from './state/state-lock.ts';
import { UnwrittenFiles } from './state/unwritten-files.ts';
import { type Primary, Supervisor } from './supervisor.ts';
import type { Predecessor } from './takeover/predecessor.ts';
import type { WorkerProcess } from './worker-process.ts';

/** The circumstances before the start. */
export interface StartConditions {
  /** When reading the files began, in milliseconds since the epoch: what changed after it is read again. */
  readonly readAt: number;
  /** A worker's process that was started while the configuration was read. */
  readonly ahead?: WorkerProcess;
  /** In it systemd says what it passes on and wants to be told. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The gateway whose place this one takes. */
  readonly predecessor?: Predecessor;
}

/** Starts workers with a configuration that was just read. Throws an Error in the operator's words. */
export async function startPrimary(
  config: Config,
  log: Logger,
  openAdmin: OpenAdmin,
  { readAt, ahead, env, predecessor }: StartConditions,
): Promise<Primary> {
  const { file: config_file, revision } = config;
  const { pid, version: node } = process;
  watchListening();
  const inherited = predecessor?.listeners() ?? listenersOfSystemd(env);
  if (inherited !== undefined) await requireAgreement(inherited, config);
  const holder = await thisHolder(packageVersion(), config_file);
  // From here on the other one writes nothing more, unless this one fails.
  const counted = await predecessor?.takeState();
  const lock = await lockState(config.state.dir, holder);
  log.info({ version: packageVersion(), node, pid, config_file, revision }, 'the gateway starts');
  log.flush(); // before any worker has something to say
  if (lock.warning !== undefined) log.warn(lock.warning);
  const unwritten = new UnwrittenFiles();
  const limits = await openHostLimits(config.state.dir, log, lock.owner, counted, unwritten);
  predecessor?.follow((more) => limits.add(more));
  const settled = await SettledFile.open(config.state.dir, log, lock.owner);
  predecessor?.remember(settled);
  const messages = new Messages({ dir: config.state.dir, owner: lock.owner, log, unwritten });
  // The drained deployments are written to the folder of the configuration that is served at that time.
  let primary: Supervisor | undefined;
  const dir = () => (primary?.config ?? config).state.dir;
  const drains = await Drains.open(dir, log, (names) => primary?.takeOut(names));
  const service = serviceManager(env, log);
  const state = {
    limits,
    unwritten,
    settled,
    messages,
    holder,
    lock,
    drains,
    service,
    inherited,
    env,
    predecessor,
  };
  primary = new Supervisor(pack(config), log, openAdmin, state, ahead);
  await primary.start(readAt);
  return primary;
}
