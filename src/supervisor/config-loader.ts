import { type ChildProcess, fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import {
  type ConfigTransfer,
  type Difference,
  type PackedChunk,
  transferOf,
} from '../process/config-transfer.ts';
import { childOptions, modestOptions } from '../process/node/node-options.ts';
import { processFile } from '../process/paths.ts';

export interface LoadRequest {
  readonly file: string;
  /** Of what is served now, */
  readonly revision: string;
  /** and of its chunks. */
  readonly ids: readonly string[];
}

/** What was read. */
interface Read {
  /** Absolute paths of all that was read or looked for. */
  readonly sources: readonly string[];
  /** The problems as `check` prints them; empty for none. */
  readonly text: string;
  /** What is different, in words. */
  readonly changes: readonly string[];
}

/** What the process answers: what is not in the version that is served. Undefined when the files are not valid. */
export interface LoadAnswer extends Read {
  readonly difference: Difference | 'unchanged' | undefined;
}

/** What came of a load. Undefined when the files are not valid. */
export interface Loaded extends Read {
  readonly transfer: ConfigTransfer | 'unchanged' | undefined;
}

export type ToLoader =
  | { readonly kind: 'load'; readonly request: LoadRequest }
  /** What it asked for. */
  | { readonly kind: 'pieces'; readonly chunks: readonly PackedChunk[] }
  /** It is not needed any more: it gives its memory back and ends. */
  | { readonly kind: 'leave' };

export type FromLoader =
  /** Asks for chunks of what is served, which it says the changes against. */
  | { readonly kind: 'asks'; readonly ids: readonly string[] }
  | { readonly kind: 'answer'; readonly answer: LoadAnswer };

/** A file that takes longer than this is not served: something is wrong with it or with the disk. */
const usualLimitMs = 20_000;
/** Above so many bytes, packed, a load takes so long that it makes way for requests, and its memory is not kept. */
const largeBytes = 1024 * 1024;
/** What makes way for requests that fill a core gets about a tenth of it. */
const whileMakingWay = 10;
/** The process is kept for the next edit, which often follows soon; its memory is not kept for long. */
const idleMs = 10_000;
/** On a core that requests fill it takes seconds to leave. */
const exitMs = 20_000;

/**
 * Loads configurations, one at a time, in a process that comes when it is needed and goes when it is not: a parser
 * needs a hundred times the memory of what it reads, and would block whoever runs it.
 */
export class Loader {
  readonly #limitMs: number;
  #process: ChildProcess | undefined;
  readonly #leaving = new Set<ChildProcess>();
  #idle: NodeJS.Timeout | undefined;
  #ended: (code: number | null) => void = () => {};
  #isEnded = false;

  constructor(limitMs: number = usualLimitMs) {
    this.#limitMs = limitMs;
  }

  /** Starts the process, for a load that is about to come. */
  warmUp(current: ConfigTransfer): void {
    if (this.#process !== undefined || this.#isEnded) return;
    this.#running(current);
    this.#restAfter();
  }

  /** Rejects only when the process itself fails or its time runs out, in words for the operator. */
  load(file: string, current: ConfigTransfer): Promise<Loaded> {
    if (this.#isEnded) return Promise.reject(new Error('the gateway is stopping'));
    const loader = this.#running(current);
    clearTimeout(this.#idle);
    const { revision, chunks } = current;
    const request: LoadRequest = { file, revision, ids: chunks.map(({ id }) => id) };
    const limitMs = this.#limitMs * (isLarge(current) ? whileMakingWay : 1);
    return new Promise((resolve, reject) => {
      const fail = (reason: string) => {
        clearTimeout(timer);
        loader.removeAllListeners('message');
        this.#ended = () => {};
        this.#close();
        reject(new Error(reason));
      };
      const tooLate = `reading the files took longer than ${limitMs / 1000} s; SIGHUP has them read again`;
      const timer = setTimeout(() => fail(tooLate), limitMs);
      this.#ended = (code) => fail(`the process that reads the files ended (${code})`);
      const tell = (message: ToLoader) =>
        loader.send(message, (error) => {
          if (error !== null) fail(`the process that reads the files can't be reached (${error.message})`);
        });
      loader.on('message', (message: FromLoader) => {
        if (message.kind === 'asks') {
          const { ids } = message;
          tell({ kind: 'pieces', chunks: chunks.filter(({ id }) => ids.includes(id)) });
          return;
        }
        clearTimeout(timer);
        loader.removeAllListeners('message');
        this.#ended = () => {};
        const { difference, ...read } = message.answer;
        const transfer = typeof difference === 'object' ? transferOf(difference, current) : difference;
        if (isLarge(current) || (typeof transfer === 'object' && isLarge(transfer))) this.#dismiss();
        else this.#restAfter();
        resolve({ ...read, transfer });
      });
      tell({ kind: 'load', request });
    });
  }

  /** Ends the process for good: a load that is under way is rejected, and so is any that comes yet. */
  end(): void {
    this.#isEnded = true;
    this.#close();
    for (const loader of this.#leaving) loader.kill('SIGKILL');
  }

  #close(): void {
    clearTimeout(this.#idle);
    const loader = this.#process;
    this.#forget()(null);
    loader?.kill('SIGKILL');
  }

  /** Has the process leave by itself: see `config-loader-main.ts`. */
  #dismiss(): void {
    clearTimeout(this.#idle);
    const loader = this.#process;
    if (loader === undefined) return;
    this.#forget();
    this.#leaving.add(loader);
    const late = setTimeout(() => loader.kill('SIGKILL'), exitMs).unref();
    loader.once('exit', () => {
      clearTimeout(late);
      this.#leaving.delete(loader);
    });
    loader.send({ kind: 'leave' } satisfies ToLoader, () => {});
  }

  #running(current: ConfigTransfer): ChildProcess {
    if (this.#process !== undefined) return this.#process;
    const makesWay = isLarge(current);
    const loader = fork(processFile('supervisor/config-loader-main'), {
      execArgv: makesWay ? modestOptions() : childOptions(),
      serialization: 'advanced',
    });
    const ended = (code: number | null) => {
      if (this.#process !== loader) return;
      this.#forget()(code);
    };
    loader.on('exit', ended);
    loader.on('error', () => ended(null));
    // From its first moment: to start takes it half a second of a slow core.
    if (makesWay) lowerPriority(loader);
    this.#process = loader;
    return loader;
  }

  /** Lets go of the process; returns whom its end concerns. */
  #forget(): (code: number | null) => void {
    const ended = this.#ended;
    this.#process = undefined;
    this.#ended = () => {};
    return ended;
  }

  #restAfter(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.#dismiss(), idleMs).unref();
  }
}

function isLarge({ chunks }: ConfigTransfer): boolean {
  return chunks.reduce((sum, { bytes }) => sum + bytes.byteLength, 0) > largeBytes;
}

/** On a machine whose cores are all busy the workers come first. */
function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has just ended, or the system does not allow it.
  }
}
