import { type FlatHeaders, headerValue } from '../flat-headers.ts';

interface Added {
  readonly name: string;
  readonly members: readonly string[];
  /** The header's line if the client sent none of the name. */
  readonly alone: string;
}

/**
 * The members that a backend's file adds to comma-separated headers (`add_headers`), prepared when the backend is
 * opened.
 */
export class AddedHeaders {
  readonly #added: readonly Added[];

  /** Undefined if the file adds nothing. */
  static of(
    added: Readonly<Record<string, readonly string[]>>,
    usual: FlatHeaders,
  ): AddedHeaders | undefined {
    const entries = Object.entries(added);
    if (entries.length === 0) return undefined;
    return new AddedHeaders(
      entries.map(([name, members]) => {
        return { name, members, alone: joined(headerValue(usual, name) ?? '', members) };
      }),
    );
  }

  private constructor(added: readonly Added[]) {
    this.#added = added;
  }

  /** The same headers, with each member that they lack. */
  to(headers: FlatHeaders): FlatHeaders {
    const all = headers.slice();
    for (const { name, members, alone } of this.#added) {
      let place = 0;
      while (place < all.length && all[place] !== name) place += 2;
      if (place === all.length) all.push(name, alone);
      else all[place + 1] = joined(all[place + 1]!, members);
    }
    return all;
  }
}

/** A client's comma-separated list (RFC 9110, 5.6.1), followed by the members that it lacks. */
function joined(list: string, members: readonly string[]): string {
  const present = new Set(list.split(',').map((member) => member.trim()));
  const missing = members.filter((member) => !present.has(member));
  if (missing.length === 0) return list;
  return list.trim() === '' ? missing.join(', ') : `${list}, ${missing.join(', ')}`;
}
