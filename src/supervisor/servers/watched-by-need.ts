import type { ServersItem, ServersUse } from '../../http/client/replicas/servers-use.ts';
import type { ServerDesk, ServerDeskOptions } from './server-desk.ts';
import type { ServerState } from './watched-servers.ts';

/** Watches servers of backends where a configuration has some that are watched; until then nothing of it is loaded. */
export class WatchedByNeed {
  readonly #options: ServerDeskOptions;
  #desk: ServerDesk | undefined;
  #isClosed = false;

  constructor(options: ServerDeskOptions) {
    this.#options = options;
  }

  get items(): readonly ServersItem[] {
    return this.#desk?.items ?? [];
  }

  get states(): readonly ServerState[] {
    return this.#desk?.states ?? [];
  }

  /** The number of servers of each backend whose name is looked up. */
  get named(): ServerDesk['named'] {
    return this.#desk?.named ?? [];
  }

  /** Watches these as well. Resolves when it is known where each is, or will not be soon. */
  async expect(uses: readonly ServersUse[]): Promise<void> {
    if (uses.length === 0) return;
    const { ServerDesk } = await import('./server-desk.ts');
    if (this.#isClosed) return;
    this.#desk ??= new ServerDesk(this.#options);
    await this.#desk.expect(uses);
  }

  /** Watches these from now on, and no others. */
  settle(uses: readonly ServersUse[]): void {
    this.#desk?.settle(uses);
  }

  close(): void {
    this.#isClosed = true;
    this.#desk?.close();
  }
}
