import { type JsonObject, reportsError } from '../../../lib/json.ts';
import { tokenCount, type UsageReport, valueAt } from '../../answer-usage.ts';
import type { JsonPointer, PassingEvents, UsagePlaces } from '../../endpoints/endpoint.ts';
import type { Dialect } from '../dialect.ts';
import { passingStream } from './passing-stream.ts';

const noTokens: UsageReport = { input: 0, output: 0 };

/** What passes through as JSON objects, of which nothing is read but what was used. */
export function jsonDialect(places: UsagePlaces | 'none', events?: PassingEvents): Dialect {
  const usage = places === 'none' ? () => noTokens : usageAt(places);
  return {
    usageOnRequest: false,
    stream: events && passingStream(events, usage),
    held: undefined,
    usage,
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
