/** So many rows come at a time. */
const chunkBits = 8;
const rowsPerChunk = 1 << chunkBits;

/**
 * Rows of so many numbers each, by their number, all zero at first. They take eight bytes a number outside of the heap, and
 * no row is copied as more come: for what there may be very many of, where an object each would take several times as much
 * and the collection of garbage would look at all of them.
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
