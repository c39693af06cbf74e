/** A proof of a capability: requests that only an endpoint with the capability answers as wanted. */
import type { JsonObject } from '../../lib/json.ts';
import type { Usage } from '../../observe/usage.ts';
import type { CapabilityName } from '../dialects/needs.ts';

/** One way to put the question. */
export interface Ask {
  /** The body, without the model. */
  readonly body: JsonObject;
  /** Headers that a client of this vendor sends with it, in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A tool that the model wants called. */
export interface ToldCall {
  readonly name: string;
  /** Undefined where they are not a JSON object. */
  readonly arguments: JsonObject | undefined;
}

/** One event of a stream. */
export interface ToldEvent {
  readonly event: string;
  readonly data: string;
  /** Undefined where the data is not a JSON object. */
  readonly json: JsonObject | undefined;
}

/** The content of an answer with a good status. */
export interface Told {
  /** The whole answer; empty where it came as a stream. */
  readonly body: JsonObject;
  /** Undefined where it did not come as a stream. */
  readonly events: readonly ToldEvent[] | undefined;
  /** Undefined where the answer does not say. */
  readonly usage: Usage | undefined;
}

export interface Proof {
  /** In turn, until one is not refused: vendors and generations of models differ in what they take. Never empty. */
  readonly ways: readonly Ask[];
  /** The number of requests; the last answer counts. */
  readonly times: number;
  /** Input tokens beyond those of the request, such as pages that are fetched. An estimate. */
  readonly moreInput: number;
  /** The request is written to a cache, which may have a price of its own. */
  readonly isCached: boolean;
  /** The missing part of the answer; undefined if it proves the capability. */
  readonly lacks: (told: Told) => string | undefined;
}

/** The proofs of one dialect. What is not there, nobody knows a request for that would prove it. */
export type Proofs = Readonly<Partial<Record<CapabilityName, Proof>>>;

/** Makes a proof that is asked once and costs nothing beside its request. */
export function proof(
  ways: readonly Ask[],
  lacks: Proof['lacks'],
  more: Partial<Pick<Proof, 'times' | 'moreInput' | 'isCached'>> = {},
): Proof {
  return { ways, lacks, times: 1, moreInput: 0, isCached: false, ...more };
}
