import type { JsonObject } from '../../lib/json.ts';
import type { UsageReport } from '../answer-usage.ts';
import type { OtherJson } from '../endpoints/endpoint.ts';
import type { Needs } from './needs.ts';

/** The meaning of one decoded event of a stream for the life of the answer. */
export interface StreamSign {
  /** The mark that ends a stream of this dialect. */
  readonly terminal: boolean;
  /** It comes before the answer and holds nothing of it: the backend may still turn out to have failed. */
  readonly opening: boolean;
  /** It holds something of the answer itself. */
  readonly content: boolean;
  /** A choice has said why it stopped: what may still follow is not needed for the answer to be whole. */
  readonly finished: boolean;
  /** The backend itself reports that it failed. */
  readonly failed: boolean;
  /** Tokens as this event reports them; each figure of an answer is the largest that came. */
  readonly usage: UsageReport | undefined;
  /** The id that the answer gave itself, where the dialect needs it to report a failure. */
  readonly responseId: string | undefined;
  /** The event carries usage and nothing else: it exists only because usage was asked for. */
  readonly usageOnly: boolean;
}

/** The streams of a dialect. */
export interface StreamDialect {
  /**
   * Finds, in bytes read as latin1, what makes an event worth decoding. It may match too often, never too
   * seldom: a text that quotes what it looks for costs one needless parse. Global, so that a search can start anywhere.
   */
  readonly prefilter: RegExp;
  /**
   * Finds, up to the opening quote, what an event holds of the answer: text, reasoning, arguments of calls. Global;
   * undefined where that is not counted.
   */
  readonly held: RegExp | undefined;
  /** Reads one decoded event. `json` is undefined where the data is not a JSON object. */
  read(event: string, data: string, json: JsonObject | undefined): StreamSign;
  /** Each of several answers ends with a mark of its own. */
  readonly endsEach?: boolean;
  /** An event that says nothing but that the stream goes on; left out where a comment has to do. */
  readonly beat?: string;
  /** The event that tells a client that its stream was cut, and why. `responseId` is the id given so far, if any. */
  cut(message: string, requestId: string, responseId: string | undefined, code?: string): string;
}

/**
 * A wire form of requests, answers and events. A client speaks that of the endpoint it calls, a backend that of the
 * route that leads to it.
 */
export interface Dialect {
  /** A stream reports its usage only when `stream_options.include_usage` asks for it. */
  readonly usageOnRequest: boolean;
  /** undefined where there are whole answers only. */
  readonly stream: StreamDialect | undefined;
  /** As `held` of streams, in a whole answer, where it may be an object too; undefined where that is not counted. */
  readonly held: RegExp | undefined;
  /** Tokens that a whole answer (or the response object inside an event) reports. */
  usage(answer: JsonObject): UsageReport | undefined;
  /** Members of a whole answer's root that `usage` reads; left out where it reads `usage` alone. */
  readonly usageMembers?: readonly string[];
  /** Reads what an answer that is not JSON used, from its first and last bytes; left out where such answers do not say it. */
  fileUsage?(beginning: string, end: string): UsageReport | undefined;
  /** The forms of a whole answer beside a JSON object; absent if it is always one. */
  readonly besideObjects?: OtherJson;
  /** True for a whole answer with status 200 that is an error in disguise. */
  isError(answer: JsonObject): boolean;
  /** Adds the capabilities that a parsed request makes use of. */
  readNeeds(body: JsonObject, needs: Needs): void;
}
