/**
 * The objects of a JSON document of any size, one by one: those in a list that is called `data`, as the vendors' pages
 * have them, and those in a list at the top. Pages may follow one another, as lines or not.
 */
const longestItem = 64 * 1024 * 1024;

const code = (character: string) => character.charCodeAt(0);
const [quote, backslash] = [code('"'), code('\\')];
const [openObject, closeObject, openList, closeList] = [code('{'), code('}'), code('['), code(']')];

/** An open object, or an open list with its name in the surrounding object. */
interface Open {
  readonly isList: boolean;
  readonly isWanted: boolean;
}

export class JsonItems {
  readonly #take: (item: unknown) => void;
  #text = '';
  #at = 0;
  readonly #open: Open[] = [];
  /** The depth at which the kept object began. */
  #keptBelow: number | undefined;
  #keptFrom = 0;
  #name = '';
  #hasBegun = false;
  /** The last page's own statement. */
  #hasMore = false;

  constructor(take: (item: unknown) => void) {
    this.#take = take;
  }

  push(text: string): void {
    this.#text += text;
    this.#scan();
    const from = this.#keptBelow === undefined ? this.#at : this.#keptFrom;
    this.#text = this.#text.slice(from);
    this.#at -= from;
    this.#keptFrom = 0;
    if (this.#text.length > longestItem) throw new Error('it holds an object of more than 64 MiB');
  }

  end(): void {
    if (this.#open.length > 0 || !this.#hasBegun) throw new Error('it is JSON without an end');
    if (this.#hasMore) {
      throw new Error(
        'it is not whole: its last page says that more follow (`has_more: true`); ask for them with `page`, which is its `next_page`, and put them behind it in the same file',
      );
    }
  }

  #scan(): void {
    const text = this.#text;
    for (; this.#at < text.length; this.#at += 1) {
      const at = this.#at;
      switch (text.charCodeAt(at)) {
        case quote: {
          const end = stringEnd(text, at);
          if (end < 0) return;
          if (this.#keptBelow === undefined && this.#open.at(-1)?.isList === false) {
            this.#name = text.slice(at + 1, end);
          }
          this.#at = end;
          break;
        }
        case openObject:
          this.#hasBegun = true;
          if (this.#keptBelow === undefined && this.#open.at(-1)?.isWanted === true) {
            this.#keptBelow = this.#open.length;
            this.#keptFrom = at;
          }
          this.#open.push({ isList: false, isWanted: false });
          break;
        case openList:
          this.#hasBegun = true;
          this.#open.push({ isList: true, isWanted: this.#open.length === 0 || this.#name === 'data' });
          break;
        case closeObject:
        case closeList:
          if (this.#open.pop() === undefined) throw new Error('it is no JSON');
          if (this.#keptBelow === this.#open.length) {
            this.#keptBelow = undefined;
            this.#give(text.slice(this.#keptFrom, at + 1));
          }
          break;
        default:
          // A literal, of which its first letter is enough.
          if (this.#name === 'has_more' && this.#keptBelow === undefined && /[tfn]/.test(text[at]!)) {
            this.#hasMore = text[at] === 't';
            this.#name = '';
          }
      }
    }
  }

  /** A page in a list of pages holds the objects that are meant. */
  #give(text: string): void {
    let item: unknown;
    try {
      item = JSON.parse(text);
    } catch (error) {
      throw new Error(`it is no JSON: ${(error as Error).message}`, { cause: error });
    }
    const { data, has_more: hasMore } = item as { data?: unknown; has_more?: unknown };
    if (typeof hasMore === 'boolean') this.#hasMore = hasMore;
    if (Array.isArray(data)) for (const inner of data) this.#take(inner);
    else this.#take(item);
  }
}

/** The quote that closes a string; -1 where it has not come. */
function stringEnd(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === backslash) slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return -1;
}
