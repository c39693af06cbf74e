/** A set of small whole numbers, from 0 to below `size`: its operations go by 32 members at once. */
export class BitSet {
  readonly #words: Uint32Array;

  constructor(size: number) {
    this.#words = new Uint32Array(Math.ceil(size / 32));
  }

  add(member: number): void {
    this.#words[member >>> 5]! |= 1 << (member & 31);
  }

  has(member: number): boolean {
    return (this.#words[member >>> 5]! & (1 << (member & 31))) !== 0;
  }

  /** Takes in the members of a set of the same size. */
  addAll(other: BitSet): void {
    for (let at = 0; at < this.#words.length; at += 1) this.#words[at]! |= other.#words[at]!;
  }

  /** The members that are in both of two sets of the same size. */
  and(other: BitSet): BitSet {
    const both = new BitSet(this.#words.length * 32);
    for (let at = 0; at < this.#words.length; at += 1) both.#words[at] = this.#words[at]! & other.#words[at]!;
    return both;
  }

  /** The least member that a set of the same size has too; undefined where the two have none in common. */
  firstIn(other: BitSet): number | undefined {
    for (let at = 0; at < this.#words.length; at += 1) {
      const both = this.#words[at]! & other.#words[at]!;
      if (both !== 0) return at * 32 + 31 - Math.clz32(both & -both);
    }
    return undefined;
  }

  get isEmpty(): boolean {
    return this.#words.every((word) => word === 0);
  }

  /** From the least on. */
  *[Symbol.iterator](): Generator<number> {
    for (let at = 0; at < this.#words.length; at += 1) {
      for (let word = this.#words[at]!; word !== 0; word &= word - 1) {
        yield at * 32 + 31 - Math.clz32(word & -word);
      }
    }
  }

  /** The same text for equal sets of one size, and for no others. */
  get signature(): string {
    const { buffer, byteOffset, byteLength } = this.#words;
    return Buffer.from(buffer, byteOffset, byteLength).toString('latin1');
  }
}
