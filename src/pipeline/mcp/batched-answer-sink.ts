import type { CoarseTimer } from '../../lib/coarse-timer.ts';
import type { ClientSink, DownstreamHead } from '../relay/answer/answer-sink.ts';

/** Gathers the answer to one message of an array. */
export class BatchedAnswerSink implements ClientSink {
  readonly begunMs = undefined;
  hasBegun = false;
  isClosed = false;
  status = 200;
  readonly #pieces: Buffer[] = [];
  #closed: (wasTaken: boolean) => void = () => {};

  /** The answer; empty for none. */
  get body(): Buffer {
    return Buffer.concat(this.#pieces);
  }

  attach(_timer: CoarseTimer, closed: (wasTaken: boolean) => void): void {
    this.#closed = closed;
  }

  begin({ status }: DownstreamHead): void {
    this.hasBegun = true;
    this.status = status;
  }

  write(bytes: Buffer): void {
    this.#pieces.push(bytes);
  }

  end(): void {
    this.#close(true);
  }

  /** The client has gone. */
  destroy(): void {
    this.#close(false);
  }

  cut(): void {
    this.#close(false);
  }

  beat(): void {}

  invite(): void {}

  #close(wasTaken: boolean): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.#closed(wasTaken);
  }
}
