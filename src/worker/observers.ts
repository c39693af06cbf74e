import type { Config } from '../config/types.ts';
import { type Logger, lineWriter } from '../observe/log/log.ts';
import { accessLog } from '../pipeline/access-log.ts';
import type { Observer } from '../pipeline/describe-request.ts';
import type { SharedResources } from './shared-resources.ts';

const levelsWithRequests: readonly string[] = ['trace', 'debug', 'info'];

/** Whether there is anybody who could be shown figures. */
export function isObserved({ admin }: Config): boolean {
  return admin?.token !== undefined || admin?.readToken !== undefined;
}

/** Who takes note of requests that are over, as the configuration has it. */
export function observersOf(
  config: Config,
  log: Logger,
  { metrics, feed }: SharedResources,
): readonly Observer[] {
  const observers: Observer[] = [];
  if (levelsWithRequests.includes(config.log.level)) observers.push(accessLog(lineWriter(log), config.log));
  if (isObserved(config)) {
    observers.push(metrics.recorder(config));
    observers.push((event, { isUnlogged }) => {
      if (!isUnlogged) feed.add(event);
    });
  }
  if (config.tracing !== undefined) observers.push((event, { trace }) => trace?.end(event));
  return observers;
}
