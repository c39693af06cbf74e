/**
 * Secrets of clients' keys: `gw-`, 32 random bytes in base62, and six characters of checksum. The prefix lets
 * secret scanners find a leaked one, the checksum tells a mistyped one without a look-up. Only their SHA-256 is
 * ever stored; with so many random bits a slow hash would add nothing but load.
 */
import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const prefix = 'gw-';
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 62^43 is above 2^256, 62^6 above 2^32. */
const randomLength = 43;
const checksumLength = 6;
const shape = new RegExp(`^${prefix}[0-9A-Za-z]{${randomLength + checksumLength}}$`);

/** A fresh secret. `random` gives as many random bytes as it is asked for. */
export function newSecret(random: (bytes: number) => Uint8Array = randomBytes): string {
  const number = BigInt(`0x${Buffer.from(random(32)).toString('hex')}`);
  const body = prefix + base62(number, randomLength);
  return body + checksum(body);
}

/** True for text in the form of our secrets without a typing error. Secrets that operators chose have another form. */
export function hasValidChecksum(secret: string): boolean {
  return shape.test(secret) && isSumRight(secret);
}

/** True for text in the form of our secrets with a typing error, or made up: it belongs to no key. */
export function isMistyped(secret: string): boolean {
  return shape.test(secret) && !isSumRight(secret);
}

function isSumRight(secret: string): boolean {
  const bodyLength = secret.length - checksumLength;
  // In place and in plain numbers: this is worked out for every request.
  let rest = crc32(secret.slice(0, bodyLength));
  for (let place = secret.length - 1; place >= bodyLength; place -= 1) {
    if (alphabet.charCodeAt(rest % 62) !== secret.charCodeAt(place)) return false;
    rest = Math.floor(rest / 62);
  }
  return true;
}

/** SHA-256 of the whole secret, in lower-case hex: what a secret is looked up by. */
export function digestSecret(secret: string): string {
  return hash('sha256', secret, 'hex');
}

/** The digest as the `hash` of a key in the file holds it. */
export function hashSecret(secret: string): string {
  return `sha256:${digestSecret(secret)}`;
}

function checksum(body: string): string {
  return base62(BigInt(crc32(body)), checksumLength);
}

function base62(number: bigint, length: number): string {
  let text = '';
  for (let rest = number; text.length < length; rest /= 62n) text = `${alphabet[Number(rest % 62n)]}${text}`;
  return text;
}

/** The headers of a request in which a secret may stand. */
export interface CredentialHeaders {
  readonly authorization: string | undefined;
  /** The number of Authorization headers: the parsed headers keep one of several. */
  readonly authorizationCount: number;
  /** `x-api-key` where the path takes it, else undefined. */
  readonly apiKey: string | undefined;
}

/** The credential of a request: nothing, something that can't be a key, or a secret to look up. */
export type Presented =
  | { readonly kind: 'secret'; readonly secret: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'invalid' }
  /** A secret in either header, and not the same. */
  | { readonly kind: 'several' };

const longestHeader = 512;
const missing: Presented = { kind: 'missing' };
const invalid: Presented = { kind: 'invalid' };
const several: Presented = { kind: 'several' };

// Visible ASCII but for the comma, with which a proxy joins two headers into one.
const bearer = /^bearer +([!-+\--~]+)$/i;
/** A program whose key is not set sends these: an empty credential is none. */
const empty = /^(?:bearer)? *$/i;
const bare = /^[!-+\--~]+$/;

/**
 * The secret that a request presents, checked for its form alone: `Authorization: Bearer SECRET` (RFC 6750, the
 * scheme in any case) or `x-api-key: SECRET`. Where both stand they must agree: choosing one could serve a
 * client with rights that something in front of us did not check.
 */
export function presentedSecret({ authorization, authorizationCount, apiKey }: CredentialHeaders): Presented {
  if (authorizationCount > 1) return invalid;
  const hasKey = apiKey !== undefined && apiKey !== '';
  if (authorization === undefined || empty.test(authorization)) {
    return hasKey ? secretIn(bare, apiKey) : missing;
  }
  const fromBearer = secretIn(bearer, authorization);
  if (!hasKey || fromBearer.kind !== 'secret') return fromBearer;
  return fromBearer.secret === apiKey ? fromBearer : several;
}

function secretIn(form: RegExp, value: string): Presented {
  if (value.length > longestHeader) return invalid;
  const match = form.exec(value);
  return match === null ? invalid : { kind: 'secret', secret: match[1] ?? match[0] };
}
