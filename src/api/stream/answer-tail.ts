import { parseObject } from '../../lib/json.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { objectEnd } from '../held-text.ts';
import { type AnswerUse, UsageSoFar } from '../usage.ts';

/** Whoever writes large answers writes their usage at the end, and nothing behind it that is larger than this. */
const keptBytes = 64 * 1024;

const usageMember = /"usage"\s*:\s*(?=\{)/g;

/** Keeps the end of a whole answer that passes unread, since its usage stands there. */
export class AnswerTail {
  #chunks: Buffer[] = [];
  #kept = 0;
  #bytes = 0;

  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#kept += chunk.length;
    this.#bytes += chunk.length;
    while (this.#kept - this.#chunks[0]!.length >= keptBytes) this.#kept -= this.#chunks.shift()!.length;
  }

  /**
   * What the answer uses. All of its bytes count as held: beside so many, its frame is nothing.
   *
   * @param isEnded It came in full.
   */
  use(dialect: Dialect, isEnded: boolean): AnswerUse {
    const used = new UsageSoFar();
    if (dialect.held !== undefined) used.hold(this.#bytes);
    const text = Buffer.concat(this.#chunks).toString('latin1');
    const [last] = [...text.matchAll(usageMember)].slice(-1);
    if (last !== undefined) {
      const from = last.index + last[0].length;
      const usage = parseObject(text.slice(from, objectEnd(text, from)));
      if (usage !== undefined) used.take(dialect.usage({ usage }));
    }
    return used.use(isEnded);
  }
}
