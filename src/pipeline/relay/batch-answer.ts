/** Looks, as they go to the client, at answers that say what a batch used. */
import { type BatchUse, useOfBatch, useOfResult } from '../../api/batch-usage.ts';
import { GatheredBytes } from '../../lib/gathered-bytes.ts';
import { parseObject } from '../../lib/json.ts';
import { type AnswerSink, type AnswerSource, type DownstreamHead, PassingSink } from './answer-sink.ts';

/** What is longer is no batch object, and no result of one request. */
const longest = 8 * 1024 * 1024;
const lineFeed = 0x0a;

export type TakeUse = (use: BatchUse) => void;

abstract class BatchAnswer extends PassingSink {
  protected readonly take: TakeUse;
  #held = new GatheredBytes();
  #isTooLong = false;
  #isGood = false;
  /** The client was given all of it. */
  isWhole = false;
  /** So many pieces were too long to be read. */
  unread = 0;

  constructor(next: AnswerSink, take: TakeUse) {
    super(next);
    this.take = take;
  }

  override begin(head: DownstreamHead, source?: AnswerSource): void {
    this.#isGood = head.status === 200 && head.own === 'no';
    this.next.begin(head, source);
  }

  override write(bytes: Buffer): void {
    if (this.#isGood) this.look(bytes);
    this.next.write(bytes);
  }

  beat(comment: Buffer): void {
    this.next.beat(comment);
  }

  end(): void {
    if (this.#isGood) {
      this.ended();
      this.isWhole = true;
    }
    this.next.end();
  }

  cut(lastWords: Buffer | undefined): void {
    this.next.cut(lastWords);
  }

  protected abstract look(bytes: Buffer): void;
  /** A piece is there in full. */
  protected abstract piece(text: string): void;

  protected hold(bytes: Buffer): void {
    if (this.#isTooLong) return;
    this.#held.push(bytes);
    if (this.#held.length <= longest) return;
    this.#isTooLong = true;
    this.#held = new GatheredBytes();
  }

  protected ended(): void {
    if (this.#isTooLong) this.unread += 1;
    else if (this.#held.length > 0) this.piece(this.#held.whole().toString());
    this.#isTooLong = false;
    this.#held = new GatheredBytes();
  }
}

/** OpenAI's batch object. */
export class BatchObject extends BatchAnswer {
  protected look(bytes: Buffer): void {
    this.hold(bytes);
  }

  protected piece(text: string): void {
    const batch = parseObject(text);
    const use = batch && useOfBatch(batch);
    if (use !== undefined) this.take(use);
  }
}

/** The results of a message batch, a line each. */
export class BatchResults extends BatchAnswer {
  protected look(bytes: Buffer): void {
    let from = 0;
    for (let to = bytes.indexOf(lineFeed); to !== -1; to = bytes.indexOf(lineFeed, from)) {
      this.hold(bytes.subarray(from, to));
      this.ended();
      from = to + 1;
    }
    if (from < bytes.length) this.hold(bytes.subarray(from));
  }

  protected piece(text: string): void {
    const use = useOfResult(text);
    if (use !== undefined) this.take(use);
  }
}
