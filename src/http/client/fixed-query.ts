/**
 * The fixed query of a backend, joined with a client's. The backend's parameters win. The client's names are compared
 * without regard to case, as some servers read them. Parameters that would be a second credential are left out.
 */
export class FixedQuery {
  /** With its `?`, or empty. */
  readonly text: string;
  /** Names that a client may not send. */
  readonly #names: ReadonlySet<string>;

  /** @param withheld Lower-case names that no client may send. */
  constructor(query: Readonly<Record<string, string>>, withheld: readonly string[] = []) {
    const pairs = Object.entries(query);
    this.text =
      pairs.length === 0 ? '' : `?${pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')}`;
    this.#names = new Set([...withheld, ...pairs.map(([name]) => name.toLowerCase())]);
  }

  /** @param sent The client's query with its `?`, or empty. */
  with(sent: string): string {
    if (sent.length < 2) return this.text || sent;
    if (this.#names.size === 0) return sent;
    const pairs = sent.slice(1).split('&');
    const kept = pairs.filter((pair) => !this.#names.has(nameOf(pair)));
    if (this.text === '' && kept.length === pairs.length) return sent;
    let query = this.text;
    for (const pair of kept) if (pair !== '') query += `${query === '' ? '?' : '&'}${pair}`;
    return query;
  }
}

function nameOf(pair: string): string {
  const end = pair.indexOf('=');
  const written = (end === -1 ? pair : pair.slice(0, end)).replaceAll('+', ' ');
  try {
    return decodeURIComponent(written).toLowerCase();
  } catch {
    return written.toLowerCase(); // a name that the file cannot have
  }
}
