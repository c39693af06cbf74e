import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { Logger } from '../../observe/log/log.ts';
import type { RequestSum } from '../../observe/request-batch.ts';
import { UsageTally } from '../../observe/usage-tally.ts';
import { quietOptions } from '../../process/node/node-options.ts';
import { processFile } from '../../process/paths.ts';
import { ownName } from '../../supervisor/own-name.ts';
import type { FromKeeper, ToKeeper, UsageQuery, UsageSum } from './usage-messages.ts';

const passOnEveryMs = 1000;
const answerWithinMs = 10_000;
const closeWithinMs = 3000;
const restartAfterMs = 1000;

/** The file in `state.dir`; with its owner's name where a gateway of another host has the plain one. */
export function usageFile(stateDir: string, owner?: string): string {
  return join(stateDir, ownName('usage.sqlite', owner));
}

interface Asked {
  resolve(sums: readonly UsageSum[]): void;
  reject(error: Error): void;
}

/**
 * What every key used, by model, deployment and day. Requests are added up here and handed to a process of its own
 * that writes them: a database that blocks, a full disk or a fault in there costs usage, never a request. Nothing is
 * started before there is something to write or to ask for. When a reload names another `state.dir`, what comes then
 * is kept there; what was used before stays where it is.
 */
export class UsageStore {
  readonly #fileNow: () => string;
  readonly #log: Logger;
  readonly #tally = new UsageTally();
  readonly #asked = new Map<number, Asked>();
  readonly #timer: NodeJS.Timeout;
  #file: string;
  #keeper: ChildProcess | undefined;
  /** Those of folders before, as long as they still write. */
  readonly #leaving = new Set<Promise<void>>();
  #startedMs = Number.NEGATIVE_INFINITY;
  #number = 0;

  /**
   * @param stateDir The `state.dir` of what is served now.
   * @param owner Part of the file's name, where a gateway of another host has the plain one.
   */
  constructor(stateDir: () => string, log: Logger, owner: () => string | undefined = () => undefined) {
    this.#fileNow = () => usageFile(stateDir(), owner());
    this.#file = this.#fileNow();
    this.#log = log;
    this.#timer = setInterval(() => this.#passOn(), passOnEveryMs).unref();
  }

  add(sums: readonly RequestSum[]): void {
    for (const sum of sums) this.#tally.add(sum);
  }

  /** Sums by day, key, model or deployment. Rejects where the file can't be read. */
  usageByDay(query: UsageQuery): Promise<readonly UsageSum[]> {
    this.#passOn();
    const keeper = this.#running();
    if (keeper === undefined) return Promise.reject(new Error('usage can not be read at the moment'));
    this.#number += 1;
    const number = this.#number;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#asked.delete(number);
        reject(new Error('usage could not be read in time'));
      }, answerWithinMs);
      const settled = <V>(settle: (value: V) => void) => {
        return (value: V) => {
          clearTimeout(timer);
          this.#asked.delete(number);
          settle(value);
        };
      };
      this.#asked.set(number, { resolve: settled(resolve), reject: settled(reject) });
      this.#tell(keeper, { kind: 'query', number, query });
    });
  }

  /** Starts the process that writes: starting takes longer than writing. */
  warmUp(): void {
    this.#running();
  }

  /** Writes what there is. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#passOn();
    this.#letGo();
    await Promise.all(this.#leaving);
  }

  /** The keeper writes what it was told, answers what it was asked, and ends. */
  #letGo(): void {
    const keeper = this.#keeper;
    if (keeper === undefined) return;
    this.#keeper = undefined;
    keeper.removeAllListeners('exit');
    const gone = new Promise<void>((resolve) => keeper.once('exit', () => resolve()));
    const timer = setTimeout(() => keeper.kill('SIGKILL'), closeWithinMs);
    this.#tell(keeper, { kind: 'close' });
    const left = gone.then(() => {
      clearTimeout(timer);
      this.#leaving.delete(left);
    });
    this.#leaving.add(left);
  }

  #passOn(): void {
    const keeper = this.#tally.isEmpty ? undefined : this.#running();
    // Without one the rows stay where they are until the next time.
    if (keeper !== undefined) this.#tell(keeper, { kind: 'add', rows: this.#tally.take() });
  }

  #running(): ChildProcess | undefined {
    const file = this.#fileNow();
    if (file !== this.#file) {
      this.#letGo();
      this.#file = file;
      this.#startedMs = Number.NEGATIVE_INFINITY;
    }
    if (this.#keeper !== undefined) return this.#keeper;
    if (performance.now() - this.#startedMs < restartAfterMs) return undefined;
    this.#startedMs = performance.now();
    const keeper = fork(processFile('admin/usage/usage-main'), [this.#file], {
      serialization: 'advanced',
      execArgv: quietOptions(),
    });
    keeper.on('message', (message: FromKeeper) => this.#heard(message));
    keeper.on('error', (err) => this.#log.warn({ err }, 'the process that keeps usage'));
    keeper.once('exit', (code, signal) => {
      this.#keeper = undefined;
      this.#log.warn({ code, signal }, 'the process that keeps usage ended and is started again');
      for (const { reject } of [...this.#asked.values()])
        reject(new Error('the process that keeps usage ended'));
    });
    this.#keeper = keeper;
    return keeper;
  }

  #heard(message: FromKeeper): void {
    switch (message.kind) {
      case 'answer':
        return this.#asked.get(message.number)?.resolve(message.sums);
      case 'failed':
        return this.#asked.get(message.number)?.reject(new Error(message.reason));
      case 'trouble':
        return this.#log[message.level](message.message);
    }
  }

  #tell(keeper: ChildProcess, message: ToKeeper): void {
    if (keeper.connected) keeper.send(message, undefined, undefined, () => {});
  }
}
