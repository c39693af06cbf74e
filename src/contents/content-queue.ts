import type { ContentLogConfig } from '../config/types/contents.ts';
import { compileGlobs } from '../lib/glob.ts';
import type { KeptContent } from '../observe/kept-content.ts';
import type { Logger } from '../observe/log/log.ts';
import { ChildService } from '../process/child-service.ts';
import { quietOptions } from '../process/node/node-options.ts';
import { contentFrames, FrameGatherer } from './content-frames.ts';
import type { ContentBatch, FromKeeper, ToKeeper } from './content-messages.ts';
import type { ContentOutcome, ContentRoom } from './content-room.ts';

const passOnEveryMs = 250;
const againEveryMs = 1000;
const endWithinMs = 10_000;

interface Unkept {
  readonly batch: ContentBatch;
  readonly requests: number;
  readonly heldBytes: number;
  /** The process that has it, by its number. */
  told: number;
}

/**
 * Hands the contents of requests to a process of its own that keeps them, and holds them until it has. Where that process
 * ends, another one gets what was not kept: what was kept just then is there twice, with one id.
 */
export class ContentQueue {
  readonly keeps: (keyId: string, asked: string) => boolean;
  readonly maxBytes: number;
  readonly refusesWhenFull: boolean;
  readonly #config: ContentLogConfig;
  readonly #room: ContentRoom;
  readonly #log: Logger;
  readonly #service: ChildService;
  readonly #gathered = new FrameGatherer();
  #requests = 0;
  #heldBytes = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly #unkept = new Map<number, Unkept>();
  #batch = 0;
  /** Processes so far. */
  #process = 1;
  #again: NodeJS.Timeout | undefined;
  #isFailing = false;

  constructor(config: ContentLogConfig, room: ContentRoom, log: Logger) {
    this.#config = config;
    this.#room = room;
    this.#log = log;
    this.maxBytes = config.maxBytes;
    this.refusesWhenFull = config.onFull === 'refuse';
    this.keeps = whoseAre(config);
    this.#service = new ChildService({
      module: 'contents/contents-main',
      name: 'the process that keeps contents',
      execArgv: quietOptions,
      isModest: () => true,
      endWithinMs,
      restartAfterMs: againEveryMs,
      heard: (word) => this.#heard(word as FromKeeper),
      ended: (code, signal) => {
        log.warn(
          { code, signal, pid: process.pid },
          'the process that keeps contents ended and is started again',
        );
        this.#process += 1;
        this.#tellAgain();
      },
    });
  }

  /** Starts the process that keeps contents, which removes what is too old. */
  start(): void {
    this.#service.tell({ config: this.#config, batches: [] } satisfies ToKeeper);
  }

  take(bytes: number): boolean {
    return this.#room.take(bytes);
  }

  free(bytes: number): void {
    this.#room.free(bytes);
  }

  leftOut(how: 'dropped' | 'refused'): void {
    this.#room.counts[how] += 1;
  }

  keep(content: KeptContent): void {
    if (!this.#gathered.add(content)) {
      this.#passOn();
      if (!this.#gathered.add(content)) return this.#tell(contentFrames([content]), 1, content.heldBytes);
    }
    this.#requests += 1;
    this.#heldBytes += content.heldBytes;
    this.#timer ??= setTimeout(() => this.#passOn(), passOnEveryMs).unref();
  }

  /** Keeps what waits, and reports what could not be kept in time. */
  async close(): Promise<void> {
    this.#passOn();
    clearTimeout(this.#again);
    this.#tellUntold();
    await this.#service.dismiss();
    clearTimeout(this.#again);
    const requests = this.#settle([...this.#unkept.keys()], 'lost');
    if (requests > 0)
      this.#log.error(
        { requests, pid: process.pid },
        'contents were not kept before the gateway stopped, or kept them elsewhere',
      );
  }

  #passOn(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#gathered.isEmpty) return;
    const [requests, heldBytes] = [this.#requests, this.#heldBytes];
    this.#requests = 0;
    this.#heldBytes = 0;
    this.#tell(this.#gathered.take(), requests, heldBytes);
  }

  #tell(frames: Buffer, requests: number, heldBytes: number): void {
    this.#batch += 1;
    const batch = { number: this.#batch, frames };
    this.#unkept.set(batch.number, { batch, requests, heldBytes, told: 0 });
    this.#tellUntold();
  }

  /** Sends the unsent batches; tries again later while no process may be started. */
  #tellUntold(): void {
    if (!this.#service.warmUp()) return this.#tellAgain();
    const untold = [...this.#unkept.values()].filter(({ told }) => told !== this.#process);
    if (untold.length === 0) return;
    for (const one of untold) one.told = this.#process;
    const batches = untold.map(({ batch }) => batch);
    this.#service.tell({ config: this.#config, batches } satisfies ToKeeper);
  }

  #tellAgain(): void {
    this.#again ??= setTimeout(() => {
      this.#again = undefined;
      this.#tellUntold();
    }, againEveryMs).unref();
  }

  #heard(word: FromKeeper): void {
    switch (word.kind) {
      case 'kept':
        this.#settle(word.batches, 'kept');
        if (this.#isFailing) this.#log.info({ pid: process.pid }, 'contents are kept again');
        this.#isFailing = false;
        return;
      case 'lost': {
        const requests = this.#settle(word.batches, 'lost');
        this.#log.error(
          { reason: word.reason, requests, pid: process.pid },
          'the place of contents refused them',
        );
        return;
      }
      case 'failing':
        if (!this.#isFailing) {
          const { onFull } = this.#config;
          this.#log.error(
            { reason: word.reason, on_full: onFull, pid: process.pid },
            'contents can not be kept',
          );
        }
        this.#isFailing = true;
    }
  }

  /** Gives back what some batches held. How many requests they were. */
  #settle(batches: readonly number[], outcome: ContentOutcome): number {
    let requests = 0;
    for (const number of batches) {
      const known = this.#unkept.get(number);
      if (known === undefined) continue;
      this.#unkept.delete(number);
      this.#room.free(known.heldBytes);
      requests += known.requests;
    }
    this.#room.counts[outcome] += requests;
    return requests;
  }
}

/** The keys and models whose contents are kept, and the share of their requests. */
function whoseAre({ keys, models, sample }: ContentLogConfig): (keyId: string, asked: string) => boolean {
  const isKey = compileGlobs(keys);
  const isModel = compileGlobs(models);
  const isAll = sample === 1;
  return (keyId, asked) => isKey(keyId) && isModel(asked) && (isAll || Math.random() < sample);
}
