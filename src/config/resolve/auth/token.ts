import type { CredentialSource, TokenCredentialConfig } from '../../types/credentials.ts';
import { framing, gatewaysOwn, isHeaderValue } from '../backends/headers.ts';
import { type AuthPlace, isWritten, refuse } from './place.ts';

/** The header that a credential goes into, in lower case. */
export function tokenHeader(place: AuthPlace): string {
  const header = (place.auth.header ?? 'authorization').toLowerCase();
  if (framing.has(header)) {
    const message = `the header ${header} belongs to the connection and cannot be set`;
    refuse(place, ['header'], 'bad_header', message);
  } else if (gatewaysOwn.has(header)) {
    const message = `the header ${header} is the gateway's own, and carries no credential`;
    refuse(place, ['header'], 'bad_header', message);
  }
  return header;
}

/** The headers beside a source's token, and the ones that no client may send beside it. */
interface Company {
  readonly beside?: Readonly<Record<string, string>>;
  readonly withheld?: readonly string[];
}

/** A token that is renewed, in the header and behind the prefix that the file gives. */
export function tokenCredential(
  place: AuthPlace,
  source: CredentialSource,
  { beside = {}, withheld = [] }: Company = {},
): TokenCredentialConfig {
  const header = tokenHeader(place);
  return { kind: 'token', source, header, prefix: tokenPrefix(place, source, header), beside, withheld };
}

function tokenPrefix(place: AuthPlace, { kind }: CredentialSource, header: string): string {
  const { prefix = 'Bearer ' } = place.auth;
  if (/^[A-Za-z]+$/.test(prefix)) {
    const message = 'the token would follow without a space';
    refuse(place, ['prefix'], 'wrong_value', message, { hint: `write "${prefix} "` });
  } else if (!isHeaderValue(prefix) || /^\s/.test(prefix)) {
    refuse(place, ['prefix'], 'bad_header', 'the prefix has characters that no header can begin with');
  }
  // Azure's finding about other headers is more serious.
  const isBare = kind !== 'azure' && !/authorization$/.test(header);
  if (isBare && !isWritten(place, 'prefix')) {
    refuse(place, ['header'], 'token_prefix', `${header} would carry "Bearer TOKEN" in place of the token`, {
      hint: 'write `prefix: ""` beside it, or the intended prefix',
    });
  }
  return prefix;
}
