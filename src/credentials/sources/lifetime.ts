/** The lifetime of a token by its issuer's answer. Spans count from the answer; clocks of two hosts are never mixed. */
import type { JsonObject } from '../../lib/json.ts';

export interface Lifetime {
  readonly lifetimeMs: number | undefined;
  readonly refreshMs: number | undefined;
  /** Why there is no lifetime; undefined where there is. */
  readonly warning: string | undefined;
}

/** Moments, in the order they are looked at: Unix seconds, as a number or a text, or a date (RFC 3339). */
const moments = ['expires_on', 'expires_at', 'expireTime'] as const;

/**
 * A moment in a dated answer is measured from that date: both are of one clock. The shorter one counts, as a metadata
 * server may hand out an older token with the span that it began with. Without a date a span is preferred, and a moment
 * alone is measured by this host's clock.
 *
 * @param dateMs when the answer was made by the clock of who made it
 * @param nowMs this host's clock
 */
export function lifetimeOf(json: JsonObject, dateMs: number | undefined, nowMs: number): Lifetime {
  const span = positiveMs(secondsOf(json['expires_in']));
  const refreshMs = positiveMs(secondsOf(json['refresh_in']));
  const said = moments.find((name) => json[name] !== undefined && json[name] !== null);
  const until = said === undefined ? undefined : momentMs(json[said]);
  const rest = until === undefined ? undefined : positiveMs((until - (dateMs ?? nowMs)) / 1000);
  const lifetimeMs =
    span === undefined || rest === undefined || dateMs === undefined ? (span ?? rest) : Math.min(span, rest);
  if (lifetimeMs !== undefined) return { lifetimeMs, refreshMs, warning: undefined };
  const name = json['expires_in'] === undefined || json['expires_in'] === null ? said : 'expires_in';
  const warning =
    name === undefined
      ? 'does not say how long its token lives (expires_in)'
      : `gave a token whose ${name} is no time to live`;
  return { lifetimeMs: undefined, refreshMs, warning };
}

function positiveMs(seconds: number | undefined): number | undefined {
  return seconds !== undefined && seconds > 0 && Number.isFinite(seconds) ? seconds * 1000 : undefined;
}

function secondsOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^-?\d{1,15}(?:\.\d{1,9})?$/.test(value) ? Number(value) : undefined;
}

function momentMs(value: unknown): number | undefined {
  const seconds = secondsOf(value);
  if (seconds !== undefined) return seconds * 1000;
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:/.test(value)) return undefined;
  const ms = Date.parse(value);
  return Number.isNaN(ms) ? undefined : ms;
}
