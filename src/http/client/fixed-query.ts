/**
 * The fixed query of a backend, joined with what a client sent. Its parameters win over those of a client, whose
 * names are compared without regard to case, as servers do that read them so.
 */
export class FixedQuery {
  /** With its `?`, or empty. */
  readonly text: string;
  readonly #names: ReadonlySet<string>;

  constructor(query: Readonly<Record<string, string>>) {
    const pairs = Object.entries(query);
    this.text =
      pairs.length === 0 ? '' : `?${pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')}`;
    this.#names = new Set(pairs.map(([name]) => name.toLowerCase()));
  }

  /** @param sent The client's query with its `?`, or empty. */
  with(sent: string): string {
    if (this.text === '' || sent.length < 2) return this.text || sent;
    let query = this.text;
    for (const pair of sent.slice(1).split('&')) {
      if (pair !== '' && !this.#names.has(nameOf(pair))) query += `&${pair}`;
    }
    return query;
  }
}

function nameOf(pair: string): string {
  const end = pair.indexOf('=');
  const written = (end === -1 ? pair : pair.slice(0, end)).replaceAll('+', ' ');
  try {
    return decodeURIComponent(written).toLowerCase();
  } catch {
    return written.toLowerCase(); // no name that the file could have
  }
}
