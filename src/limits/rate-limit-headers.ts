/**
 * The headers that show a client the status of its key's limits, in the forms of both families of clients: OpenAI's
 * "Rate limits in headers" and Anthropic's "Response headers".
 */
import { wholeText } from '../observe/digits.ts';
import type { Meter, QuotaSeen, QuotaStatus } from './rules.ts';

export type HeaderFamily = 'openai' | 'anthropic' | 'mcp';

type HeaderNames = readonly [limit: string, remaining: string, reset: string];

type KindNames = Readonly<Record<'requests' | 'tokens', HeaderNames>>;

const openai: KindNames = {
  requests: ['x-ratelimit-limit-requests', 'x-ratelimit-remaining-requests', 'x-ratelimit-reset-requests'],
  tokens: ['x-ratelimit-limit-tokens', 'x-ratelimit-remaining-tokens', 'x-ratelimit-reset-tokens'],
};

const names: Readonly<Record<HeaderFamily, KindNames>> = {
  openai,
  /** Clients of tools have no headers of their own for it. */
  mcp: openai,
  anthropic: {
    requests: [
      'anthropic-ratelimit-requests-limit',
      'anthropic-ratelimit-requests-remaining',
      'anthropic-ratelimit-requests-reset',
    ],
    tokens: [
      'anthropic-ratelimit-tokens-limit',
      'anthropic-ratelimit-tokens-remaining',
      'anthropic-ratelimit-tokens-reset',
    ],
  },
};

/**
 * Adds names and values in turn to the head of an answer. Of several limits of a kind, the one with the fewest
 * remaining counts, and of equals the smaller one. An old status is shown as its least present value.
 */
export function addRateLimitHeaders(
  flat: string[],
  family: HeaderFamily,
  seen: QuotaSeen,
  nowMs: number = performance.now(),
): void {
  addKind(flat, family, 'requests', seen, nowMs);
  addKind(flat, family, 'tokens', seen, nowMs);
}

function addKind(
  flat: string[],
  family: HeaderFamily,
  kind: 'requests' | 'tokens',
  { meters, quotas, atMs }: QuotaSeen,
  nowMs: number,
): void {
  const place = tightest(kind, meters.list, quotas);
  if (place === -1) return;
  const { limit } = meters.list[place]!;
  const { remaining, resetMs } = quotas[place]!;
  const inMs = Math.max(0, resetMs - (nowMs - atMs));
  const left = inMs === 0 ? limit : Math.floor(remaining);
  const reset = family === 'anthropic' ? rfc3339(Date.now() + inMs) : shortDuration(inMs);
  const own = names[family][kind];
  flat.push(own[0], wholeText(limit), own[1], wholeText(left), own[2], reset);
}

function tightest(
  kind: 'requests' | 'tokens',
  list: readonly Meter[],
  quotas: readonly QuotaStatus[],
): number {
  let found = -1;
  for (let place = 0; place < list.length; place += 1) {
    if (list[place]!.kind !== kind) continue;
    if (found === -1) {
      found = place;
      continue;
    }
    const difference = quotas[place]!.remaining - quotas[found]!.remaining;
    if (difference < 0 || (difference === 0 && list[place]!.limit < list[found]!.limit)) found = place;
  }
  return found;
}

/** `120ms`, `1s`, `6m0s`, `24h0m0s`: milliseconds below a second, whole seconds (rounded up) from there on. */
export function shortDuration(ms: number): string {
  const whole = Math.ceil(ms);
  if (whole < 1000) return `${whole}ms`;
  const seconds = Math.ceil(ms / 1000);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  if (hours > 0) return `${hours}h${minutes}m${seconds % 60}s`;
  return minutes > 0 ? `${minutes}m${seconds % 60}s` : `${seconds}s`;
}

/** A moment in whole seconds, rounded up: the limit is full by then. */
function rfc3339(ms: number): string {
  return `${new Date(Math.ceil(ms / 1000) * 1000).toISOString().slice(0, 19)}Z`;
}
