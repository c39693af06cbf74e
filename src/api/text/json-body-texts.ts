/** The texts of whole requests and answers. */
import { inStepsYielding, yieldToRequests } from '../../lib/yield-to-requests.ts';
import type { ServedEndpoint } from '../endpoints/index.ts';
import type { FoundTexts, TextBounds, TextWalk } from './extracted-text-types.ts';
import { Walk } from './json-text-walk.ts';

/** The texts of a request whose body is JSON. */
export function requestTexts(endpoint: ServedEndpoint, bytes: Buffer, bounds: TextBounds): TextWalk {
  return new Walk(bytes, { side: 'request', inside: rootOf(endpoint) }, bounds);
}

/** The texts of an answer that is JSON. */
export function answerTexts(endpoint: ServedEndpoint, bytes: Buffer, bounds: TextBounds): TextWalk {
  return new Walk(bytes, { side: 'answer', inside: rootOf(endpoint) }, bounds);
}

/** Nobody knows what an endpoint has that a configuration declares. */
function rootOf({ model }: ServedEndpoint): 'known' | 'open' {
  return model === undefined ? 'known' : 'open';
}

/** Milliseconds of a walk that is made at once: longer than any step, and short to whoever waits. */
const sliceMs = 2;

/** The result of a walk: at once if that is soon, else as a promise, letting others through in between. */
export function walked(walk: TextWalk): FoundTexts | Promise<FoundTexts> {
  const since = performance.now();
  while (walk.step()) {
    const took = performance.now() - since;
    if (took >= sliceMs) return yieldToRequests(took).then(() => inStepsYielding(stepsOf(walk)));
  }
  return walk.found;
}

function* stepsOf(walk: TextWalk): Generator<void, FoundTexts> {
  while (walk.step()) yield;
  return walk.found;
}
