import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { BackendAnswer, BodyReader } from '../../http/client/backend-call.ts';
import { readStream } from '../../http/client/stream-answer.ts';

/** The source of events. */
export interface Pace {
  pause(): void;
  resume(): void;
}

/** For events that are there already, or few. */
export const atAnyPace: Pace = { pause(): void {}, resume(): void {} };

/** The events of a turn as the body of an HTTP answer. */
export class TurnAnswer extends Readable implements BackendAnswer {
  readonly statusCode: number;
  rawHeaders: string[];
  readonly headers: IncomingHttpHeaders;
  complete = false;
  readonly #pace: Pace;

  constructor(status: number, contentType: string, pace: Pace) {
    super();
    this.statusCode = status;
    this.rawHeaders = ['content-type', contentType];
    this.headers = { 'content-type': contentType };
    this.#pace = pace;
  }

  override _read(): void {
    this.#pace.resume();
  }

  readBy(reader: BodyReader): void {
    this.on('error', () => {});
    readStream(this, reader);
  }

  add(bytes: Buffer): void {
    if (!this.push(bytes)) this.#pace.pause();
  }

  end(): void {
    this.complete = true;
    this.push(null);
  }
}
