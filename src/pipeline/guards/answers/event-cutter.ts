import { GatheredBytes } from '../../../lib/bytes/gathered-bytes.ts';

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** Cuts a stream of server-sent events into its events, each with the blank line that ends it, across any split. */
export class EventCutter {
  #held = new GatheredBytes();
  #isLineStart = true;
  #isAfterReturn = false;

  /** Bytes of the event that is not complete. */
  get openBytes(): number {
    return this.#held.length;
  }

  /** The events that are complete with these bytes, as they came. */
  push(bytes: Buffer): readonly Buffer[] {
    const events: Buffer[] = [];
    let from = 0;
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at]!;
      const isEnd = byte === carriageReturn || (byte === lineFeed && !this.#isAfterReturn);
      const isSecond = byte === lineFeed && this.#isAfterReturn;
      this.#isAfterReturn = byte === carriageReturn;
      if (isSecond) continue; // it belongs to the line end before it
      if (isEnd && this.#isLineStart) {
        events.push(this.#withHeld(bytes.subarray(from, at + 1)));
        from = at + 1;
      } else if (!isEnd) at = beforeLineEnd(bytes, at);
      this.#isLineStart = isEnd;
    }
    if (from < bytes.length) this.#held.push(bytes.subarray(from));
    return events;
  }

  /** The rest when no more comes; empty where every event was complete. */
  rest(): Buffer {
    return this.#take();
  }

  /** An event by its last piece, which mostly is all of it: then it is copied, as it may stand in a large buffer. */
  #withHeld(last: Buffer): Buffer {
    if (this.#held.length === 0) return Buffer.from(last);
    this.#held.push(last);
    return this.#take();
  }

  #take(): Buffer {
    const event = this.#held.whole();
    this.#held = new GatheredBytes();
    return event;
  }
}

/** The last place of a line before its end, or of the bytes. */
function beforeLineEnd(bytes: Buffer, from: number): number {
  const feed = bytes.indexOf(lineFeed, from);
  const end = feed === -1 ? bytes.length : feed;
  const carriage = bytes.subarray(from, end).indexOf(carriageReturn);
  return (carriage === -1 ? end : from + carriage) - 1;
}
