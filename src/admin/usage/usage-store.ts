import { join } from 'node:path';
import type { Logger } from '../../observe/log/log.ts';
import type { RequestSum } from '../../observe/request-batch.ts';
import { UsageTally } from '../../observe/usage-tally.ts';
import { ChildService } from '../../process/child-service.ts';
import { quietOptions } from '../../process/node/node-options.ts';
import { ownName } from '../../supervisor/state/own-name.ts';
import type { UnwrittenFiles } from '../../supervisor/state/unwritten-files.ts';
import type { UsageSum } from '../contract/usage.ts';
import type { UsageBatch, UsageQuery, UsageWord } from './usage-messages.ts';

const passOnEveryMs = 1000;
const answerWithinMs = 10_000;
/**
 * The process may take this long to write the rest, its start included: on a busy machine that alone takes seconds.
 * With `listen.drain` it fits into the grace period of orchestrators.
 */
const usualEndWithinMs = 12_000;
const restartAfterMs = 1000;
/** To start the process costs a fifth of a second of a core, to keep it some 60 MB. */
const usualIdleMs = 10_000;

/** The file in `state.dir`; with its owner's name where a gateway of another host has the plain one. */
export function usageFile(stateDir: string, owner?: string): string {
  return join(stateDir, ownName('usage.sqlite', owner));
}

export interface UsageStoreOptions {
  /** Part of the file's name, where a gateway of another host has the plain one. */
  readonly owner?: () => string | undefined;
  /** Told whether the file can be written. */
  readonly files?: UnwrittenFiles;
  /** `close` waits this long for unwritten rows. */
  readonly endWithinMs?: number;
  /** The process stays this long without work. */
  readonly idleMs?: number;
}

/**
 * The usage of every key by model, deployment and day. Requests are summed here and handed to a process of its own that
 * writes them: a database that blocks, a full disk or a fault in there costs usage, never a request. That process
 * starts when there is work and ends after a while without. When a reload names another `state.dir`, new usage goes
 * there; older usage stays in the old one.
 */
export class UsageStore {
  readonly #fileNow: () => string;
  readonly #tally = new UsageTally();
  readonly #timer: NodeJS.Timeout;
  readonly #service: ChildService;
  readonly #log: Logger;
  /** Requests of the batches that are not written yet. */
  readonly #unwritten = new Map<number, number>();
  #batch = 0;
  #file: string;

  /** @param stateDir The `state.dir` of what is served now. */
  constructor(
    stateDir: () => string,
    log: Logger,
    {
      owner = () => undefined,
      files,
      endWithinMs = usualEndWithinMs,
      idleMs = usualIdleMs,
    }: UsageStoreOptions = {},
  ) {
    this.#log = log;
    this.#fileNow = () => usageFile(stateDir(), owner());
    this.#file = this.#fileNow();
    this.#timer = setInterval(() => this.#passOn(), passOnEveryMs).unref();
    this.#service = new ChildService({
      module: 'admin/usage/usage-main',
      name: 'the process that keeps usage',
      args: () => [this.#file],
      execArgv: quietOptions,
      idleMs,
      isBusy: () => this.#unwritten.size > 0,
      endWithinMs,
      restartAfterMs,
      heard: (message) => {
        const word = message as UsageWord;
        if ('batches' in word) {
          for (const batch of word.batches) this.#unwritten.delete(batch);
          files?.settled(this.#file);
        } else if ('reason' in word) files?.failed(this.#file, 'what keys used', word.reason);
        else log[word.level](word.text);
      },
      ended: (code, signal) => {
        log.warn({ code, signal }, 'the process that keeps usage ended and is started again');
        this.#tellUnwritten('that process ended');
      },
    });
  }

  add(sums: readonly RequestSum[]): void {
    for (const sum of sums) this.#tally.add(sum);
  }

  /** Sums by day, key, model or deployment. Rejects where the file can't be read. */
  async usageByDay(query: UsageQuery): Promise<readonly UsageSum[]> {
    this.#passOn();
    const late = () => new Error('usage could not be read in time');
    return (await this.#service.ask(query, answerWithinMs, late)) as readonly UsageSum[];
  }

  /** Starts the process that writes: starting takes longer than writing. */
  warmUp(): void {
    this.#service.warmUp();
  }

  /** Writes what there is. What could not be written in time is said in the log. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#passOn();
    await this.#service.dismiss();
    if (!this.#tally.isEmpty) {
      // The last process had ended too soon to be followed by another at once. This is the last chance.
      this.#passOn();
      await this.#service.dismiss();
    }
    this.#tellUnwritten('the gateway stopped');
  }

  #passOn(): void {
    const file = this.#fileNow();
    if (file !== this.#file) {
      // The process of the previous file writes its rows to the end.
      void this.#service.dismiss();
      this.#file = file;
    }
    // Without a process the rows stay where they are until the next time.
    if (this.#tally.isEmpty || !this.#service.warmUp()) return;
    const rows = this.#tally.take();
    this.#batch += 1;
    this.#unwritten.set(
      this.#batch,
      rows.reduce((sum, { requests }) => sum + requests, 0),
    );
    this.#service.tell({ number: this.#batch, rows } satisfies UsageBatch);
  }

  /** @param before What came before they were written. */
  #tellUnwritten(before: string): void {
    const requests = [...this.#unwritten.values()].reduce((sum, count) => sum + count, 0);
    this.#unwritten.clear();
    if (requests === 0) return;
    const whose = requests === 1 ? 'of 1 request was' : `of ${requests} requests was`;
    this.#log.error({ requests }, `the usage ${whose} not written to ${this.#file} before ${before}`);
  }
}
