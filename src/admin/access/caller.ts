import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { AdminConfig } from '../../config/types/admin.ts';
import { AdminRefusal } from '../http/admin-refusal.ts';
import { sessionIdIn } from './cookie.ts';
import { KnownAddresses } from './known-addresses.ts';
import { longestMs, type Role, type Session, type Sessions } from './sessions.ts';
import { Throttle } from './throttle.ts';

/** The sender of a request to the admin listener. */
export type Caller =
  /** Nobody known, or somebody whose session is over. */
  | { readonly kind: 'nobody' }
  /** A program with a bearer token. */
  | ({ readonly kind: 'token' } & Role)
  /** A person in front of a browser. */
  | ({ readonly kind: 'person'; readonly session: Session; readonly id: string } & Role);

/** Set by the dashboard on what it asks by itself while nobody touches it. */
const unattended = 'x-gateway-unattended';

const minuteMs = 60_000;

/** Tells callers apart and lets people sign in. */
export class Authenticator {
  readonly #config: AdminConfig;
  readonly #sessions: Sessions;
  /**
   * Wrong tokens of the sign-in page. Those of one address bound that address before anything is compared, so that nobody
   * guesses a token that a person chose; those of others only ever refuse what is wrong.
   */
  readonly #signIns: Throttle;
  /** Only what is wrong is counted and refused: whoever guesses, or has an outdated token, locks nobody out. */
  readonly #wrongTokens: Throttle;
  /** Of people who signed in: guesses of others don't keep them out. */
  readonly #knownAddresses: KnownAddresses;

  constructor(config: AdminConfig, sessions: Sessions, now?: () => number) {
    this.#config = config;
    this.#sessions = sessions;
    this.#signIns = new Throttle({ perAddress: 5, inAll: 30, windowMs: minuteMs }, now);
    this.#wrongTokens = new Throttle({ perAddress: 30, inAll: 300, windowMs: minuteMs }, now);
    this.#knownAddresses = new KnownAddresses(now);
  }

  /** People can sign in with a token. */
  get takesToken(): boolean {
    const { token, readToken, contentToken } = this.#config;
    return (token ?? readToken ?? contentToken) !== undefined;
  }

  /** Throws `invalid_api_key` or `too_many_attempts` for a bearer token that is wrong. */
  callerOf(request: IncomingMessage, address: string): Caller {
    const { authorization, cookie } = request.headers;
    if (authorization !== undefined) return this.#bearer(authorization, address);
    const id = sessionIdIn(cookie);
    return id === undefined ? { kind: 'nobody' } : this.callerWith(id, !(unattended in request.headers));
  }

  /** The caller with the session of this id. */
  callerWith(id: string, isUse = true): Caller {
    const session = this.#sessions.find(id, isUse);
    if (session === undefined) return { kind: 'nobody' };
    const { may, mayContents } = session;
    return { kind: 'person', may, mayContents, session, id };
  }

  #bearer(authorization: string, address: string): Caller {
    const sent = /^bearer +(\S+)$/i.exec(authorization)?.[1];
    const role = this.#roleOf(digestOf(sent ?? ''));
    if (role !== undefined) return { kind: 'token', ...role };
    refuseAfter(this.#wrongTokens.take(address));
    throw new AdminRefusal(
      'invalid_api_key',
      sent === undefined
        ? 'Send the admin `token`, `read_token` or `content_token` as "Authorization: Bearer TOKEN".'
        : 'This is not the `admin.token`, `admin.read_token` or `admin.content_token` of this gateway.',
    );
  }

  /**
   * The id of a new session. Throws `wrong_token`, or `too_many_attempts`: for an address that nobody has signed in from
   * lately, and that sent wrong ones itself, before it looks at the token.
   */
  signIn(token: string, address: string): string {
    const isKnown = this.#knownAddresses.has(address);
    if (!isKnown) refuseAfter(this.#signIns.ownWaitMs(address));
    const role = this.#roleOf(digestOf(token));
    if (role === undefined) {
      refuseAfter((isKnown ? this.#wrongTokens : this.#signIns).take(address));
      throw new AdminRefusal(
        'wrong_token',
        'That is neither admin.token nor admin.read_token of the configuration.',
      );
    }
    this.#knownAddresses.add(address);
    return this.#sessions.open({ person: undefined, lifeMs: longestMs, ...role });
  }

  /** Finds the rights of the token with this digest; undefined for an unknown token. */
  #roleOf(presented: Buffer): Role | undefined {
    const { token, readToken, contentToken } = this.#config;
    // All are compared, whatever the first says.
    const known = [
      matches(presented, token),
      matches(presented, readToken),
      matches(presented, contentToken),
    ];
    const [mayChange, mayRead, mayContents] = known as [boolean, boolean, boolean];
    if (!mayChange && !mayRead && !mayContents) return undefined;
    return { may: mayChange ? 'change' : 'read', mayContents };
  }

  signOut(caller: Caller): void {
    if (caller.kind === 'person') this.#sessions.close(caller.id);
  }
}

function refuseAfter(waitMs: number): void {
  if (waitMs === 0) return;
  const seconds = Math.ceil(waitMs / 1000);
  throw new AdminRefusal('too_many_attempts', `Too many wrong tokens; try again in ${seconds} s.`, {
    'retry-after': String(seconds),
  });
}

/** Digests are compared, so that neither length nor content of a token shows in the time it takes. */
function matches(presented: Buffer, known: string | undefined): boolean {
  return known !== undefined && timingSafeEqual(presented, digestOf(known));
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
