/**
 * What was found out about texts that come again and again, such as the names of headers. Others choose the texts, so
 * they can't make it grow: it keeps a number of them, the first that came, and none that is long.
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
