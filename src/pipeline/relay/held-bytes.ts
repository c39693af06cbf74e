/** The budget of all held bytes of answers. */
export interface ByteBudget {
  /** Takes so many bytes, if there is room for them. */
  hold(bytes: number): boolean;
  /** Gives them back. */
  free(bytes: number): void;
}

/** The kept bytes of an answer, whose number changes, counted from a minimum on. */
export class CountedBytes {
  readonly #budget: ByteBudget;
  #counted = 0;

  constructor(budget: ByteBudget) {
    this.#budget = budget;
  }

  /** Counts the present number. Without room for it, nothing of it is counted any more. */
  follow(bytes: number): boolean {
    if (bytes <= uncountedBytes && this.#counted === 0) return true;
    if (bytes === this.#counted) return true;
    this.release();
    if (!this.#budget.hold(bytes)) return false;
    this.#counted = bytes;
    return true;
  }

  release(): void {
    if (this.#counted === 0) return;
    this.#budget.free(this.#counted);
    this.#counted = 0;
  }
}

/** Bytes that may be kept without being counted: every stream has some for a moment. */
const uncountedBytes = 64 * 1024;

/** A smaller piece is copied: a Buffer of its own costs more memory than its contents. */
const smallPiece = 1024;
const blockBytes = 16 * 1024;

/** The bytes of an answer that have come and are not passed on yet. */
export class HeldBytes {
  readonly #budget: ByteBudget;
  #chunks: Buffer[] = [];
  #length = 0;
  #counted = 0;
  /** The block that small pieces are copied to, and its used bytes. */
  #block: Buffer | undefined;
  #filled = 0;

  constructor(budget: ByteBudget) {
    this.#budget = budget;
  }

  get length(): number {
    return this.#length;
  }

  /** Adds a piece; returns true if there was room for it. It is held in any case. */
  push(chunk: Buffer): boolean {
    const { length } = chunk;
    const hasRoom = this.#budget.hold(length);
    if (hasRoom) this.#counted += length;
    if (this.#length > 0 && length < smallPiece) this.#copy(chunk);
    else {
      this.#closeBlock();
      this.#chunks.push(chunk);
    }
    this.#length += length;
    return hasRoom;
  }

  #copy(chunk: Buffer): void {
    if (this.#block !== undefined && this.#filled + chunk.length > blockBytes) this.#closeBlock();
    this.#block ??= Buffer.allocUnsafe(blockBytes);
    this.#filled += chunk.copy(this.#block, this.#filled);
  }

  #closeBlock(): void {
    if (this.#block === undefined) return;
    this.#chunks.push(this.#block.subarray(0, this.#filled));
    this.#block = undefined;
    this.#filled = 0;
  }

  /** All of it in one piece; the very buffer if it came as one. */
  whole(): Buffer {
    this.#closeBlock();
    return this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks, this.#length);
  }

  /** Hands it over piece by piece, and keeps nothing. */
  take(): readonly Buffer[] {
    this.#closeBlock();
    const chunks = this.#chunks;
    this.#budget.free(this.#counted);
    this.#chunks = [];
    this.#length = 0;
    this.#counted = 0;
    return chunks;
  }
}
