import type { IncomingHttpHeaders } from 'node:http';
import { joinHeader } from '../../flat-headers.ts';
import type { BackendAnswer, BodyReader } from '../backend-call.ts';

/** The connection that an answer comes on. */
export interface AnswerSource {
  /** Called when the answer wants to be read, or paused. */
  paceChanged(answer: HttpAnswer): void;
  /** Ends the connection. */
  destroy(answer: HttpAnswer): void;
}

/** An HTTP answer. Its body is read only once a reader exists. */
export class HttpAnswer implements BackendAnswer {
  readonly statusCode: number;
  rawHeaders: string[];
  complete = false;
  readonly #source: AnswerSource;
  #reader: BodyReader | undefined;
  #isPaused = false;

  constructor(source: AnswerSource, statusCode: number, rawHeaders: string[]) {
    this.#source = source;
    this.statusCode = statusCode;
    this.rawHeaders = rawHeaders;
  }

  get headers(): IncomingHttpHeaders {
    const flat: string[] = [];
    const { rawHeaders } = this;
    for (let index = 0; index < rawHeaders.length; index += 2)
      joinHeader(flat, rawHeaders[index]!.toLowerCase(), rawHeaders[index + 1]!);
    const headers: Record<string, string> = {};
    for (let index = 0; index < flat.length; index += 2) headers[flat[index]!] = flat[index + 1]!;
    return headers as IncomingHttpHeaders;
  }

  /** Nobody takes more of it at the moment. */
  get isSated(): boolean {
    return this.#isPaused || this.#reader === undefined;
  }

  readBy(reader: BodyReader): void {
    this.#reader = reader;
    this.#source.paceChanged(this);
  }

  pause(): void {
    this.#isPaused = true;
    this.#source.paceChanged(this);
  }

  resume(): void {
    this.#isPaused = false;
    this.#source.paceChanged(this);
  }

  destroy(): void {
    this.#source.destroy(this);
  }

  /** @internal */
  piece(bytes: Buffer): void {
    this.#reader!.data(bytes);
  }

  /** @internal */
  end(): void {
    this.complete = true;
    this.#reader!.end();
  }

  /** @internal Its connection is gone. */
  broke(): void {
    this.#reader?.broken();
  }
}
