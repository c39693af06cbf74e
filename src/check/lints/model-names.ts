import { globReaches, wildcardPrefix } from '../../config/derived/model-names.ts';
import { compileGlob } from '../../lib/glob.ts';

/** Sorted names, so that a pattern is compared only with those of the same beginning. */
export class ModelNames {
  readonly #sorted: readonly string[];
  readonly #known: ReadonlySet<string>;
  readonly #wildcards: readonly string[];

  constructor(names: Iterable<string>) {
    this.#sorted = [...names].sort();
    this.#known = new Set(this.#sorted);
    this.#wildcards = this.#sorted.filter((id) => wildcardPrefix(id) !== undefined);
  }

  /** The names that a pattern of a key matches; a wildcard counts if it takes an id that the pattern matches too. */
  matching(pattern: string): readonly string[] {
    const own = this.#own(pattern);
    const more = this.#wildcards.filter((id) => globReaches(pattern, id) && !own.includes(id));
    return more.length === 0 ? own : [...own, ...more];
  }

  #own(pattern: string): readonly string[] {
    const star = pattern.indexOf('*');
    if (star < 0) return this.#known.has(pattern) ? [pattern] : [];
    const head = pattern.slice(0, star);
    const from = this.#firstFrom(head);
    // For most of very many patterns, no name has their beginning.
    if (this.#sorted[from]?.startsWith(head) !== true) return [];
    const matches = compileGlob(pattern);
    const found: string[] = [];
    for (let at = from; at < this.#sorted.length; at += 1) {
      const name = this.#sorted[at]!;
      if (!name.startsWith(head)) break;
      if (matches(name)) found.push(name);
    }
    return found;
  }

  #firstFrom(text: string): number {
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#sorted[middle]! < text) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
