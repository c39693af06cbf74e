/** Reads a JWT as it came, before anything of it is believed: what can be refused for its form alone is. */
import type { JsonObject } from '../lib/json.ts';
import { parseObject } from '../lib/json.ts';

/** A token whose form is sound. Nothing says yet that its issuer made it. */
export interface TokenForm {
  readonly algorithm: string;
  /** Only ever compared with the names of keys that are there. */
  readonly keyId: string | undefined;
  /** The token's own statements. */
  readonly claims: JsonObject;
}

/** Why it can't be a token, as a sentence for the log. It holds nothing that came. */
export interface TokenFault {
  readonly fault: string;
}

const bearer = /^bearer +/i;
/** As long as any header may be. */
const compact = /^ey[\w-]+\.[\w-]+\.[\w-]*$/;

/** The JWT that a bearer is; undefined where it is something else. */
export function tokenIn(authorization: string | undefined): string | undefined {
  // Keys are looked at first for what nearly all of them are: the shortest token has more than a hundred characters.
  if (authorization === undefined || authorization.length < 64) return undefined;
  const scheme = bearer.exec(authorization)?.[0];
  if (scheme === undefined || !authorization.startsWith('ey', scheme.length)) return undefined;
  const token = authorization.slice(scheme.length);
  return compact.test(token) ? token : undefined;
}

/** True for text in the form of a JWT. */
export function isToken(text: string): boolean {
  return compact.test(text);
}

/** The `typ` of access tokens and ID tokens (RFC 9068, 2.1; RFC 7519, 5.1); other types have other purposes. */
const types = new Set(['jwt', 'at+jwt', 'application/jwt', 'application/at+jwt']);

/** Takes a token apart. */
export function tokenForm(token: string): TokenForm | TokenFault {
  const [header, payload, signature] = token.split('.') as [string, string, string];
  const head = parseObject(decoded(header));
  if (head === undefined) return { fault: 'its header is no JSON object' };
  if (signature === '') return { fault: 'it has no signature' };
  const { alg, kid, typ, crit, b64 } = head;
  if (typeof alg !== 'string') return { fault: 'its header names no algorithm' };
  if (crit !== undefined || b64 !== undefined)
    return { fault: 'its header asks for an extension (crit), and none is known here' };
  if (typ !== undefined && (typeof typ !== 'string' || !types.has(typ.toLowerCase())))
    return { fault: 'its typ is that of a JWT for something else' };
  if (kid !== undefined && typeof kid !== 'string') return { fault: 'its kid is no text' };
  const claims = parseObject(decoded(payload));
  if (claims === undefined) return { fault: 'its payload is no JSON object' };
  return { algorithm: alg, keyId: kid, claims };
}

function decoded(part: string): string {
  return Buffer.from(part, 'base64url').toString();
}
