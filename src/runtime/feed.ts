import { mostRecent, type RequestBatch, RequestBatcher } from '../observe/request-batch.ts';
import type { RequestEvent } from '../observe/request-event.ts';

const everyMs = 500;
/** As long as nobody looks at single requests only so many of them are told each time: they cost most. */
const mostUnwatched = 20;
/** Whoever looks says so again and again; one who has not for so long has gone. */
const watchedMs = 5000;

/** Takes requests that are over. */
export type TakeRequests = (batch: RequestBatch) => void;

/** Hands on what a worker tells of its requests, twice a second and all at once. */
export class RequestFeed {
  #take: TakeRequests | undefined;
  readonly #batcher = new RequestBatcher();
  #timer: NodeJS.Timeout | undefined;
  #watchedUntilMs = 0;

  /** Who gets it. Until there is somebody nothing is gathered. */
  follow(take: TakeRequests): void {
    this.#take = take;
  }

  readonly add = (event: RequestEvent): void => {
    if (this.#take === undefined) return;
    this.#batcher.add(event);
    this.#timer ??= setTimeout(() => this.flush(), everyMs).unref();
  };

  /** Somebody looks at single requests: tells more of them, beginning with those there are. */
  watch(): void {
    this.#watchedUntilMs = performance.now() + watchedMs;
    this.flush();
  }

  /** Hands on what there is now. */
  flush(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const isWatched = performance.now() < this.#watchedUntilMs;
    this.#take?.(this.#batcher.take(isWatched ? mostRecent : mostUnwatched));
  }
}
