import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { takeWholeBody, whenParsed } from '../node/whole-body.ts';
import type { BackendAnswer, BodyReader } from './backend-call.ts';

/** Reads a body that is a stream of Node's. `complete` is true once all of it has come. */
export function readStream(stream: Readable & { readonly complete: boolean }, reader: BodyReader): void {
  whenParsed(() => {
    if (stream.complete) {
      const bytes = takeWholeBody(stream);
      if (bytes !== undefined) reader.data(bytes);
      reader.end();
      stream.resume();
      return;
    }
    stream.on('data', (bytes: Buffer) => reader.data(bytes));
    stream.on('end', () => reader.end());
    stream.on('close', () => {
      if (!stream.complete) reader.broken();
    });
  }, undefined);
}

/** An answer that Node's own client got. */
export class StreamAnswer implements BackendAnswer {
  readonly #answer: IncomingMessage;
  rawHeaders: string[];

  constructor(answer: IncomingMessage) {
    this.#answer = answer;
    this.rawHeaders = answer.rawHeaders;
    // Without this listener, the error of a cut connection would end the process.
    answer.on('error', () => {});
  }

  get statusCode(): number | undefined {
    return this.#answer.statusCode;
  }

  get headers(): IncomingHttpHeaders {
    return this.#answer.headers;
  }

  get complete(): boolean {
    return this.#answer.complete;
  }

  readBy(reader: BodyReader): void {
    readStream(this.#answer, reader);
  }

  pause(): void {
    this.#answer.pause();
  }

  resume(): void {
    this.#answer.resume();
  }

  destroy(): void {
    this.#answer.destroy();
  }
}
