/** Writes answers in the form of Amazon Bedrock's clients: streams in frames, errors and counts in Amazon's words. */
import {
  amazonCount,
  amazonError,
  amazonPing,
  amazonStreamType,
  BedrockEvents,
} from '../../../api/clouds/bedrock-answer-encoding.ts';
import { exceptionOfStatus } from '../../../api/clouds/bedrock-exceptions.ts';
import type { EndpointName } from '../../../api/endpoints/index.ts';
import { hasHeader, withoutHeaders } from '../../../http/flat-headers.ts';
import { GatheredBytes } from '../../../lib/bytes/gathered-bytes.ts';
import { type AnswerSink, type AnswerSource, type DownstreamHead, PassingSink } from './answer-sink.ts';

/** A longer answer is no error and no count, and passes unchanged. */
const mostHeldBytes = 64 * 1024;

const streamHeaders = ['content-type', amazonStreamType, 'x-amzn-bedrock-content-type', 'application/json'];

/** A whole answer that is rewritten: nothing of it goes on until all of it is there. */
interface Held {
  readonly head: DownstreamHead;
  readonly source: AnswerSource | undefined;
  readonly bytes: GatheredBytes;
}

export class BedrockAnswerSink extends PassingSink {
  readonly #id: string;
  readonly #isCount: boolean;
  #events: BedrockEvents | undefined;
  #held: Held | undefined;

  /** @param id The request's id, which Amazon's clients look for under Amazon's name. */
  constructor(next: AnswerSink, id: string, endpoint: EndpointName | undefined) {
    super(next);
    this.#id = id;
    this.#isCount = endpoint === 'count_tokens';
  }

  override begin(head: DownstreamHead, source?: AnswerSource): void {
    const { status, body } = head;
    if (body === 'events') {
      this.#events = new BedrockEvents();
      return this.next.begin(this.#renewed(head, streamHeaders), source);
    }
    if (status < 400) {
      const plain = this.#renewed(head);
      if (!this.#isCount) return this.next.begin(plain, source);
      this.#held = { head: plain, source, bytes: new GatheredBytes() };
      return;
    }
    const errorType = valueIn(head.headers, 'x-amzn-errortype') ?? exceptionOfStatus(status);
    const failed = this.#renewed(head, ['x-amzn-errortype', errorType]);
    this.#held = { head: failed, source, bytes: new GatheredBytes() };
  }

  /** The head with Amazon's headers, in place of those of the backend. */
  #renewed(head: DownstreamHead, own: readonly string[] = []): DownstreamHead {
    const all = ['x-amzn-requestid', this.#id, ...own];
    const others = withoutHeaders(head.headers, (name) => hasHeader(all, name.toLowerCase()));
    return { ...head, headers: [...others, ...all] };
  }

  override write(bytes: Buffer): void {
    if (this.#events !== undefined) return this.#write(this.#events.push(bytes));
    if (this.#held === undefined) return this.next.write(bytes);
    this.#held.bytes.push(bytes);
    if (this.#held.bytes.length > mostHeldBytes) this.#release();
  }

  beat(comment: Buffer): void {
    if (this.#events === undefined) this.next.beat(comment);
    else if (!this.#events.isOver) this.next.beat(amazonPing);
  }

  end(): void {
    if (this.#events !== undefined) this.#write(this.#events.end());
    if (this.#held !== undefined) this.#release(this.#held.head.status < 400 ? amazonCount : amazonError);
    this.next.end();
  }

  cut(lastWords: Buffer | undefined): void {
    if (this.#held !== undefined) this.#release();
    const events = this.#events;
    this.next.cut(events === undefined || lastWords === undefined ? lastWords : events.cut(lastWords));
  }

  #write(frames: Buffer): void {
    if (frames.length > 0) this.next.write(frames);
  }

  /** Passes the held answer, rewritten if possible. */
  #release(anew?: (body: Buffer) => Buffer | undefined): void {
    const { head, source, bytes } = this.#held!;
    this.#held = undefined;
    const came = bytes.length === 0 ? undefined : bytes.whole();
    const body = came && (anew?.(came) ?? came);
    if (body === undefined || body === came) this.next.begin(head, source);
    else this.next.begin(withLength(head, body.length), source);
    if (body !== undefined) this.next.write(body);
  }
}

function withLength(head: DownstreamHead, length: number): DownstreamHead {
  const headers = withoutHeaders(head.headers, (name) => name.toLowerCase() === 'content-length');
  if (head.own !== 'no') headers.push('content-length', String(length));
  return { ...head, headers, length };
}

/** The value of a header, with its name in any spelling. */
function valueIn(headers: readonly string[], name: string): string | undefined {
  for (let index = 0; index + 1 < headers.length; index += 2) {
    if (headers[index]!.toLowerCase() === name) return headers[index + 1];
  }
  return undefined;
}
