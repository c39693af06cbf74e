import { type RequestBatch, RequestBatcher } from '../observe/request-batch.ts';
import type { RequestEvent } from '../observe/request-event.ts';

const everyMs = 500;

/** Takes requests that are over. */
export type TakeRequests = (batch: RequestBatch) => void;

/** Hands on what a worker tells of its requests, twice a second and all at once. */
export class RequestFeed {
  #take: TakeRequests | undefined;
  readonly #batcher = new RequestBatcher();
  #timer: NodeJS.Timeout | undefined;

  /** Who gets it. Until there is somebody nothing is gathered. */
  follow(take: TakeRequests): void {
    this.#take = take;
  }

  readonly add = (event: RequestEvent): void => {
    if (this.#take === undefined) return;
    this.#batcher.add(event);
    this.#timer ??= setTimeout(() => this.flush(), everyMs).unref();
  };

  /** Hands on what there is now. */
  flush(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#take?.(this.#batcher.take());
  }
}
