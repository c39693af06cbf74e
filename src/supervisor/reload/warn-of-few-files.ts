import type { Config } from '../../config/types/gateway.ts';
import type { Logger } from '../../observe/log/log.ts';
import { connectionsPossible } from '../../process/open-file-limit.ts';

/**
 * Warns where this host allows fewer connections than a configuration: once for each number that is wanted, not at every
 * reload.
 */
export class FewFilesWarning {
  readonly #log: Logger;
  readonly #possible: () => number;
  /** The last warning; undefined if the last configuration had enough. */
  #warned: string | undefined;

  constructor(log: Logger, possible: () => number = connectionsPossible) {
    this.#log = log;
    this.#possible = possible;
  }

  follow({ listen }: Pick<Config, 'listen'>): void {
    const possible = this.#possible();
    const wanted = listen.maxConnections;
    const told = wanted <= possible ? undefined : `${wanted} of ${possible}`;
    if (told !== undefined && told !== this.#warned) {
      this.#log.warn(
        { wanted, possible },
        'the limit of open files allows each worker fewer connections than listen.max_connections; raise it (LimitNOFILE=, ulimit -n)',
      );
    }
    this.#warned = told;
  }
}
