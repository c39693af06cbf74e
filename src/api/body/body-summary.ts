import type { JsonObject } from '../../lib/json.ts';
import type { ServedEndpoint } from '../endpoints/index.ts';

/** What routing, limits and the log need of a request's body. It holds none of the bytes, and stays when they go. */
export interface BodySummary {
  readonly endpoint: ServedEndpoint;
  readonly model: string | undefined;
  /** Empty when absent. */
  readonly models: readonly string[];
  /** undefined when absent or null; an empty list counts as given. */
  readonly tags: readonly string[] | undefined;
  /** The answer is to come as events. */
  readonly stream: boolean;
  /** One finish reason ends the answer: the request asks for a single choice. */
  readonly isOneAnswer: boolean;
  /** The largest of the bounds to an answer's tokens that the endpoint knows. */
  readonly maxTokens: number | undefined;
  /** How many answers it asks for, at least 1. */
  readonly copies: number;
  /** Whether a stream is to tell its usage; undefined where the request leaves it unset. */
  readonly includeUsage: boolean | undefined;
  /** What the client calls the prompt that it wants cached: requests with the same one belong together. */
  readonly cacheKey: string | undefined;
  /** Length of the body. */
  readonly bytes: number;
  /** How many files it holds inside its text (data URLs, base64), and how many of its bytes are theirs. */
  readonly blocks: number;
  readonly blockBytes: number;
  /** Of the files that a form has for its endpoint; 0 where the body is no form. */
}

/** Whether the answer is to come as events, on an endpoint that has such answers. */
export function asksForStream(parsed: JsonObject, { answer }: ServedEndpoint): boolean {
  return parsed['stream'] === true && answer.includes('events');
}
