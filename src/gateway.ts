/** The composition root: a configuration in, a running gateway out. */
import { Admin } from './admin/admin.ts';
import type { Config } from './config/types/gateway.ts';
import type { Address } from './config/types/listen.ts';
import { followLog, type Logger, openLog } from './observe/log/log.ts';
import { type StartConditions, startPrimary } from './supervisor/primary.ts';

/** The addresses of a gateway. */
export interface Reach {
  /** The real listening address, with its port. */
  readonly address: Address;
  readonly adminAddress: Address | undefined;
  /** The certificate that clients have to trust, when the listener signs its own. */
  readonly caFile: string | undefined;
}

export interface Gateway extends Reach {
  readonly config: Config;
  /** Accepts nothing more; resolves when every answer is complete. */
  stop(): Promise<void>;
}

export interface StartOptions {
  readonly log?: Logger;
}

export interface SuperviseOptions extends StartOptions, StartConditions {}

/**
 * A gateway whose requests are served by processes of their own. It does not hold the configuration it began with:
 * a large one takes memory, and the time to collect garbage around it.
 */
export interface SupervisedGateway extends Reach, Pick<Gateway, 'stop'> {
  /** Resolves with the reason when the gateway can't go on. */
  readonly failed: Promise<string>;
  /** Resolves when another process serves in this one's place, which is to be stopped then. */
  readonly superseded: Promise<void>;
  /** Reads the files again now. */
  reload(): void;
  /** Opens the log file anew: it has been moved away. */
  reopenLogs(): void;
  /** Ends at once, with every answer that is in flight. */
  kill(): void;
}

/**
 * Starts a gateway as `serve` runs it: workers serve, this process supervises them and follows the files. Throws an
 * Error that tells an operator what could not be done, and leaves nothing open.
 */
export async function superviseGateway(
  config: Config,
  options: SuperviseOptions,
): Promise<SupervisedGateway> {
  const log = options.log ?? logOf(config);
  const admin = new Admin();
  const primary = await startPrimary(config, log, admin.open, options);
  admin.begin(primary.view, log);
  options.predecessor?.serving();
  void primary.superseded.then(() => admin.leaveToSuccessor());
  return {
    address: primary.address,
    adminAddress: primary.adminAddress,
    caFile: primary.caFile,
    failed: primary.failed,
    superseded: primary.superseded,
    reload: () => void primary.reload(),
    reopenLogs: () => primary.reopenLogs(),
    async stop() {
      admin.expectEnd();
      await primary.stop();
      await admin.close();
    },
    kill() {
      primary.kill();
      void admin.close();
    },
  };
}

/** The log of a gateway, as its configuration sets it. Throws for a file that can't be written to. */
export function logOf(config: Config): Logger {
  const log = openLog(config.log.level);
  followLog(log, config.log);
  return log;
}
