import { canonicalQuery, canonicalRequest, encoded, type SignableRequest } from './canonical-request.ts';
import { algorithm, signature, stringToSign } from './sign.ts';
import { type SigningScope, scopeText, signingKey } from './signing-key.ts';

export interface Presigning {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string | undefined;
  readonly scope: SigningScope;
  /** As `amzDate` gives it. */
  readonly date: string;
  readonly expiresSeconds: number;
}

/** The query of an address that is signed itself: whoever has it may use it until it expires. */
export function presignedQuery(
  request: SignableRequest,
  { accessKeyId, secretAccessKey, sessionToken, scope, date, expiresSeconds }: Presigning,
  pathOf?: (path: string) => string,
): string {
  const names = request.headers.map(([name]) => name.toLowerCase());
  const added: readonly (readonly [string, string])[] = [
    ['X-Amz-Algorithm', algorithm],
    ['X-Amz-Credential', `${accessKeyId}/${scopeText(scope)}`],
    ['X-Amz-Date', date],
    ['X-Amz-Expires', String(expiresSeconds)],
    ...(sessionToken === undefined ? [] : [['X-Amz-Security-Token', sessionToken] as const]),
    ['X-Amz-SignedHeaders', [...new Set(names)].sort().join(';')],
  ];
  const parameters = added.map(([name, value]) => `${name}=${encoded(value)}`).join('&');
  const query = canonicalQuery(request.query === '' ? parameters : `${request.query}&${parameters}`);
  const canonical = canonicalRequest({ ...request, query }, pathOf);
  const signed = signature(signingKey(secretAccessKey, scope), stringToSign(canonical, date, scope));
  return `${query}&X-Amz-Signature=${signed}`;
}
