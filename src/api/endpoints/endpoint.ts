import type { EndpointName } from '../../config/types.ts';
import type { JsonObject } from '../../lib/json.ts';
import type { BodyValidator } from '../body/generated/bodies.generated.js';
import type { UsageReport } from '../usage.ts';

/** Whose conventions an endpoint follows: the form of its errors, the words in them, the headers of its clients. */
export type Family = 'openai' | 'anthropic';

/** What one event of a stream, once decoded, means for the life of the answer. */
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
  /** Tokens as this event reports them; later events add to or correct earlier ones. */
  readonly usage: UsageReport | undefined;
  /** The id that the answer gave itself, where the dialect needs it to report a failure. */
  readonly responseId: string | undefined;
  /** The event carries usage and nothing else: it exists only because usage was asked for. */
  readonly usageOnly: boolean;
}

/** How a dialect streams. */
export interface StreamDialect {
  /**
   * Finds, in bytes read as latin1, what makes an event worth decoding. It may match too often, never too
   * seldom: a text that quotes a mark costs one needless parse. Global, so that a search can start anywhere.
   */
  readonly marks: RegExp;
  /** Reads one decoded event. `json` is undefined where the data is not a JSON object. */
  read(event: string, data: string, json: JsonObject | undefined): StreamSign;
  /** The event that tells a client that its stream was cut. `responseId` is the id given so far, if any. */
  cut(message: string, requestId: string, responseId: string | undefined): string;
}

/** One operation of a wire dialect: everything about it that differs from the others. */
export interface Endpoint {
  readonly name: EndpointName;
  /** The path that clients post to, compared byte for byte. */
  readonly path: string;
  readonly family: Family;
  /** Checks a parsed body against the rules that are enforced on this endpoint. */
  readonly validate: BodyValidator;
  /** A stream reports its usage only when `stream_options.include_usage` asks for it. */
  readonly usageOnRequest: boolean;
  readonly stream: StreamDialect;
  /** Tokens that a whole answer (or the response object inside an event) reports. */
  usage(answer: JsonObject): UsageReport | undefined;
  /** Whether a whole answer with status 200 is an error in disguise. */
  isError(answer: JsonObject): boolean;
}
