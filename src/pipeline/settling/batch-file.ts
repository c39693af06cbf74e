/** Reads a file on its way to a backend: if its lines are the requests of a batch, it estimates their usage. */
import { GatheredBytes } from '../../lib/bytes/gathered-bytes.ts';
import { isObject, parseObject } from '../../lib/json.ts';
import { BatchEstimate } from './batch-estimate.ts';

/** Bytes of the longest line that is held. */
const longest = 8 * 1024 * 1024;
const lineFeed = 0x0a;

export class BatchFile {
  readonly estimate = new BatchEstimate();
  #line = new GatheredBytes();
  #isTooLong = false;

  take(bytes: Buffer): void {
    let from = 0;
    for (let to = bytes.indexOf(lineFeed); to !== -1; to = bytes.indexOf(lineFeed, from)) {
      this.#hold(bytes.subarray(from, to));
      this.end();
      from = to + 1;
    }
    if (from < bytes.length) this.#hold(bytes.subarray(from));
  }

  /** Ends a line, or the file. */
  end(): void {
    if (this.#isTooLong) this.estimate.giveUp();
    else if (this.#line.length > 0) this.#read(this.#line.whole());
    this.#isTooLong = false;
    this.#line = new GatheredBytes();
  }

  #hold(bytes: Buffer): void {
    if (this.#isTooLong) return;
    this.#line.push(bytes);
    if (this.#line.length <= longest) return;
    this.#isTooLong = true;
    this.#line = new GatheredBytes();
  }

  /** Lines of the form around it, and those of other files, are no requests. */
  #read(line: Buffer): void {
    const body = parseObject(line.toString())?.['body'];
    if (isObject(body)) this.estimate.add(body, line.length);
  }
}
