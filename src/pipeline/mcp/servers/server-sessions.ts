/** The sessions that an older server demands: one a caller, each begun at its first use. */

/** A session of an older revision. */
export interface Session {
  /** Undefined if the server demands none. */
  readonly id: string | undefined;
  /** The revision that it agreed to. */
  readonly version: string;
}

interface Held {
  readonly session: Promise<Session>;
  /** The begun session. */
  begun: Session | undefined;
  usedMs: number;
}

const most = 1000;
const idleMs = 10 * 60_000;

export class ServerSessions {
  readonly #begin: () => Promise<Session>;
  readonly #ended: (session: Session) => void;
  readonly #now: () => number;
  /** The least recently used first. */
  readonly #held = new Map<string, Held>();

  /**
   * @param begin Begins one at the server
   * @param ended Called with each that nobody uses any more
   */
  constructor(
    begin: () => Promise<Session>,
    ended: (session: Session) => void,
    now: () => number = () => performance.now(),
  ) {
    this.#begin = begin;
    this.#ended = ended;
    this.#now = now;
  }

  get size(): number {
    return this.#held.size;
  }

  /** The session of a caller, begun if there is none. Rejects with the reason for none. */
  of(caller: string): Promise<Session> {
    const now = this.#now();
    this.#sweep(now);
    const known = this.#held.get(caller);
    if (known !== undefined) {
      known.usedMs = now;
      this.#held.delete(caller);
      this.#held.set(caller, known);
      return known.session;
    }
    const held: Held = { session: this.#begin(), begun: undefined, usedMs: now };
    this.#held.set(caller, held);
    held.session.then(
      (session) => {
        held.begun = session;
      },
      () => {
        if (this.#held.get(caller) === held) this.#held.delete(caller);
      },
    );
    if (this.#held.size > most) this.#drop(this.#held.keys().next().value!);
    return held.session;
  }

  /** The server no longer knows it. */
  lost(caller: string, session: Session): void {
    if (this.#held.get(caller)?.begun === session) this.#held.delete(caller);
  }

  /** Ends all of them. */
  clear(): void {
    for (const caller of [...this.#held.keys()]) this.#drop(caller);
  }

  #sweep(now: number): void {
    for (const [caller, { usedMs }] of this.#held) {
      if (now - usedMs < idleMs) return;
      this.#drop(caller);
    }
  }

  #drop(caller: string): void {
    const held = this.#held.get(caller)!;
    this.#held.delete(caller);
    held.session.then(this.#ended, () => {});
  }
}
