import { isObject, type JsonObject, reportsError } from '../../../../lib/json.ts';
import type { TakeEvent } from '../../neutral/answer-event.ts';
import type { StreamDecoder } from '../answer-codec.ts';
import { invalidAnswer, reportedFailure } from '../backend-errors.ts';

/**
 * The part of reading streams that differs by dialect. A reader that reports the end of a stream has also delivered its
 * end.
 */
export interface EventReader {
  /** Takes an event that reports no error. Whether the stream is over. */
  event(type: string, json: JsonObject, data: string): boolean;
  /** Takes data that is no JSON. Whether it is the mark of the end. */
  mark?(data: string): boolean;
  /** The connection ended as complete ones do. Tells the end of the answer, where it has one. */
  end(): void;
  /** So many characters of what was told are remembered; left out, none. */
  readonly rememberedBytes?: number;
}

/** The common part of all streams: errors in any event or beside them, and nothing behind the end. */
export class BackendStream implements StreamDecoder {
  readonly #take: TakeEvent;
  readonly #reader: EventReader;
  #isOver = false;

  constructor(take: TakeEvent, reader: EventReader) {
    this.#take = take;
    this.#reader = reader;
  }

  get rememberedBytes(): number {
    return this.#reader.rememberedBytes ?? 0;
  }

  event(type: string, data: string, json: JsonObject | undefined): void {
    if (this.#isOver) return;
    if (json === undefined) return this.#text(type, data.trim());
    if (type === 'error' || reportsError(json)) return this.#fail(json);
    this.#isOver = this.#reader.event(type, json, data);
  }

  #text(type: string, data: string): void {
    if (this.#reader.mark?.(data) === true) this.#isOver = true;
    else if (type === 'error') this.#fail({ message: data });
    else if (!this.#hasError(data) && data.startsWith('{')) {
      this.#isOver = true;
      this.#take({ is: 'fail', failure: invalidAnswer('an event of the stream is no JSON') });
    }
  }

  stray(text: string): void {
    if (!this.#isOver) this.#hasError(text);
  }

  /** Some servers put the bare JSON of an error into a stream, in a list or not. */
  #hasError(text: string): boolean {
    const error = errorIn(text);
    if (error !== undefined) this.#fail(error);
    return error !== undefined;
  }

  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#reader.end();
  }

  #fail(error: unknown): void {
    this.#isOver = true;
    this.#take({ is: 'fail', failure: reportedFailure(error) });
  }
}

function errorIn(text: string): JsonObject | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    const first: unknown = Array.isArray(value) ? value[0] : value;
    return isObject(first) && reportsError(first) ? first : undefined;
  } catch {
    return undefined;
  }
}
