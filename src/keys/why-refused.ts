import { type CredentialHeaders, isMistyped, presentedSecret } from './key-secret.ts';
import type { Key, Keyring } from './keyring.ts';

/** So much of a secret may be told, and only where the rest is long enough to be a secret still. */
const endLength = 4;
const leastLength = 16;

/**
 * Why a credential is refused, in a sentence for operators: clients are told none of it.
 *
 * @param key The key that the credential belongs to, where it belongs to one.
 */
export function whyRefused(
  headers: CredentialHeaders,
  key: Key | undefined,
  { keys, wallNow }: { readonly keys: Keyring; readonly wallNow: number },
): string {
  const presented = presentedSecret(headers);
  if (presented.kind !== 'secret') return whyNone(headers);
  if (key !== undefined) return `The key "${key.id}" ${whyInactive(key, wallNow)}.`;
  const { secret } = presented;
  const ends = secret.length < leastLength ? '' : ` that ends in "${secret.slice(-endLength)}"`;
  if (isMistyped(secret)) return `A secret${ends} came whose checksum is wrong: it was mistyped or cut.`;
  const replaced = keys.replacedIn(secret, wallNow);
  if (replaced !== undefined)
    return `A secret${ends} came that the key "${replaced}" had before its rotation, whose overlap is over.`;
  return `No key has the secret${ends} that came.`;
}

/** Why no secret can be read off the headers. */
function whyNone(headers: CredentialHeaders): string {
  const { authorization, authorizationCount, apiKey } = headers;
  if (authorizationCount > 1) return 'Two Authorization headers came.';
  if (authorization === undefined)
    return apiKey === undefined
      ? 'No credential came.'
      : 'x-api-key came with characters that no secret can have.';
  const alone = presentedSecret({ ...headers, apiKey: undefined });
  return alone.kind === 'secret'
    ? 'Authorization and x-api-key came with two different secrets.'
    : 'Authorization came and is not of the form "Bearer SECRET".';
}

/** The reason for which a key may not be used, as the continuation of its name. */
export function whyInactive({ config: { disabled, notBefore, expires } }: Key, wallNow: number): string {
  if (disabled) return 'is disabled';
  if (notBefore !== undefined && wallNow < notBefore)
    return `is not valid before ${new Date(notBefore).toISOString()}`;
  return `expired at ${new Date(expires!).toISOString()}`;
}
