import { headerValue } from '../../http/flat-headers.ts';
import type { Head } from '../../http/server/request-head.ts';

/** The gateway's own header, of any length, and the field of the body that may appear among headers. */
const ownHeader = 'x-session-id';
const cacheKeyField = 'prompt_cache_key';
/** A shorter text is no id: it would merge the sessions of many. */
const leastLength = 8;

/** The session of a request, from the first place that names one; undefined for none. */
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

/** The headers among the places where models of a configuration look. */
export function sessionHeaders(
  models: Iterable<{ readonly sessionFrom: readonly string[] }>,
): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { sessionFrom } of models) for (const place of sessionFrom) names.add(place);
  names.delete(cacheKeyField);
  return names;
}
