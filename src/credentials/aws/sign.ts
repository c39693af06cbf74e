import { createHmac, hash } from 'node:crypto';
import type { CanonicalRequest } from './canonical-request.ts';
import { type SigningScope, scopeText } from './signing-key.ts';

export const algorithm = 'AWS4-HMAC-SHA256';

/** Now as Amazon writes it: `YYYYMMDDTHHMMSSZ`, whose first eight characters are the day. */
export function amzDate(ms: number): string {
  return new Date(ms).toISOString().replace(/[-:]|\.\d+/g, '');
}

/** The signed text of a request. */
export function stringToSign(request: CanonicalRequest, date: string, scope: SigningScope): string {
  return `${algorithm}\n${date}\n${scopeText(scope)}\n${hash('sha256', request.text)}`;
}

/** In lower-case hex. */
export function signature(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}

/** The value of `authorization`. */
export function authorization(
  accessKeyId: string,
  scope: SigningScope,
  { signedHeaders }: CanonicalRequest,
  signed: string,
): string {
  return `${algorithm} Credential=${accessKeyId}/${scopeText(scope)}, SignedHeaders=${signedHeaders}, Signature=${signed}`;
}
