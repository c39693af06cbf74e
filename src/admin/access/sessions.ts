import { createHash, randomBytes } from 'node:crypto';

/** Somebody whom an issuer has named. */
export interface Person {
  /** The issuer's permanent name for a person. */
  readonly subject: string;
  /** E-mail address or name, for people. */
  readonly name: string;
}

/** A person who signed in. */
export interface Session {
  /** For the audit log: says which session it was, and opens nothing. */
  readonly mark: string;
  /** Milliseconds since the epoch. */
  readonly endsAt: number;
  readonly may: 'read' | 'change';
  /** May read contents that are kept, too. */
  readonly mayContents: boolean;
  /** Undefined for whoever had the admin token. */
  readonly person: Person | undefined;
}

interface Entry extends Session {
  usedAt: number;
  may: Session['may'];
  mayContents: boolean;
}

/** The rights of a caller of the admin interface: to read or also to change, and whether to read contents. */
export type Role = Pick<Session, 'may' | 'mayContents'>;

/** The terms on which a session opens. */
export interface SessionTerms extends Role, Pick<Session, 'person'> {
  /** The longest life of the session. */
  readonly lifeMs: number;
}

export const idleMs = 30 * 60_000;
export const longestMs = 12 * 60 * 60_000;
const most = 200;

/**
 * The sessions of this listener, by the digest of their ids: whoever reads this memory can't use them, and a look-up
 * compares nothing secret byte by byte. They end with the listener, so also when a token changes.
 */
export class Sessions {
  readonly #byDigest = new Map<string, Entry>();
  readonly #now: () => number;

  /** @param now Milliseconds since the epoch. */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Opens a session; what it returns is the id, which is kept nowhere. */
  open(
    { may, mayContents, person, lifeMs }: SessionTerms = {
      may: 'change',
      mayContents: false,
      person: undefined,
      lifeMs: longestMs,
    },
  ): string {
    const now = this.#now();
    for (const [digest, entry] of this.#byDigest) if (isOver(entry, now)) this.#byDigest.delete(digest);
    const id = randomBytes(32).toString('base64url');
    const digest = digestOf(id);
    const until = { endsAt: now + lifeMs, usedAt: now };
    this.#byDigest.set(digest, { mark: digest.slice(0, 8), may, mayContents, person, ...until });
    const [oldest] = this.#byDigest.keys();
    if (this.#byDigest.size > most && oldest !== undefined) this.#byDigest.delete(oldest);
    return id;
  }

  /**
   * The session of an id, if it is not over. What a page asks by itself, with nobody in front of it, is no `use`: a
   * screen that was left alone signs out.
   */
  find(id: string, isUse: boolean): Session | undefined {
    const digest = digestOf(id);
    const entry = this.#byDigest.get(digest);
    if (entry === undefined) return undefined;
    const now = this.#now();
    if (isOver(entry, now)) {
      this.#byDigest.delete(digest);
      return undefined;
    }
    if (isUse) entry.usedAt = now;
    return entry;
  }

  /** Changes the role of an open session. */
  setRole(id: string, { may, mayContents }: Role): void {
    const entry = this.#byDigest.get(digestOf(id));
    if (entry !== undefined) Object.assign(entry, { may, mayContents });
  }

  close(id: string): void {
    this.#byDigest.delete(digestOf(id));
  }
}

function isOver({ endsAt, usedAt }: Entry, now: number): boolean {
  return now >= endsAt || now - usedAt >= idleMs;
}

function digestOf(id: string): string {
  return createHash('sha256').update(id).digest('hex');
}
