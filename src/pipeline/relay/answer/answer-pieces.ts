/** Reads the pieces of an answer, such as its lines, as they go to the client. */
import { GatheredBytes } from '../../../lib/bytes/gathered-bytes.ts';
import { type AnswerSource, type DownstreamHead, PassingSink } from './answer-sink.ts';

/** The most bytes of a piece that is read: a longer one is no object with usage, and no result of one request. */
const longest = 8 * 1024 * 1024;
const lineFeed = 0x0a;

export abstract class AnswerPieces extends PassingSink {
  #held = new GatheredBytes();
  #isTooLong = false;
  #isGood = false;
  /** The client got all of it. */
  isWhole = false;
  /** The pieces that were too long to be read. */
  unread = 0;

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
  /** The held part of a piece when no more came; empty if it was too long. */
  protected takeRest(): string {
    const rest = this.#isTooLong ? '' : this.#held.whole().toString();
    this.#held = new GatheredBytes();
    return rest;
  }

  /** A piece is there in full. */
  protected abstract piece(text: string): void;

  /** Cuts the bytes into lines, each of them a piece. */
  protected lookAtLines(bytes: Buffer): void {
    let from = 0;
    for (let to = bytes.indexOf(lineFeed); to !== -1; to = bytes.indexOf(lineFeed, from)) {
      this.hold(bytes.subarray(from, to));
      this.ended();
      from = to + 1;
    }
    if (from < bytes.length) this.hold(bytes.subarray(from));
  }

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
