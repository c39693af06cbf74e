import type { Config } from '../config/types/gateway.ts';
import { type Logger, lineWriter } from '../observe/log/log.ts';
import { accessLog } from '../pipeline/access-log.ts';
import type { Observer } from '../pipeline/describe-request.ts';
import type { PollingParts } from '../pipeline/settling/usage-polling.ts';
import type { SharedResources } from './shared-resources.ts';

const levelsWithRequests: readonly string[] = ['trace', 'debug', 'info', 'warn', 'error'];
/** Of those, where only what went wrong has its line. */
const levelsOfFailures: readonly string[] = ['warn', 'error'];

/** True if figures could be shown to anybody. */
export function isObserved({ admin }: Config): boolean {
  return (
    admin !== undefined && (admin.token ?? admin.readToken ?? admin.contentToken ?? admin.oidc) !== undefined
  );
}

/** True if no observer needs requests that went well. */
export function areFailuresEnough(config: Config): boolean {
  return (
    levelsOfFailures.includes(config.log.level) &&
    !isObserved(config) &&
    !config.state.keepsUsage &&
    config.tracing === undefined
  );
}

/** Takes note of what an earlier request is now known to have used, where no request says so, and of the endpoint that that was made to. */
export function correctionObserver(
  config: Config,
  { metrics, feed }: SharedResources,
): PollingParts['corrected'] {
  let meter: ReturnType<typeof metrics.corrector> | undefined;
  const isFed = isObserved(config) || config.state.keepsUsage;
  return (correction, endpoint) => {
    if (isObserved(config)) {
      meter ??= metrics.corrector(config);
      meter(correction, endpoint);
    }
    if (isFed) feed.correct(correction);
  };
}

/** The observers of finished requests, as the configuration has them. */
export function observersOf(
  config: Config,
  log: Logger,
  { metrics, feed, keyless }: SharedResources,
): readonly Observer[] {
  const observers: Observer[] = [];
  if (levelsWithRequests.includes(config.log.level)) {
    const admitsKeyless = (client: string | undefined) => keyless.admits(client);
    observers.push(accessLog(lineWriter(log), { ...config.log, admitsKeyless }));
  }
  if (isObserved(config)) observers.push(metrics.recorder(config));
  if (isObserved(config) || config.state.keepsUsage) {
    observers.push((event, { isUnlogged }) => {
      if (!isUnlogged) feed.add(event);
    });
  }
  if (config.tracing !== undefined) observers.push((event, { trace }) => trace?.end(event));
  return observers;
}
