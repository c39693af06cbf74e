import { presignedQuery } from '../../aws/presign.ts';
import { amzDate } from '../../aws/sign.ts';
import type { AwsIdentity } from './library.ts';

const host = 'bedrock.amazonaws.com';
const nothingSha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** Longer than this no such key lives. */
export const longestKeyMs = 12 * 3600_000;

/**
 * Bedrock's own short-term key: an address that is signed with the keys, good for one action in one region. It is made
 * here, nobody is asked. It ends with the session that made it.
 */
export function bedrockApiKey(
  { accessKeyId, secretAccessKey, sessionToken }: AwsIdentity,
  region: string,
  lifetimeMs: number,
  nowMs: number,
): string {
  const date = amzDate(nowMs);
  const query = presignedQuery(
    {
      method: 'POST',
      path: '/',
      query: 'Action=CallWithBearerToken',
      headers: [['host', host]],
      bodySha256: nothingSha256,
    },
    {
      accessKeyId,
      secretAccessKey,
      sessionToken,
      scope: { day: date.slice(0, 8), region, service: 'bedrock' },
      date,
      expiresSeconds: Math.max(1, Math.floor(Math.min(lifetimeMs, longestKeyMs) / 1000)),
    },
  );
  return `bedrock-api-key-${Buffer.from(`${host}/?${query}&Version=1`).toString('base64')}`;
}
