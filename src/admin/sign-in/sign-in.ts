import type { OidcConfig } from '../../config/types/admin.ts';
import type { Claims } from '../../lib/claims.ts';
import type { Logger } from '../../observe/log/log.ts';
import type { Caller } from '../access/caller.ts';
import { KnownAddresses } from '../access/known-addresses.ts';
import type { Person, Role, Session, Sessions } from '../access/sessions.ts';
import { Throttle } from '../access/throttle.ts';
import { audit } from '../audit.ts';
import type { Identity, Issuer } from './issuer.ts';
import { endedLoginCookie, LoginCookies } from './login-cookie.ts';
import { roleTest } from './role-claims.ts';
import { SignInFault } from './sign-in-fault.ts';

/** The time between two checks of a person's role. */
const lookEveryMs = 15 * 60_000;
/** When again where the issuer did not answer. */
const retryMs = 60_000;
const minuteMs = 60_000;

type PersonCaller = Extract<Caller, { kind: 'person' }>;

/** The known facts about a signed-in person. */
interface Standing {
  identity: Identity;
  /** Milliseconds since the epoch. */
  nextLookAt: number;
  look: Promise<void> | undefined;
}

interface SignInParts {
  readonly config: OidcConfig;
  readonly issuer: Issuer;
  readonly sessions: Sessions;
  readonly log: Logger;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** The result of a finished sign-in. */
export interface Finished {
  readonly id: string;
  readonly returnTo: string;
}

/** Signs people in whom the issuer names, as far as their claims give them a role, and looks at it again. */
export class SignIn {
  readonly issuer: Issuer;
  readonly #sessionMs: number;
  readonly #sessions: Sessions;
  readonly #log: Logger;
  readonly #now: () => number;
  readonly #logins: LoginCookies;
  readonly #roleOf: (claims: Claims) => Role | undefined;
  /** Answers that don't hold: each costs the issuer a request. */
  readonly #tries = new Throttle({ perAddress: 20, inAll: 200, windowMs: minuteMs });
  /** Others' failures keep nobody out who has signed in before. */
  readonly #knownAddresses = new KnownAddresses();
  readonly #standings = new WeakMap<Session, Standing>();

  constructor({ config, issuer, sessions, log, now }: SignInParts) {
    this.issuer = issuer;
    this.#sessionMs = config.sessionMs;
    this.#sessions = sessions;
    this.#log = log;
    this.#now = now;
    this.#logins = new LoginCookies(now);
    const mayChange = config.adminClaims && roleTest(config.adminClaims);
    const mayRead = config.readClaims && roleTest(config.readClaims);
    const mayReadContents = config.contentClaims && roleTest(config.contentClaims);
    this.#roleOf = (claims) => {
      const mayContents = mayReadContents?.(claims) === true;
      if (mayChange?.(claims)) return { may: 'change', mayContents };
      return mayContents || mayRead?.(claims) ? { may: 'read', mayContents } : undefined;
    };
  }

  /** The address for the browser, and the cookie to send with it. Throws a SignInFault. */
  async begin(returnTo: string): Promise<{ readonly location: string; readonly cookie: string }> {
    const { location, login } = await this.issuer.begin(returnTo);
    return { location, cookie: this.#logins.set(login) };
  }

  /** Opens a session for whoever the issuer's answer names. Throws a SignInFault. */
  async finish(answer: URLSearchParams, cookie: string | undefined, address: string): Promise<Finished> {
    const login = this.#logins.take(cookie);
    if (login === undefined) {
      throw new SignInFault('begin_again', 'this browser has no sign-in in progress');
    }
    // Nobody is asked about it, so that it counts for nobody.
    if (answer.get('state') !== login.state)
      throw new SignInFault('not_valid', 'the answer does not hold: its state is not that of this sign-in');
    const isKnown = this.#knownAddresses.has(address);
    const waitMs = isKnown ? this.#tries.ownWaitMs(address) : this.#tries.waitMs(address);
    if (waitMs > 0) throw new SignInFault('too_many', 'too many sign-ins that fail');
    this.#tries.add(address);
    const identity = await this.issuer.finish(answer, login);
    this.#tries.release(address);
    this.#knownAddresses.add(address);
    const role = this.#roleOf(identity.claims);
    const person = personOf(identity);
    if (role === undefined) {
      throw new SignInFault('no_role', `no role is for ${person.name} (${person.subject})`);
    }
    const id = this.#sessions.open({ person, lifeMs: this.#sessionMs, ...role });
    const session = this.#sessions.find(id, true)!;
    const nextLookAt = this.#now() + lookEveryMs;
    this.#standings.set(session, { identity, nextLookAt, look: undefined });
    return { id, returnTo: login.returnTo };
  }

  /** The caller as the issuer has them now, where it is time to look: nobody, where their role was taken away. */
  async current(caller: PersonCaller, address: string): Promise<Caller> {
    const standing = this.#standings.get(caller.session);
    if (standing?.identity.refreshToken === undefined || this.#now() < standing.nextLookAt) return caller;
    standing.look ??= this.#look(caller, standing, address).finally(() => {
      standing.look = undefined;
    });
    await standing.look;
    const session = this.#sessions.find(caller.id, false);
    if (session === undefined) return { kind: 'nobody' };
    return { ...caller, may: session.may, mayContents: session.mayContents };
  }

  /** The issuer's address for signing out there too, for a browser without a session. */
  async endSessionUrl(caller: Caller): Promise<string | undefined> {
    const standing = caller.kind === 'person' ? this.#standings.get(caller.session) : undefined;
    return standing && this.issuer.endSessionUrl(standing.identity);
  }

  endedCookie(): string {
    return endedLoginCookie();
  }

  async #look(caller: PersonCaller, standing: Standing, address: string): Promise<void> {
    try {
      standing.identity = await this.issuer.again(standing.identity);
      standing.nextLookAt = this.#now() + lookEveryMs;
      const role = this.#roleOf(standing.identity.claims);
      const { may, mayContents } = caller.session;
      if (role === undefined) this.#end(caller, address);
      else if (role.may !== may || role.mayContents !== mayContents) {
        this.#sessions.setRole(caller.id, role);
        audit(this.#log, { what: 'role changed', caller, address });
      }
    } catch (error) {
      if (!(error instanceof SignInFault)) throw error;
      // An issuer that does not answer has not withdrawn anything: the session goes on for its lifetime.
      standing.nextLookAt = this.#now() + retryMs;
      if (error.code === 'issuer_unavailable' || error.code === 'client_refused')
        this.#log.warn({ reason: error.message }, 'a role could not be checked');
      else this.#end(caller, address);
    }
  }

  #end(caller: PersonCaller, address: string): void {
    this.#sessions.close(caller.id);
    audit(this.#log, { what: 'session ended', caller, address });
  }
}

/** A name is what people know somebody by; it may be anything, and so may be long. */
function personOf({ subject, claims }: Identity): Person {
  const { email, name, preferred_username: user } = claims;
  const isVerified = claims['email_verified'] !== false;
  const known = [isVerified ? email : undefined, user, name].find(
    (text) => typeof text === 'string' && text !== '',
  );
  return { subject, name: String(known ?? subject).slice(0, 200) };
}
