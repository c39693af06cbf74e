import { tokenIn } from '../../identity/read-jwt.ts';
import { parseObject } from '../../lib/json.ts';
import type { Exchange } from '../exchange.ts';

/** Milliseconds for which a client listens in one answer, at most. */
const longestMs = 3_600_000;
/** Milliseconds, at least: a token that is accepted a little beyond its end opens no streams that end at once. */
const shortestMs = 1000;

/**
 * The end of an answer in which a client listens, on the monotonic clock: its key and its token are valid until then.
 */
export function listeningUntil({ key, caller, head }: Exchange): number {
  const wallNow = Date.now();
  const { expires } = key!.config;
  const keyEnds = expires === undefined ? Number.POSITIVE_INFINITY : expires;
  const tokenEnds = caller === undefined ? Number.POSITIVE_INFINITY : endOf(tokenIn(head.authorization));
  const leftMs = Math.min(longestMs, keyEnds - wallNow, tokenEnds - wallNow);
  return performance.now() + Math.max(shortestMs, leftMs);
}

/** The `exp` of a verified token, in milliseconds since the epoch. */
function endOf(token: string | undefined): number {
  const payload = Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString();
  const exp = parseObject(payload)?.['exp'];
  return typeof exp === 'number' ? exp * 1000 : Number.POSITIVE_INFINITY;
}
