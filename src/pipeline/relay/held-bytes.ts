/** What came of an answer and is not passed on yet. */
export class HeldBytes {
  #chunks: Buffer[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
  }

  /** All of it in one piece; where that is how it came, the very buffer. */
  whole(): Buffer {
    return this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks, this.#length);
  }

  /** Hands it over piece by piece, and keeps nothing. */
  take(): readonly Buffer[] {
    const chunks = this.#chunks;
    this.#chunks = [];
    this.#length = 0;
    return chunks;
  }
}
