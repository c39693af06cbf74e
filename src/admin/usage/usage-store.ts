import { join } from 'node:path';
import type { Logger } from '../../observe/log/log.ts';
import type { RequestSum } from '../../observe/request-batch.ts';
import { UsageTally } from '../../observe/usage-tally.ts';
import { ChildService } from '../../process/child-service.ts';
import { quietOptions } from '../../process/node/node-options.ts';
import { ownName } from '../../supervisor/state/own-name.ts';
import type { UsageSum } from '../contract/usage.ts';
import type { Trouble, UsageQuery } from './usage-messages.ts';

const passOnEveryMs = 1000;
const answerWithinMs = 10_000;
const endWithinMs = 3000;
const restartAfterMs = 1000;

/** The file in `state.dir`; with its owner's name where a gateway of another host has the plain one. */
export function usageFile(stateDir: string, owner?: string): string {
  return join(stateDir, ownName('usage.sqlite', owner));
}

/**
 * What every key used, by model, deployment and day. Requests are added up here and handed to a process of its own
 * that writes them: a database that blocks, a full disk or a fault in there costs usage, never a request. Nothing is
 * started before there is something to write or to ask for. When a reload names another `state.dir`, what comes then
 * is kept there; what was used before stays where it is.
 */
export class UsageStore {
  readonly #fileNow: () => string;
  readonly #tally = new UsageTally();
  readonly #timer: NodeJS.Timeout;
  readonly #service: ChildService;
  #file: string;

  /**
   * @param stateDir The `state.dir` of what is served now.
   * @param owner Part of the file's name, where a gateway of another host has the plain one.
   */
  constructor(stateDir: () => string, log: Logger, owner: () => string | undefined = () => undefined) {
    this.#fileNow = () => usageFile(stateDir(), owner());
    this.#file = this.#fileNow();
    this.#timer = setInterval(() => this.#passOn(), passOnEveryMs).unref();
    this.#service = new ChildService({
      module: 'admin/usage/usage-main',
      name: 'the process that keeps usage',
      args: () => [this.#file],
      execArgv: quietOptions,
      endWithinMs,
      restartAfterMs,
      heard(message) {
        const { level, text } = message as Trouble;
        log[level](text);
      },
      ended: (code, signal) =>
        log.warn({ code, signal }, 'the process that keeps usage ended and is started again'),
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

  /** Writes what there is. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#passOn();
    await this.#service.dismiss();
  }

  #passOn(): void {
    const file = this.#fileNow();
    if (file !== this.#file) {
      // Whoever writes the file of before does so to its end.
      void this.#service.dismiss();
      this.#file = file;
    }
    // Without a process the rows stay where they are until the next time.
    if (!this.#tally.isEmpty && this.#service.warmUp()) this.#service.tell(this.#tally.take());
  }
}
