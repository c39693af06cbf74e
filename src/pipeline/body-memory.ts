/**
 * Memory for large bodies, used again. A megabyte that is left to the garbage collector is paid for twice: when that
 * finds out that nobody needs it, and when the system clears the pages of the next one. Memory is given back only by
 * whoever knows that nothing refers to it any more; all other is left to the collector, as memory elsewhere is.
 */

const kib = 1024;
const mib = 1024 * kib;

/** Sizes of which memory is kept. */
const leastBytes = 128 * kib;
const mostBytes = 8 * mib;
/** In all, by this process. */
const mostKeptBytes = 32 * mib;
/** What is kept is let go after so long, used or not: a burst of large bodies is not remembered for ever. */
const keptMs = 10_000;

export class BodyMemory {
  readonly #kept = new Map<number, Buffer[]>();
  #keptBytes = 0;
  #isTimed = false;

  /** Memory for a body of so many bytes, and some more; undefined for sizes that nothing is kept of. */
  take(length: number): Buffer | undefined {
    if (length < leastBytes || length > mostBytes) return undefined;
    const size = sizeFor(length);
    const memory = this.#kept.get(size)?.pop();
    if (memory === undefined) return Buffer.allocUnsafeSlow(size);
    this.#keptBytes -= size;
    return memory;
  }

  /** Keeps memory that was taken, if there is room for it. Nothing may refer to it any more. */
  release(memory: Buffer): void {
    const size = memory.length;
    if (this.#keptBytes + size > mostKeptBytes) return;
    this.#keptBytes += size;
    const others = this.#kept.get(size);
    if (others === undefined) this.#kept.set(size, [memory]);
    else others.push(memory);
    if (this.#isTimed) return;
    this.#isTimed = true;
    setTimeout(() => this.#letGo(), keptMs).unref();
  }

  #letGo(): void {
    this.#isTimed = false;
    this.#kept.clear();
    this.#keptBytes = 0;
  }
}

/** What all listeners of this process share. */
export const bodyMemory = new BodyMemory();

/** Four sizes between one power of two and the next, so that bodies of about one length share memory. */
function sizeFor(length: number): number {
  const step = 2 ** (Math.floor(Math.log2(length)) - 2);
  return Math.ceil(length / step) * step;
}
