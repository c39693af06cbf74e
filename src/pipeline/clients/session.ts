import { headerValue } from '../../http/flat-headers.ts';
import type { Head } from '../../http/server/request-head.ts';

/** The header of the gateway's own, whatever length it has, and the field of the body that may stand among headers. */
const ownHeader = 'x-session-id';
const cacheKeyField = 'prompt_cache_key';
/** A shorter one is no id: it would bring the sessions of many together. */
const leastLength = 8;

/** Which session a request is of, by the first place that says so; undefined where none does. */
export function sessionOf(
  { sessions }: Pick<Head, 'sessions'>,
  cacheKey: string | undefined,
  places: readonly string[],
): string | undefined {
  if (sessions === undefined && cacheKey === undefined) return undefined;
  for (const place of places) {
    if (place === cacheKeyField) {
      if (cacheKey !== undefined) return cacheKey;
      continue;
    }
    const value = sessions && headerValue(sessions, place);
    if (value !== undefined && (value.length >= leastLength || (place === ownHeader && value !== '')))
      return value;
  }
  return undefined;
}

/** The headers among what models of a configuration look at. */
export function sessionHeaders(
  models: Iterable<{ readonly sessionFrom: readonly string[] }>,
): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { sessionFrom } of models) for (const place of sessionFrom) names.add(place);
  names.delete(cacheKeyField);
  return names;
}
