import { type JsonObject, reportsError } from '../../../lib/json.ts';
import { tokenCount, type UsageReport, valueAt } from '../../answer-usage.ts';
import type { JsonPointer, UsagePlaces } from '../../endpoints/endpoint.ts';
import type { Dialect } from '../dialect.ts';

const noTokens: UsageReport = { input: 0, output: 0 };

/** What passes through as JSON objects, of which nothing is read but what was used. */
export function jsonDialect(places: UsagePlaces | 'none'): Dialect {
  return {
    usageOnRequest: false,
    stream: undefined,
    held: undefined,
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
  return (answer) => {
    const inputTokens = input(answer);
    const outputTokens = output(answer);
    if (inputTokens === undefined && outputTokens === undefined) return undefined;
    return {
      ...(inputTokens !== undefined && { input: inputTokens }),
      ...(outputTokens !== undefined && { output: outputTokens }),
    };
  };
}

/** Reads the count of tokens at a place. */
function countAt(place: JsonPointer | undefined): (answer: JsonObject) => number | undefined {
  if (place === undefined) return () => undefined;
  const steps = place.split('/').slice(1);
  return (answer) => tokenCount(valueAt(answer, steps));
}
