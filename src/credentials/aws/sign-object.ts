import { hash } from 'node:crypto';
import { canonicalRequest } from './canonical-request.ts';
import { amzDate, authorization, signature, stringToSign } from './sign.ts';
import { signingKey } from './signing-key.ts';

export interface ObjectKeys {
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly sessionToken: string | undefined;
}

/**
 * The headers that a request which puts an object into a bucket is signed with (Signature Version 4, for S3). Paths of
 * objects are signed as they are sent, and the digest of the body is a header of its own.
 */
export function objectHeaders(
  url: URL,
  body: Buffer,
  keys: ObjectKeys,
  nowMs: number = Date.now(),
): Readonly<Record<string, string>> {
  const date = amzDate(nowMs);
  const bodySha256 = hash('sha256', body);
  const headers: Record<string, string> = { 'x-amz-content-sha256': bodySha256, 'x-amz-date': date };
  if (keys.sessionToken !== undefined) headers['x-amz-security-token'] = keys.sessionToken;
  const scope = { day: date.slice(0, 8), region: keys.region, service: 's3' };
  const canonical = canonicalRequest(
    {
      method: 'PUT',
      path: url.pathname,
      query: '',
      headers: [['host', url.host], ...Object.entries(headers)],
      bodySha256,
    },
    (path) => path,
  );
  const signed = signature(signingKey(keys.secretKey, scope), stringToSign(canonical, date, scope));
  headers['authorization'] = authorization(keys.accessKey, scope, canonical, signed);
  return headers;
}
