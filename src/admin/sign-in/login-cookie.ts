import { randomBytes } from 'node:crypto';
import { opened, sealed } from '../../lib/tokens/sealed-text.ts';

/** The data of a sign-in in progress, for the issuer's redirect back. */
export interface Login {
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE (RFC 7636). */
  readonly verifier: string;
  /** The page that the person wanted. */
  readonly returnTo: string;
}

interface SealedLogin extends Login {
  /** Milliseconds since the epoch. */
  readonly endsAt: number;
}

const name = '__Host-gw_login';
/** `Lax`: the issuer's redirect brings it along, and no request that a page of another site makes in the background. */
const attributes = 'Path=/; Secure; HttpOnly; SameSite=Lax';
const lifeMs = 10 * 60_000;
/** More of them than people sign in within ten minutes. */
const mostUsed = 10_000;

/**
 * Keeps logins in the browser that began them, sealed: whoever asks to sign in costs the gateway no memory. Each is
 * taken once. The key is the listener's own, so that none of another listener, issuer or client secret is taken.
 */
export class LoginCookies {
  readonly #key = randomBytes(32);
  readonly #now: () => number;
  /** The states of logins that were taken, and when they end by themselves; the oldest first. */
  readonly #used = new Map<string, number>();

  /** @param now Milliseconds since the epoch. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** The header that sets it. */
  set(login: Login): string {
    const held: SealedLogin = { ...login, endsAt: this.#now() + lifeMs };
    const value = sealed(this.#key, JSON.stringify(held));
    return `${name}=${value}; Max-Age=${lifeMs / 1000}; ${attributes}`;
  }

  /** The login of a `Cookie` header, which is over with it; undefined where there is none, or it was taken before. */
  take(header: string | undefined): Login | undefined {
    const login = this.#opened(header);
    if (login === undefined || this.#now() >= login.endsAt || this.#used.has(login.state)) return undefined;
    for (const [state, endsAt] of this.#used) {
      if (endsAt > this.#now() && this.#used.size < mostUsed) break;
      this.#used.delete(state);
    }
    this.#used.set(login.state, login.endsAt);
    return login;
  }

  /** Two of them are none: the second was put there by somebody else. */
  #opened(header: string | undefined): SealedLogin | undefined {
    const found = (header ?? '')
      .split(';')
      .map((pair) => pair.trim())
      .filter((pair) => pair.startsWith(`${name}=`));
    if (found.length !== 1) return undefined;
    // Undefined where it is cut, altered, or of another listener.
    const text = opened(this.#key, found[0]!.slice(name.length + 1));
    return text === undefined ? undefined : (JSON.parse(text) as SealedLogin);
  }
}

export function endedLoginCookie(): string {
  return `${name}=; Max-Age=0; ${attributes}`;
}
