import { type JsonObject, objectsOf } from '../../../lib/json.ts';

/**
 * The values of `finish_reason` that say that the backend gave up in the middle: `insufficient_system_resource` of
 * DeepSeek's API reference ("Create Chat Completion"), and `error` of OpenRouter's ("Errors").
 */
const failures: ReadonlySet<unknown> = new Set(['insufficient_system_resource', 'error']);

/** True for a choice of an answer, or of one of its events, that ended with a failure: it is no whole answer. */
export function isInterrupted(json: JsonObject): boolean {
  return objectsOf(json['choices']).some(({ finish_reason: reason }) => failures.has(reason));
}

/** True for a `finish_reason` of a whole choice. */
export function isWhole(reason: unknown): boolean {
  return typeof reason === 'string' && reason !== '' && !failures.has(reason);
}
