import { ChildService } from '../process/child-service.ts';
import { type ConfigTransfer, type Difference, transferOf } from '../process/config-transfer.ts';
import { childOptions, modestOptions } from '../process/node/node-options.ts';

export interface LoadRequest {
  /** The part of them that is read. */
  readonly what: 'files' | 'keys alone';
  readonly file: string;
  /** Of what is served now, */
  readonly revision: string;
  /** and of its chunks. */
  readonly ids: readonly string[];
  /** The last output of programs, by their ids. */
  readonly programs: ReadonlyMap<string, string>;
}

/** The result of reading. */
interface Read {
  /** Absolute paths of all that was read or looked for. */
  readonly sources: readonly string[];
  /** The problems as `check` prints them; empty for none. */
  readonly text: string;
  /** The differences in words. */
  readonly changes: readonly string[];
}

/** The answer of the process: the difference from the served version. Undefined for files that are not valid. */
export interface LoadAnswer extends Read {
  readonly difference: Difference | 'unchanged' | undefined;
  /** The served version with the present keys: for files that are not valid while keys have changed. */
  readonly keysDifference?: Difference | undefined;
}

/** The result of a load. Undefined for files that are not valid. */
export interface Loaded extends Read {
  readonly transfer: ConfigTransfer | 'unchanged' | undefined;
  /** The served version with the present keys: for files that are not valid while keys have changed. */
  readonly keysTransfer: ConfigTransfer | undefined;
}

/** The process's request for chunks of the served version, against which it describes the changes. */
export interface ChunksWanted {
  readonly ids: readonly string[];
}

/** The answer to it. */
export type ChunksBrought = Pick<ConfigTransfer, 'chunks' | 'positions'>;

/** A file that takes longer than this is not served: something is wrong with it or with the disk. */
const usualLimitMs = 20_000;
/** Above so many bytes, packed, a load takes so long that it makes way for requests, and its memory is not kept. */
const largeBytes = 1024 * 1024;
/** A process that makes way for requests gets about a tenth of a fully used core. */
const whileMakingWay = 10;
/** The process is kept for the next edit, which often follows soon; its memory is not kept for long. */
const idleMs = 10_000;
/** On a core that requests fill it takes seconds to leave. */
const endWithinMs = 20_000;

/**
 * Loads configurations, one at a time, in a process that comes when it is needed and goes when it is not: a parser
 * needs a hundred times the memory of what it reads, and would block whoever runs it.
 */
export class Loader {
  readonly #limitMs: number;
  readonly #programs: () => ReadonlyMap<string, string>;
  readonly #service: ChildService;
  /** The served configuration. */
  #current: ConfigTransfer | undefined;
  #isEnded = false;

  /** @param programs What programs printed last, by their ids. */
  constructor(programs: () => ReadonlyMap<string, string> = () => new Map(), limitMs: number = usualLimitMs) {
    this.#programs = programs;
    this.#limitMs = limitMs;
    const isModest = () => this.#current !== undefined && isLarge(this.#current);
    this.#service = new ChildService({
      module: 'supervisor/config-loader-main',
      name: 'the process that reads the files',
      execArgv: () => (isModest() ? modestOptions() : childOptions()),
      isModest,
      idleMs,
      endWithinMs,
      heard: (message) => this.#bring(message as ChunksWanted),
    });
  }

  /** Starts the process, for a load that is about to come. */
  warmUp(current: ConfigTransfer): void {
    if (this.#isEnded) return;
    this.#current = current;
    this.#service.warmUp();
  }

  /** Rejects only when the process itself fails or its time runs out, in words for the operator. */
  load(file: string, current: ConfigTransfer): Promise<Loaded> {
    return this.#load('files', file, current);
  }

  /**
   * The served configuration with the present keys of the `keys_file` and the store; undefined without changes in them.
   */
  async loadKeys(file: string, current: ConfigTransfer): Promise<ConfigTransfer | undefined> {
    return (await this.#load('keys alone', file, current)).keysTransfer;
  }

  async #load(what: LoadRequest['what'], file: string, current: ConfigTransfer): Promise<Loaded> {
    if (this.#isEnded) throw new Error('the gateway is stopping');
    this.#current = current;
    const { revision, chunks } = current;
    const request: LoadRequest = {
      what,
      file,
      revision,
      ids: chunks.map(({ id }) => id),
      programs: this.#programs(),
    };
    const limitMs = this.#limitMs * (isLarge(current) ? whileMakingWay : 1);
    const { difference, keysDifference, ...read } = (await this.#service.ask(request, limitMs, () => {
      this.#service.kill('it took too long');
      return new Error(`reading the files took longer than ${limitMs / 1000} s; SIGHUP has them read again`);
    })) as LoadAnswer;
    const transfer = typeof difference === 'object' ? transferOf(difference, current) : difference;
    if (isLarge(current) || (typeof transfer === 'object' && isLarge(transfer))) void this.#service.dismiss();
    const keysTransfer = keysDifference && transferOf(keysDifference, current);
    return { ...read, transfer, keysTransfer };
  }

  /** Ends the process for good: a load that is in flight is rejected, and so is any that comes yet. */
  end(): void {
    this.#isEnded = true;
    this.#service.kill('the gateway is stopping');
  }

  #bring({ ids }: ChunksWanted): void {
    if (this.#current === undefined) return;
    const { chunks, positions } = this.#current;
    this.#service.tell({
      chunks: chunks.filter(({ id }) => ids.includes(id)),
      positions,
    } satisfies ChunksBrought);
  }
}

function isLarge({ chunks }: ConfigTransfer): boolean {
  return chunks.reduce((sum, { bytes }) => sum + bytes.byteLength, 0) > largeBytes;
}
