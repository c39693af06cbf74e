/** Reads a backend's answer, and writes it in the client's dialect: whole or as a stream, of the same events. */
import type { JsonObject } from '../../../lib/json.ts';
import type { JsonObjectNode, Raw } from '../json/json-node.ts';
import type { AnswerEvent, Failure, TakeEvent } from '../neutral/answer-event.ts';
import type { BackendDialect, ClientDialect } from '../neutral/dialects.ts';
import type { ClientName } from '../shared/tool-names.ts';

/** Is told what does not reach the client, for log and metrics; text and calls always do. */
export interface AnswerNotes {
  /** Something of a type that nobody knows was left out. */
  unknown(type: string): void;
  /** Something is known that the client's dialect has no place for: `citations`. */
  lost(what: string): void;
  /** Content of the answer is left out: the client's dialect has no place for it. */
  leftOut(what: string): void;
  /** That was all of it: the client gets none. */
  nothingLeft(): void;
  /** A member is said only nearly: what the backend's word for it means nobody knows. */
  changed(member: string, word: string): void;
}

/** Reads the events of a backend's stream. Nothing throws: what can't be read is a `fail` of kind `invalid`. */
export interface StreamDecoder {
  /**
   * @param type The event's name, '' where it has none.
   * @param data Its data, lines joined.
   * @param json The same parsed; undefined where it is no JSON object.
   */
  event(type: string, data: string, json: JsonObject | undefined): void;
  /** Lines that are no field of an event: some backends put a bare JSON error behind their events. */
  stray(text: string): void;
  /** The connection ended as complete ones do. What has no mark and no finish reason then was cut: nothing is told. */
  end(): void;
  /** So many characters of what was told are remembered. */
  readonly rememberedBytes: number;
}

/** Reads a backend's dialect. `source` is the backend's, for request-dependent parts. */
export interface AnswerDecoder {
  stream(take: TakeEvent, notes: AnswerNotes): StreamDecoder;
  /** All events of a whole answer, ended by `end` or `fail`. */
  whole(answer: JsonObjectNode, take: TakeEvent, notes: AnswerNotes): void;
}

/**
 * The facts of a request that its answer needs, and nothing more: the request itself may be many megabytes, and a
 * stream can go on for minutes.
 */
export interface AnswerContext {
  readonly client: ClientDialect;
  readonly from: BackendDialect;
  readonly usageInStream: boolean;
  /** The deployment's name of the model, where an answer does not say which it is of. */
  readonly model: string;
  /** Seconds since 1970 when the answer's head came. */
  readonly receivedAt: number;
  readonly requestId: string;
  readonly shows: 'nothing' | 'summary' | 'text' | 'seal_only';
  readonly wantsSeals: boolean;
  readonly reasoningField: 'reasoning_content' | 'reasoning' | 'none';
  /** By what the backend calls them. */
  readonly clientNames: ReadonlyMap<string, ClientName>;
  readonly echo: Readonly<Record<string, Raw>>;
  readonly notes: AnswerNotes;
}

/** Writes a stream for a client: takes events in the order of `Sequencer`, where the dialect wants one block at a time. */
export interface StreamEncoder {
  take(event: AnswerEvent): void;
  /** The text since the last call, whole events only. */
  written(): string;
  /** A comment or event that says that the answer is still being made. */
  readonly heartbeat: string;
  /** The event that tells the client that its stream was cut; what was open stays so. */
  cut(message: string): string;
  /** A terminal mark or an error was written: nothing more is. */
  readonly isOver: boolean;
  /** So many characters of what was written are remembered, to be told once more. */
  readonly rememberedBytes: number;
}

/** Folds the events of an answer into one body. */
export interface WholeEncoder {
  take(event: AnswerEvent): void;
  /** The body, or why there is none. */
  body(): Raw | Failure;
}

export interface AnswerEncoder {
  /** True if content other than text has a place in it. */
  takesMedia(media: AnswerEvent & { readonly is: 'media' }): boolean;
  /** It has one block open at a time, and the next begins when it is closed. */
  readonly isSequential: boolean;
  stream(context: AnswerContext): StreamEncoder;
  whole(context: AnswerContext): WholeEncoder;
}
