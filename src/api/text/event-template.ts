import type { AddedText } from './extracted-text-types.ts';

/** The characters for which a string of JSON has to be parsed. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const odd = /["\\\u0000-\u001f]/;
/** Longer texts are read as all of their event is. */
const longest = 16 * 1024;

/** The form of an event that said one text: most events of a stream are as the one before but for that. */
export class EventTemplate {
  readonly #type: string;
  readonly #before: string;
  readonly #behind: string;
  readonly #said: AddedText;

  /**
   * @param said The text of the event.
   * @param from The begin and the end of its string in the data, with the quotes.
   */
  constructor(
    type: string,
    data: string,
    said: AddedText,
    { from, to }: { readonly from: number; readonly to: number },
  ) {
    this.#type = type;
    this.#before = data.slice(0, from);
    this.#behind = data.slice(to);
    this.#said = said;
  }

  /** The text of another event; undefined for one that has to be read. */
  saidBy(type: string, data: string): AddedText | undefined {
    const from = this.#before.length;
    const to = data.length - this.#behind.length;
    if (to - from <= 2 || to - from > longest || type !== this.#type) return undefined;
    if (!data.startsWith(this.#before) || !data.endsWith(this.#behind)) return undefined;
    const text = stringAt(data, from, to);
    return text === undefined || text === '' ? undefined : { ...this.#said, text };
  }
}

/** The text of one JSON string; undefined for several, or none. */
function stringAt(data: string, from: number, to: number): string | undefined {
  if (data[from] !== '"' || data[to - 1] !== '"') return undefined;
  const inner = data.slice(from + 1, to - 1);
  if (!odd.test(inner)) return inner;
  try {
    return JSON.parse(data.slice(from, to)) as string;
  } catch {
    return undefined;
  }
}
