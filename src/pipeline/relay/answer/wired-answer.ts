/** Converts the body of an answer in a wire of its own to the dialect's form, before it is judged. */
import type { StreamDecoder, Wire } from '../../../api/wires/wire.ts';
import { GatheredBytes } from '../../../lib/bytes/gathered-bytes.ts';
import type { BodyEvents } from '../upstream-body.ts';
import { type AnswerHead, mediaTypeOf, withKind } from './answer-head.ts';

/** Bytes of the longest error of a vendor; a longer one stays unchanged. */
const mostErrorBytes = 64 * 1024;

/** An answer in the form that later steps read. */
interface Unwrapped {
  readonly head: AnswerHead;
  /** Gets its body, and hands it on to the readers. */
  readonly body: BodyEvents;
}

/**
 * @param isGood The status is that of an answer.
 * @param next Reads the body in the dialect's own form.
 */
export function unwrapped(
  { frames, errorBody }: Wire,
  head: AnswerHead,
  { isGood, requestId }: { readonly isGood: boolean; readonly requestId: string },
  next: BodyEvents,
): Unwrapped {
  if (isGood) {
    const isFramed = frames !== undefined && mediaTypeOf(head.contentType) === frames.mediaType;
    if (!isFramed) return { head, body: next };
    return { head: withKind(head, 'events'), body: new FramedBody(frames.decoder(), next) };
  }
  if (errorBody === undefined) return { head, body: next };
  const { status, errorType } = head;
  const translate = (body: Buffer) => errorBody({ status, errorType, requestId }, body);
  return { head, body: new ErrorBody(translate, next) };
}

/** A stream in frames. */
class FramedBody implements BodyEvents {
  readonly #decoder: StreamDecoder;
  readonly #next: BodyEvents;

  constructor(decoder: StreamDecoder, next: BodyEvents) {
    this.#decoder = decoder;
    this.#next = next;
  }

  data(bytes: Buffer): void {
    const decoder = this.#decoder;
    if (decoder.fault !== undefined) return;
    // Called even without a complete event: some bytes came.
    this.#next.data(decoder.push(bytes));
    if (decoder.fault !== undefined) this.#next.unreadable(decoder.fault);
  }

  end(): void {
    if (this.#decoder.isMidFrame) this.#next.unreadable('it ends inside a frame');
    else this.#next.end();
  }

  broken(): void {
    this.#next.broken();
  }

  unreadable(reason: string): void {
    this.#next.unreadable(reason);
  }

  crashed(error: unknown): void {
    this.#next.crashed(error);
  }
}

/** An error, which is short and handed on when it is complete. */
class ErrorBody implements BodyEvents {
  readonly #translate: (body: Buffer) => Buffer | undefined;
  readonly #next: BodyEvents;
  /** Undefined once it is too long. */
  #gathered: GatheredBytes | undefined = new GatheredBytes();

  constructor(translate: (body: Buffer) => Buffer | undefined, next: BodyEvents) {
    this.#translate = translate;
    this.#next = next;
  }

  data(bytes: Buffer): void {
    if (this.#gathered === undefined) return this.#next.data(bytes);
    this.#gathered.push(bytes);
    if (this.#gathered.length <= mostErrorBytes) return;
    const came = this.#gathered.whole();
    this.#gathered = undefined;
    this.#next.data(came);
  }

  end(): void {
    const body = this.#gathered?.whole();
    if (body !== undefined && body.length > 0) this.#next.data(this.#translate(body) ?? body);
    this.#next.end();
  }

  broken(): void {
    this.#next.broken();
  }

  unreadable(reason: string): void {
    this.#next.unreadable(reason);
  }

  crashed(error: unknown): void {
    this.#next.crashed(error);
  }
}
