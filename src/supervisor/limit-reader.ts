import type { RedisConfig } from '../config/types/state.ts';
import type { BudgetChange, BudgetStore } from '../limits/budget-change.ts';
import { StoreFault } from '../limits/limit-store.ts';
import type { LimitReader } from '../limits/limit-use.ts';
import { openSharedStore, type SharedStore } from '../limits/redis/shared-store.ts';
import type { Meters, QuotaStatus } from '../limits/rules.ts';
import type { HostLimits } from './state/host-limits.ts';

function notOpened(cause: unknown): never {
  throw new StoreFault('the limit store can not be opened', { cause });
}

/** So many keys are asked of the shared store at once: its 50 ms for an answer are for all of them. */
const askedTogether = 50;

interface Opened {
  /** The store's settings in the file, as a name. */
  readonly name: string;
  readonly shared: Promise<SharedStore>;
}

/**
 * Reads where limits stand and changes what is spent of budgets, for the operator's listener: in this host's own counters, or in the store that the
 * file names, over a connection that is opened when somebody first looks.
 */
export class LimitsInUse implements LimitReader, BudgetStore {
  readonly #host: HostLimits;
  readonly #config: () => RedisConfig | undefined;
  #opened: Opened | undefined;

  /** `config` tells which shared store is configured now: requests wait for slots there, too. */
  constructor(host: HostLimits, config: () => RedisConfig | undefined) {
    this.#host = host;
    this.#config = config;
    const { seats } = host;
    let opened: SharedStore | undefined;
    host.rooms.use({
      get isShared() {
        return config() !== undefined;
      },
      take: (choice, order) => {
        const redis = config();
        if (redis === undefined) return seats.take(choice, order);
        return this.#open(redis).then((shared) => {
          opened = shared;
          return shared.seats.take(choice, order);
        });
      },
      isFree: (slots) => (config() === undefined ? seats.isFree(slots) : undefined),
      underWay: (share) =>
        config() === undefined ? seats.underWay(share) : (opened?.seats.underWay(share) ?? 0),
    });
  }

  async read(list: Parameters<LimitReader['read']>[0]): ReturnType<LimitReader['read']> {
    const redis = this.#config();
    if (redis === undefined) return this.#host.reader.read(list);
    const { store } = await this.#open(redis);
    const quotas: Awaited<ReturnType<typeof store.read>>[] = [];
    for (let from = 0; from < list.length; from += askedTogether) {
      const some = list.slice(from, from + askedTogether);
      quotas.push(...(await Promise.all(some.map((meters) => store.read(meters)))));
    }
    return quotas;
  }

  async changeBudgets(meters: Meters, change: BudgetChange): Promise<readonly QuotaStatus[]> {
    const redis = this.#config();
    if (redis === undefined) return this.#host.changeBudgets(meters, change);
    const { budgets } = await this.#open(redis).catch(notOpened);
    return budgets.changeBudgets(meters, change);
  }

  async changeCallerBudgets(key: string, meters: Meters, change: BudgetChange): Promise<number> {
    const redis = this.#config();
    if (redis === undefined) return this.#host.changeCallerBudgets(key, meters, change);
    const { budgets } = await this.#open(redis).catch(notOpened);
    return budgets.changeCallerBudgets(key, meters, change);
  }

  async close(): Promise<void> {
    const opened = this.#opened;
    this.#opened = undefined;
    await opened?.shared.then(({ store }) => store.close()).catch(() => {});
  }

  #open(redis: RedisConfig): Promise<SharedStore> {
    const name = JSON.stringify(redis);
    if (this.#opened?.name !== name) {
      void this.close();
      const shared = openSharedStore(redis, this.#host.store);
      this.#opened = { name, shared };
      // A failed opening is forgotten, so the next reader tries again.
      shared.catch(() => {
        if (this.#opened?.shared === shared) this.#opened = undefined;
      });
    }
    return this.#opened!.shared;
  }
}
