/** The time of one look, and the receivers of its end. */
export class LookTime {
  readonly #timer: NodeJS.Timeout;
  readonly #ends = new Set<() => void>();
  /** The reason why nothing more is waited for; undefined as long as something is. */
  over: string | undefined;

  constructor(ms: number) {
    this.#timer = setTimeout(() => this.end(`no answer within ${ms} ms`), ms);
  }

  /** Calls back once, when nothing more is wanted. Returns a function that takes that back. */
  whenOver(end: () => void): () => void {
    this.#ends.add(end);
    return () => this.#ends.delete(end);
  }

  /** Nothing more is wanted: what is in flight is given up. */
  end(why: string): void {
    if (this.over !== undefined) return;
    this.over = why;
    clearTimeout(this.#timer);
    for (const end of this.#ends) end();
    this.#ends.clear();
  }
}
