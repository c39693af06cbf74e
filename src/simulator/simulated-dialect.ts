import type { OutgoingHttpHeaders } from 'node:http';
import type { JsonObject } from './json-values.ts';
import type { Answer, Asked } from './reply.ts';
import type { Failure } from './simulator-refusal.ts';

/**
 * The place of an event in a stream. `opening` comes before any content, `content` is the text and its closing events,
 * `finish` carries the reason for the end (and the events behind it), `mark` makes the stream complete.
 */
export type Phase = 'opening' | 'content' | 'finish' | 'mark';

/** One event of a stream, as it goes over the wire. */
export interface Frame {
  readonly data: string | Buffer;
  readonly phase: Phase;
  /** The number of its tokens; the pace is counted in them. */
  readonly tokens: number;
  /** Milliseconds of silence before it; none where it is left out. */
  readonly pauseMs?: number;
}

/** An answer that is no JSON. */
export interface SimulatedFile {
  readonly mediaType: string;
  readonly data: Buffer;
}

/** One endpoint's wire form, both ways. */
export interface Dialect {
  /**
   * Reads a request. Throws a `Refusal` where the body breaks the endpoint's rules.
   *
   * @param path Where it came, without the query: some say there which model is meant, and whether it streams.
   */
  readonly read: (body: JsonObject, path: string) => Asked;
  /** The whole answer where that is a file; undefined where it is JSON after all. Left out where it always is. */
  readonly file?: (asked: Asked, answer: Answer, body: JsonObject) => SimulatedFile | undefined;
  /** The whole answer. `body` is the request's, for the fields that an answer repeats. */
  readonly whole: (asked: Asked, answer: Answer, body: JsonObject) => object;
  /** The same answer as a stream, every event of it, in order. */
  readonly frames: (asked: Asked, answer: Answer, body: JsonObject) => Frame[];
  /** An error answer. */
  readonly error: (failure: Failure, requestId: string) => object;
  /** An error inside a stream that has begun. */
  readonly errorEvent: (failure: Failure, requestId: string) => string | Buffer;
  /** The headers of an error answer beside those of all; none where it is left out. */
  readonly errorHeaders?: (failure: Failure) => OutgoingHttpHeaders;
  /** The media type of its streams; server-sent events where it is left out. */
  readonly streamType?: string;
  /** The header in which the vendor gives its request id. */
  readonly requestIdHeader: string;
}

/** A server-sent event: `data` alone, or with the event's name before it. */
export function sse(data: object | string, event?: string): string {
  const line = `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
  return event === undefined ? line : `event: ${event}\n${line}`;
}

/** Shorthand for a frame without tokens. */
export function frame(phase: Phase, data: string | Buffer, tokens = 0): Frame {
  return { data, phase, tokens };
}
