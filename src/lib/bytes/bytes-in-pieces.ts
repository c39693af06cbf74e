/** Longer texts are joined before they are searched: a process keeps no more memory than this for all of them. */
export const mostLookedAt = 4 * 1024 * 1024;

/** Joins pieces for a search, one text after the other; as large as the largest so far. */
let desk = Buffer.alloc(0);
let isDeskTaken = false;

/**
 * Bytes as they came, in pieces, which are never written to: slices of them can be kept for as long as anybody likes.
 * What is large goes on in its pieces, since memory for all of it is what it costs most: the system has to clear it, and
 * the engine collects garbage for it.
 */
export class BytesInPieces {
  #pieces: readonly Buffer[];
  readonly length: number;

  constructor(pieces: readonly Buffer[], length = pieces.reduce((sum, piece) => sum + piece.length, 0)) {
    this.#pieces = pieces;
    this.length = length;
  }

  /** All of them in one piece, which takes the place of several. */
  get joined(): Buffer {
    if (this.#pieces.length !== 1) this.#pieces = [Buffer.concat(this.#pieces, this.length)];
    return this.#pieces[0]!;
  }

  /** Has them looked at in one piece, of which nothing may be kept: its memory is used again. */
  look<T>(at: (bytes: Buffer) => T): T {
    if (this.#pieces.length === 1 || this.length > mostLookedAt || isDeskTaken) return at(this.joined);
    if (desk.length < this.length) desk = Buffer.allocUnsafeSlow(this.length);
    let filled = 0;
    for (const piece of this.#pieces) filled += piece.copy(desk, filled);
    isDeskTaken = true;
    try {
      return at(desk.subarray(0, filled));
    } finally {
      isDeskTaken = false;
    }
  }

  /** Adds those from `from` to before `to` to a list of pieces. */
  sliceTo(pieces: Buffer[], from: number, to: number): void {
    let at = 0;
    if (from >= to) return;
    for (const piece of this.#pieces) {
      if (at >= to) return;
      const end = at + piece.length;
      if (end > from) {
        const isInside = at >= from && end <= to;
        pieces.push(isInside ? piece : piece.subarray(Math.max(0, from - at), to - at));
      }
      at = end;
    }
  }
}
