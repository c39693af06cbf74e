/** Rows that are added at a time, as a power of two. */
const chunkBits = 8;
const rowsPerChunk = 1 << chunkBits;

/**
 * Rows of equally many numbers, all zero at first, each row known by its number. A number takes eight bytes outside the
 * heap, and no row is copied when others are added. This suits very many entries: an object for each would take several
 * times as much, and the garbage collection would visit all of them.
 */
export class NumberTable {
  readonly #width: number;
  readonly #chunks: (Float64Array | undefined)[] = [];

  constructor(width: number) {
    this.#width = width;
  }

  get(row: number, column: number): number {
    const chunk = this.#chunks[row >>> chunkBits];
    return chunk === undefined ? 0 : chunk[(row & (rowsPerChunk - 1)) * this.#width + column]!;
  }

  set(row: number, column: number, value: number): void {
    const chunk = this.#chunks[row >>> chunkBits] ?? this.#more(row >>> chunkBits);
    chunk[(row & (rowsPerChunk - 1)) * this.#width + column] = value;
  }

  #more(place: number): Float64Array {
    const chunk = new Float64Array(rowsPerChunk * this.#width);
    for (let absent = this.#chunks.length; absent < place; absent += 1) this.#chunks.push(undefined);
    this.#chunks[place] = chunk;
    return chunk;
  }
}
