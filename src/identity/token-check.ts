/**
 * Says which key a token leads to. What was found out of one is remembered under a digest, so that the same token costs
 * hardly more than a key; the first time its signature is checked, in a thread that serves nobody.
 */
import { hash } from 'node:crypto';
import { errors, jwtVerify } from 'jose';
import type { IdentityConfig, IssuerConfig, TokenAlgorithm } from '../config/types/identity.ts';
import type { Claims } from '../lib/claims.ts';
import { type FindRule, ruleFinder } from './claims.ts';
import { type CountedCaller, callerCounter } from './counted-caller.ts';
import type { HeldKeySet, HeldKeySets } from './held-key-sets.ts';
import type { KeySet } from './key-set.ts';
import { keySetId } from './key-set-sources.ts';
import { type TokenForm, tokenForm } from './read-jwt.ts';

/** A token that was found to be good, and what it leads to. */
export interface KnownToken {
  /** The id of the key. */
  readonly key: string;
  /** The issuer's name in the file. */
  readonly issuer: string;
  /** The subject of the token; of one that is too long for a log the beginning, and a digest of all. */
  readonly subject: string | undefined;
  /** Those of its audiences that the issuer may name. */
  readonly audiences: readonly string[];
  /** For whom the limits of the key count; undefined where all who have it are one. */
  readonly counted: CountedCaller | undefined;
  /** In milliseconds since the epoch: it is not taken any more. */
  readonly untilMs: number;
  /** The certificate (SHA-256, base64url) that has to come with it, where it is bound to one (RFC 8705). */
  readonly certificate: string | undefined;
  readonly held: HeldKeySet;
  /** The set's, when it was checked. */
  readonly epoch: number;
}

export type TokenVerdict =
  | { readonly kind: 'known'; readonly token: KnownToken }
  /** Why, as a sentence for the log. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** Nobody can tell: the issuer's keys were never had. */
  | { readonly kind: 'unavailable'; readonly reason: string };

/** The checked tokens, kept over reloads: no token is among the data. */
export class RememberedTokens {
  readonly #known = new Map<string, KnownToken>();
  readonly #most: number;

  constructor(most = 10_000) {
    this.#most = most;
  }

  get size(): number {
    return this.#known.size;
  }

  get(digest: string, wallNow: number): KnownToken | undefined {
    const known = this.#known.get(digest);
    if (known === undefined) return undefined;
    if (wallNow < known.untilMs && known.epoch === known.held.epoch) return known;
    this.#known.delete(digest);
    return undefined;
  }

  /** The one that came first goes where there is no room. */
  keep(digest: string, token: KnownToken): void {
    if (this.#known.size >= this.#most) {
      const [first] = this.#known.keys();
      if (first !== undefined) this.#known.delete(first);
    }
    this.#known.set(digest, token);
  }
}

const rememberedMs = 5 * 60_000;
const mostSubject = 256;
const digestLength = 43;

/** A subject up to the length for a log. Longer ones that begin alike stay apart: a digest takes the place of the end. */
function shortened(subject: string): string {
  if (subject.length <= mostSubject) return subject;
  return `${subject.slice(0, mostSubject - digestLength)}${hash('sha256', subject, 'base64url')}`;
}

/** So many keys of a set are tried for a token that does not say which it was signed with. */
const mostTried = 4;
/** A key that is not there yet is waited for so long, */
const waitMs = 2000;
/** and asked for so often: the first answer may have been in flight already. */
const mostAsked = 2;

interface Issuer {
  readonly config: IssuerConfig;
  readonly held: HeldKeySet;
  readonly ruleOf: FindRule;
  /** By the place of the rule. */
  readonly counters: readonly (((claims: Claims) => CountedCaller) | undefined)[];
}

/** Digests are looked up, tokens are not kept. */
export function digestToken(token: string): string {
  return hash('sha256', token, 'base64url');
}

function issuerOf(config: IssuerConfig, held: HeldKeySet): Issuer {
  const counters = config.rules.map(({ each }) =>
    each === undefined ? undefined : callerCounter(config.name, each),
  );
  return { config, held, ruleOf: ruleFinder(config.rules), counters };
}

export class TokenCheck {
  /** By their `iss`. */
  readonly #issuers: ReadonlyMap<string, Issuer>;
  readonly #remembered: RememberedTokens;
  /** Those that are being checked: a hundred requests with one new token check it once. */
  readonly #underWay = new Map<string, Promise<TokenVerdict>>();

