import type { Config } from '../../config/types/gateway.ts';
import type { Logger } from '../../observe/log/log.ts';
import { connectionsPossible } from '../../process/open-file-limit.ts';

/** Warns where this host allows fewer connections than a configuration. */
export function warnOfFewFiles(log: Logger, { listen }: Config): void {
  const possible = connectionsPossible();
  if (listen.maxConnections <= possible) return;
  log.warn(
    { wanted: listen.maxConnections, possible },
    'the limit of open files allows each worker fewer connections than listen.max_connections; raise it (LimitNOFILE=, ulimit -n)',
  );
}
