import { isObject, type JsonObject, reportsError } from '../../../lib/json.ts';
import type { JsonPointer, UsagePlaces } from '../../endpoints/endpoint.ts';
import { tokenCount, type UsageReport, usageReport } from '../../usage.ts';
import type { Dialect } from '../dialect.ts';

const noTokens: UsageReport = { inputTokens: 0, outputTokens: 0 };

/** What passes through as JSON objects, of which nothing is read but what was used. */
export function jsonDialect(places: UsagePlaces | 'none'): Dialect {
  return {
    usageOnRequest: false,
    stream: undefined,
    usage: places === 'none' ? () => noTokens : usageAt(places),
    isError: reportsError,
    readNeeds() {
      // Only clients know what such a request makes use of, and say it in tags.
    },
  };
}

function usageAt(places: UsagePlaces): Dialect['usage'] {
  const input = countAt(places.input);
  const output = countAt(places.output);
  return (answer) => usageReport({ inputTokens: input(answer), outputTokens: output(answer) });
}

/** Reads the count of tokens at a place. */
function countAt(place: JsonPointer | undefined): (answer: JsonObject) => number | undefined {
  if (place === undefined) return () => undefined;
  const steps = place.split('/').slice(1);
  return (answer) => {
    let value: unknown = answer;
    for (const step of steps) value = isObject(value) ? value[step] : undefined;
    return tokenCount(value);
  };
}
