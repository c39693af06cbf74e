/** Answers of messages and of their counting as Amazon Bedrock writes them. */
import { isObject, type JsonObject, parseObject } from '../../lib/json.ts';
import { amazonFrame } from '../stream/amazon-frames.ts';
import { sseEvents } from '../stream/sse-observer.ts';
import { exceptionOfType } from './bedrock-exceptions.ts';

export const amazonStreamType = 'application/vnd.amazon.eventstream';

/** The body of an error; undefined where it says nothing that is known, and stays as it came. */
export function amazonError(body: Buffer): Buffer | undefined {
  const error = parseObject(body.toString())?.['error'];
  const message = isObject(error) ? error['message'] : error;
  return typeof message === 'string' ? Buffer.from(JSON.stringify({ message })) : undefined;
}

/** The answer of CountTokens; undefined where it is none of messages, and stays as it came. */
export function amazonCount(body: Buffer): Buffer | undefined {
  const tokens = parseObject(body.toString())?.['input_tokens'];
  return typeof tokens === 'number' ? Buffer.from(JSON.stringify({ inputTokens: tokens })) : undefined;
}

const eventHeaders = {
  ':event-type': 'chunk',
  ':content-type': 'application/json',
  ':message-type': 'event',
} as const;

function chunk(json: string): Buffer {
  const bytes = Buffer.from(json).toString('base64');
  return amazonFrame(eventHeaders, `{"bytes":"${bytes}"}`);
}

function exception(type: string, message: string): Buffer {
  const headers = {
    ':exception-type': type,
    ':content-type': 'application/json',
    ':message-type': 'exception',
  };
  return amazonFrame(headers, JSON.stringify({ message }));
}

/** A ping of messages in a frame. It shows that the answer is still being made; clients that do not know it pass over it. */
export const amazonPing = chunk('{"type":"ping"}');

const tooLong = 'An event of the answer exceeds 16 MiB, which no frame can hold.';

/** Makes the event stream of InvokeModelWithResponseStream of the server-sent events of messages: each is a chunk. */
export class BedrockEvents {
  /** An exception was written, and nothing is behind one. */
  isOver = false;
  #frames: Buffer[] = [];
  readonly #observer = sseEvents({
    event: (type, data, json) => this.#event(type, data, json),
    overfull: () => this.#fail('api_error', tooLong),
    stray: () => {},
    pending: () => {},
  });

  /** The frames of the events that are complete with these bytes. */
  push(bytes: Buffer): Buffer {
    if (this.isOver) return nothing;
    this.#observer.push(bytes);
    return this.#taken();
  }

  /** Ends the stream, and returns the frames that are left of it. */
  end(): Buffer {
    if (!this.isOver) this.#observer.end();
    return this.#taken();
  }

  /**
   * Ends the stream before its end, and returns the last frames of it.
   *
   * @param lastWords Events of messages that say why the answer is cut
   */
  cut(lastWords: Buffer): Buffer {
    const last = new BedrockEvents();
    const frames = [last.push(lastWords), last.end()];
    const wasOver = this.isOver;
    this.isOver = true;
    return wasOver ? nothing : Buffer.concat(frames);
  }

  #event(type: string, data: string, json: JsonObject | undefined): void {
    if (this.isOver) return;
    if (type !== 'error' && json?.['type'] !== 'error') {
      this.#frames.push(chunk(data));
      return;
    }
    const told = json?.['error'];
    const error = isObject(told) ? told : json;
    const message = error?.['message'];
    this.#fail(error?.['type'], typeof message === 'string' ? message : data);
  }

  #fail(type: unknown, message: string): void {
    this.#frames.push(exception(exceptionOfType(type), message));
    this.isOver = true;
  }

  #taken(): Buffer {
    const frames = this.#frames;
    if (frames.length === 0) return nothing;
    this.#frames = [];
    return frames.length === 1 ? frames[0]! : Buffer.concat(frames);
  }
}

const nothing = Buffer.alloc(0);
