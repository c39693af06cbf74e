/**
 * Facts about recurring texts, such as the names of headers. Others choose the texts, so its size is bounded: it keeps
 * a number of them, the first that came, and no long one.
 */
export class Remembered<V> {
  readonly #known = new Map<string, V>();
  readonly #maxTexts: number;
  readonly #maxLength: number;

  constructor({ maxTexts, maxLength }: { readonly maxTexts: number; readonly maxLength: number }) {
    this.#maxTexts = maxTexts;
    this.#maxLength = maxLength;
  }

  get(text: string): V | undefined {
    return this.#known.get(text);
  }

  /** Keeps it if there is room. */
  keep(text: string, value: V): void {
    if (text.length <= this.#maxLength && this.#known.size < this.#maxTexts) this.#known.set(text, value);
  }
}
