import { createPrivateKey, type KeyObject } from 'node:crypto';
import { RenewalFailure } from './source.ts';

export interface JwtToSign {
  readonly algorithm: 'RS256' | 'ES256' | 'PS256';
  readonly keyId: string | undefined;
  /** PEM. */
  readonly key: string;
  /** The key's place, for operators. */
  readonly keyFrom: string;
  readonly claims: Readonly<Record<string, string | number>>;
}

/**
 * A JWT that proves who holds the key (RFC 7523).
 *
 * @throws RenewalFailure where the key is none, or not one for the algorithm
 */
export async function signedJwt({ algorithm, keyId, key, keyFrom, claims }: JwtToSign): Promise<string> {
  const privateKey = privateKeyOf(key, keyFrom);
  const fault = unfitFor(algorithm, privateKey);
  if (fault !== undefined) throw invalidKey(`${keyFrom} ${fault}`);
  const { SignJWT } = await import('jose');
  return await new SignJWT(claims)
    .setProtectedHeader({ alg: algorithm, typ: 'JWT', ...(keyId !== undefined && { kid: keyId }) })
    .sign(privateKey);
}

/** OpenSSL's errors say nothing to operators. */
function privateKeyOf(pem: string, from: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    if (/-----BEGIN (?:CERTIFICATE|PUBLIC KEY)/.test(pem))
      throw invalidKey(`${from} is no private key: it holds a certificate or a public key`);
    if (/ENCRYPTED/.test(pem)) throw invalidKey(`${from} is encrypted: store it without a passphrase`);
    throw invalidKey(
      `${from} is no private key in PEM (-----BEGIN PRIVATE KEY-----): is it cut off, or are its line breaks lost?`,
    );
  }
}

function unfitFor(algorithm: JwtToSign['algorithm'], key: KeyObject): string | undefined {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key;
  if (algorithm === 'ES256')
    return type === 'ec' && details?.namedCurve === 'prime256v1'
      ? undefined
      : 'is no EC key on P-256, which ES256 takes';
  // jose signs with none of these.
  if (type === 'rsa-pss') return 'is a key for RSA-PSS alone: make a plain RSA key (rsaEncryption)';
  if (type !== 'rsa') return `is no RSA key, which ${algorithm} takes`;
  return (details?.modulusLength ?? 0) < 2048 ? 'is an RSA key of less than 2048 bits' : undefined;
}

function invalidKey(message: string): RenewalFailure {
  return new RenewalFailure('invalid_key', message, { isLasting: true });
}
