/** Builds the operations of endpoints for objects. */
import type { BodyRules, Operation, SignedPlaces } from '../endpoint.ts';

/** A JSON object, or nothing. */
const object: BodyRules = { kind: 'object' };
const none: BodyRules = { kind: 'none' };
/** As vendors take files. */
export const largestUpload: BodyRules = { kind: 'streamed', maxBytes: 512 * 1024 * 1024 };

type Parts = Pick<Operation, 'ids' | 'signs'> &
  Partial<Pick<Operation, 'answer' | 'listsAll' | 'saysUseOf' | 'needsAllModels' | 'models'>>;

export function get(below: string, { answer = ['json'], ...parts }: Parts): Operation {
  return { method: 'GET', below, body: none, answer, ...parts };
}

export function post(
  below: string,
  { answer = ['json'], body = object, ...parts }: Parts & { readonly body?: BodyRules },
): Operation {
  return { method: 'POST', below, body, answer, ...parts };
}

export function remove(below: string, { answer = ['json'], ...parts }: Parts): Operation {
  return { method: 'DELETE', below, body: none, answer, ...parts };
}

/** True for a call without anything for its backend to keep or work on: it reads, ends or deletes an object. */
export function takesNothingNew({ method, below }: Operation): boolean {
  return method !== 'POST' || below.endsWith('/cancel');
}

/** The same places in each element of a list, and its two ends. */
export function listed(places: SignedPlaces): SignedPlaces {
  const within = Object.entries(places).map(([place, what]) => [`data.*.${place}`, what] as const);
  const { id } = places;
  return { ...Object.fromEntries(within), ...(id !== undefined && { first_id: id, last_id: id }) };
}
