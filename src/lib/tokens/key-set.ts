/** The keys of an issuer as its key set has them: read when the configuration is checked, and when the set is fetched. */
import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import type { TokenAlgorithm } from '../../config/types/identity.ts';
import { type JsonObject, objectsOf } from '../json.ts';

/** A key that can check signatures, as plain data: what of an issuer's set is kept. */
export interface PublishedKey {
  readonly id: string | undefined;
  readonly algorithms: readonly TokenAlgorithm[];
  /** Its public parts alone. */
  readonly jwk: JsonWebKey;
}

/** So many of a set are kept at most. Issuers have a handful. */
const mostKeys = 100;
const leastRsaBits = 2048;
/** A larger one has each check of a signature take milliseconds. */
const mostRsaBits = 8192;

const rsa: readonly TokenAlgorithm[] = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'];
const curves: Readonly<Record<string, readonly TokenAlgorithm[]>> = {
  'P-256': ['ES256'],
  'P-384': ['ES384'],
  'P-521': ['ES512'],
  Ed25519: ['EdDSA', 'Ed25519'],
};

/**
 * The keys of a JWK Set (RFC 7517) that can check the signature of a token. What is meant for something else, too weak or
 * no key at all is left out; undefined where it is no such set.
 */
export function publishedKeys(json: JsonObject): readonly PublishedKey[] | undefined {
  if (!Array.isArray(json['keys'])) return undefined;
  return objectsOf(json['keys'])
    .slice(0, mostKeys)
    .flatMap((jwk) => publishedKey(jwk) ?? []);
}

function publishedKey(jwk: JsonObject): PublishedKey | undefined {
  const { kid, use, key_ops: operations, alg } = jwk;
  if (use !== undefined && use !== 'sig') return undefined;
  if (Array.isArray(operations) && !operations.includes('verify')) return undefined;
  const possible = possibleAlgorithms(jwk);
  const algorithms = typeof alg === 'string' ? possible.filter((name) => name === alg) : possible;
  if (algorithms.length === 0) return undefined;
  const parts = publicPartsOf(jwk);
  const key = keyOf(parts);
  if (key === undefined || !isSound(key)) return undefined;
  return { id: typeof kid === 'string' ? kid : undefined, algorithms, jwk: parts };
}

function possibleAlgorithms({ kty, crv }: JsonObject): readonly TokenAlgorithm[] {
  if (kty === 'RSA') return rsa;
  const isCurve = (kty === 'EC') === (crv !== 'Ed25519') && (kty === 'EC' || kty === 'OKP');
  return isCurve && typeof crv === 'string' && Object.hasOwn(curves, crv) ? curves[crv]! : [];
}

/** The private parts of a published key are left out. */
function publicPartsOf({ kty, crv, n, e, x, y }: JsonObject): JsonWebKey {
  const parts = Object.entries({ kty, crv, n, e, x, y }).filter(([, part]) => typeof part === 'string');
  return Object.fromEntries(parts) as JsonWebKey;
}

function keyOf(jwk: JsonWebKey): KeyObject | undefined {
  try {
    return createPublicKey({ key: jwk, format: 'jwk' });
  } catch {
    return undefined; // a point that is not on its curve, numbers that are none
  }
}

function isSound({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject): boolean {
  if (type !== 'rsa') return true;
  const bits = details?.modulusLength ?? 0;
  const exponent = details?.publicExponent ?? 0n;
  return bits >= leastRsaBits && bits <= mostRsaBits && exponent > 2n && exponent < 2n ** 64n;
}

/** The keys of a key set, or why it can check no token: words to go after its name. */
export function readKeySet(json: JsonObject | undefined): readonly PublishedKey[] | string {
  if (json === undefined) return 'holds no JSON object';
  const keys = publishedKeys(json);
  if (keys === undefined) return 'is no key set: it has no `keys`';
  if (keys.length > 0) return keys;
  return 'has no key that a token can be checked with (RSA of 2048 to 8192 bits, P-256, P-384, P-521, Ed25519)';
}
