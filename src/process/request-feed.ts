import { type RequestBatch, RequestBatcher } from '../observe/request-batch.ts';
import type { RequestEvent, UseCorrection } from '../observe/request-event.ts';

const everyMs = 500;
/** So many single requests are told each time, */
const mostWatched = 200;
/** and as long as nobody looks at them only so many. */
const mostUnwatched = 20;
/** An observer repeats its message; one that is silent for this long has gone. */
const watchedMs = 5000;

/** Takes requests that are over. */
export type TakeRequests = (batch: RequestBatch) => void;

/** Hands on what a worker tells of its requests, twice a second and all at once. */
export class RequestFeed {
  #take: TakeRequests | undefined;
  readonly #batcher = new RequestBatcher(mostUnwatched);
  #timer: NodeJS.Timeout | undefined;
  #watchedUntilMs = Number.NEGATIVE_INFINITY;

  /** The receiver. Without one nothing is gathered. */
  follow(take: TakeRequests): void {
    this.#take = take;
  }

  readonly add = (event: RequestEvent): void => {
    if (this.#take === undefined) return;
    this.#batcher.add(event);
    this.#timer ??= setTimeout(() => this.flush(), everyMs).unref();
  };

  /** The same for what an earlier request is now known to have used. */
  correct(correction: UseCorrection): void {
    if (this.#take === undefined) return;
    this.#batcher.correct(correction);
    this.#timer ??= setTimeout(() => this.flush(), everyMs).unref();
  }

  /** Somebody looks at single requests: tells those there are at once, and more of those that follow. */
  watch(): void {
    const wasWatched = this.#isWatched;
    this.#watchedUntilMs = performance.now() + watchedMs;
    if (!wasWatched) this.#flushNow();
  }

  /** Hands on what there is now. */
  flush(): void {
    if (this.#timer !== undefined) this.#flushNow();
  }

  get #isWatched(): boolean {
    return performance.now() < this.#watchedUntilMs;
  }

  #flushNow(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const batch = this.#batcher.take(this.#isWatched ? mostWatched : mostUnwatched);
    if (batch.sums.length > 0 || batch.recent.length > 0) this.#take?.(batch);
  }
}
