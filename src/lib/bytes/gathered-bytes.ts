/** A piece of so many bytes is kept as it came; a smaller one is copied into a block. */
const leastKept = 4096;
const leastBlock = 1024;
const mostBlock = 64 * 1024;
/** The memory of a buffer besides its bytes: some 350 bytes in Node.js, and its place in the list. */
const bufferCost = 512;

/**
 * Bytes that come in pieces, held until all are there. Whoever sends a byte at a time would have a buffer held for each
 * of them, which takes hundreds of times as much memory: so small pieces are copied into blocks.
 */
export class GatheredBytes {
  readonly #pieces: Buffer[] = [];
  #length = 0;
  /** The block that small pieces are copied into, and its used length. It comes after the pieces. */
  #block: Buffer | undefined;
  #filled = 0;

  get length(): number {
    return this.#length;
  }

  /** By how many bytes of memory `push` makes it larger. */
  costOf(chunk: Buffer): number {
    if (chunk.length <= this.#room) return 0;
    return bufferCost + (chunk.length >= leastKept ? chunk.length : this.#nextBlock(chunk.length));
  }

  push(chunk: Buffer): void {
    if (chunk.length > this.#room) {
      this.#closeBlock();
      if (chunk.length >= leastKept) this.#pieces.push(chunk);
      else this.#block = Buffer.allocUnsafeSlow(this.#nextBlock(chunk.length));
    }
    if (this.#block !== undefined) this.#filled += chunk.copy(this.#block, this.#filled);
    this.#length += chunk.length;
  }

  /** All of it in one piece; where that is how it is held, the very buffer. */
  whole(): Buffer {
    const pieces = this.pieces();
    return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces, this.#length);
  }

  /** All of it in the pieces that it is held in. */
  pieces(): readonly Buffer[] {
    this.#closeBlock();
    return this.#pieces;
  }

  copyTo(target: Buffer): void {
    let at = 0;
    for (const piece of this.pieces()) at += piece.copy(target, at);
  }

  get #room(): number {
    return this.#block === undefined ? 0 : this.#block.length - this.#filled;
  }

  /** Blocks grow with what has come, so that a few bytes do not take many. */
  #nextBlock(length: number): number {
    return Math.max(leastBlock, length, Math.min(mostBlock, this.#length));
  }

  #closeBlock(): void {
    if (this.#block === undefined) return;
    this.#pieces.push(this.#block.subarray(0, this.#filled));
    this.#block = undefined;
    this.#filled = 0;
  }
}