  constructor({ issuers }: IdentityConfig, keySets: HeldKeySets, remembered = new RememberedTokens()) {
    this.#issuers = new Map(
      [...issuers.values()].map((config) => [
        config.issuer,
        issuerOf(config, keySets.hold(keySetId(config.keySet))),
      ]),
    );
    this.#remembered = remembered;
  }

  /** The known facts about a token, by its digest; undefined for one that has to be checked. */
  remembered(digest: string, wallNow: number): KnownToken | undefined {
    return this.#remembered.get(digest, wallNow);
  }

  /** Checks a token. `wallNow` is in milliseconds since the epoch. Never rejects. */
  check(token: string, digest: string, wallNow: number): Promise<TokenVerdict> {
    const underWay = this.#underWay.get(digest);
    if (underWay !== undefined) return underWay;
    const checking = this.#check(token, wallNow)
      .then((verdict) => {
        if (verdict.kind === 'known') this.#remembered.keep(digest, verdict.token);
        return verdict;
      })
      .finally(() => this.#underWay.delete(digest));
    this.#underWay.set(digest, checking);
    return checking;
  }

  async #check(token: string, wallNow: number): Promise<TokenVerdict> {
    const form = tokenForm(token);
    if ('fault' in form) return refused(`A JWT came, and ${form.fault}.`);
    const { iss } = form.claims;
    const issuer = typeof iss === 'string' ? this.#issuers.get(iss) : undefined;
    if (issuer === undefined) return refused('The iss of the JWT is not among the issuers of `identity`.');
    const { config, held } = issuer;
    const of = `A token of the issuer "${config.name}" came`;
    // A fault outside the signature makes checking the signature unnecessary.
    const fault = early(form, config, wallNow);
    if (fault !== undefined) return refused(`${of}, and ${fault}.`);
    if (held.keys === undefined)
      return {
        kind: 'unavailable',
        reason: `${of}, whose keys were never had${held.problem === undefined ? '' : `: ${held.problem}`}.`,
      };
    const started = performance.now();
    const { algorithm, keyId } = form;
    const isThere = (keys: KeySet) => keyId !== undefined && keys.has(algorithm as TokenAlgorithm, keyId);
    for (let asked = 0; ; asked += 1) {
      const verified = await this.#verified(token, form, issuer, wallNow);
      if (typeof verified !== 'string') return this.#ruled(verified, issuer, of);
      if (verified !== unknownKey) return refused(`${of}, and ${verified}.`);
      const leftMs = started + waitMs - performance.now();
      if (asked === mostAsked || leftMs <= 0 || !(await held.ask(leftMs, isThere)))
        return refused(`${of}, signed with a key that its set does not have.`);
    }
  }

  /** The claims; else why there are none, or that the key is not there. */
  async #verified(
    token: string,
    form: TokenForm,
    { config, held }: Issuer,
    wallNow: number,
  ): Promise<Verified | string> {
    const { epoch } = held;
    const { algorithm, keyId } = form;
    const candidates = held.keys?.candidates(algorithm as TokenAlgorithm, keyId).slice(0, mostTried) ?? [];
    let isForged = false;
    for (const key of candidates) {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [...config.algorithms],
          issuer: config.issuer,
          audience: [...config.audiences],
          clockTolerance: config.clockSkewMs / 1000,
          requiredClaims: ['exp'],
          currentDate: new Date(wallNow),
        });
        return { claims: payload, expiresMs: payload.exp! * 1000, epoch };
      } catch (error) {
        if (error instanceof errors.JWSSignatureVerificationFailed) isForged = true;
        else return faultOf(error);
      }
    }
    // One that names no key may be signed with one that is new.
    return isForged && keyId !== undefined ? 'its signature is wrong' : unknownKey;
  }

  #ruled(
    { claims, expiresMs, epoch }: Verified,
    { config, held, ruleOf, counters }: Issuer,
    of: string,
  ): TokenVerdict {
    const index = ruleOf(claims);
    const bound = boundTo(claims['cnf']);
    if (bound === 'unknown') return refused(`${of}, bound to a proof that a bearer does not give (cnf).`);
    if (index === undefined) return refused(`${of}, and none of its rules takes it.`);
    const untilMs = Math.min(expiresMs + config.clockSkewMs, Date.now() + rememberedMs);
    const { key } = config.rules[index]!;
    const { sub } = claims;
    const subject = typeof sub === 'string' ? shortened(sub) : undefined;
    const counted = counters[index]?.(claims);
    const audiences = config.audiences.filter((one) => audiencesIn(claims).includes(one));
    return {
      kind: 'known',
      token: {
        key,
        issuer: config.name,
        subject,
        audiences,
        counted,
        untilMs,
        certificate: bound,
        held,
        epoch,
      },
    };
  }
}

interface Verified {
  readonly claims: Readonly<Record<string, unknown>>;
  readonly expiresMs: number;
  readonly epoch: number;
}

const unknownKey = 'unknown key';

function refused(reason: string): TokenVerdict {
  return { kind: 'refused', reason };
}

/** The faults that are visible before the signature is checked, as the continuation of "and". */
function early({ algorithm, claims }: TokenForm, config: IssuerConfig, wallNow: number): string | undefined {
  if (!config.algorithms.some((name) => name === algorithm))
    return 'its algorithm is none that is taken of this issuer';
  const { exp, nbf } = claims;
  if (!audiencesIn(claims).some((one) => typeof one === 'string' && config.audiences.includes(one)))
    return 'it is for another audience (aud)';
  if (typeof exp !== 'number' || !Number.isFinite(exp)) return 'it does not say until when it is valid (exp)';
  if (exp * 1000 + config.clockSkewMs <= wallNow) return 'it has expired';
  if (nbf !== undefined && (typeof nbf !== 'number' || nbf * 1000 - config.clockSkewMs > wallNow))
    return 'it is not valid yet (nbf)';
  return undefined;
}

function audiencesIn({ aud }: Claims): readonly unknown[] {
  return Array.isArray(aud) ? aud : [aud];
}

/** The fault behind jose's error, in our words: its own may repeat claims. */
function faultOf(error: unknown): string {
  if (error instanceof errors.JWTExpired) return 'it has expired';
  if (error instanceof errors.JWTClaimValidationFailed)
    return `its claim ${knownClaim(error.claim)} is not as it has to be`;
  return 'it is no sound JWT';
}

function knownClaim(claim: string): string {
  return /^[a-z]{2,8}$/.test(claim) ? claim : 'that was checked';
}

/** The certificate that a token is bound to; `unknown` where it is bound to something else. */
function boundTo(confirmation: unknown): string | undefined {
  if (confirmation === undefined) return undefined;
  const names = typeof confirmation === 'object' && confirmation !== null ? Object.keys(confirmation) : [];
  const thumbprint = (confirmation as Readonly<Record<string, unknown>> | null)?.['x5t#S256'];
  return names.length === 1 && typeof thumbprint === 'string' ? thumbprint : 'unknown';
}
