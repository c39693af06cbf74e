/** Signs the ids in answers on their way to the client. */
import { SignedDocument, signedEvents } from '../../../api/signed-ids/answer-ids.ts';
import type { AnswerSigning, ObjectIds } from '../../../api/signed-ids/object-ids.ts';
import { beganEarlier, type SseObserver } from '../../../api/stream/sse-observer.ts';
import { GatheredBytes } from '../../../lib/bytes/gathered-bytes.ts';
import type { Exchange } from '../../exchange.ts';
import type { AnswerTransform } from '../transform.ts';

/** The signing of ids in the answers to one request, if a backend answers it. */
export class SigningOf {
  readonly #ids: ObjectIds;
  readonly #exchange: Exchange;
  readonly #backend: string;

  private constructor(ids: ObjectIds, exchange: Exchange, backend: string) {
    this.#ids = ids;
    this.#exchange = exchange;
    this.#backend = backend;
  }

  /** Undefined if answers have no signed ids. */
  static of(ids: ObjectIds | undefined, exchange: Exchange, backend: string): SigningOf | undefined {
    const { signs } = exchange.served;
    if (ids === undefined || signs === undefined || !ids.areIn(signs)) return undefined;
    return new SigningOf(ids, exchange, backend);
  }

  whole(): AnswerTransform {
    const { lookFor, sign } = this.#signing('signs');
    return new SignedDocument(lookFor, sign);
  }

  /** @param seen The reader of the stream; it has got the bytes before they are signed here. */
  events(seen: SseObserver): AnswerTransform {
    return new SignedEvents(seen, this.#signing('signsInEvents'));
  }

  /** The signed id of a response. */
  response(id: string): string {
    return this.#signing('signs').sign('response', id);
  }

  #signing(where: 'signs' | 'signsInEvents'): AnswerSigning {
    const exchange = this.#exchange;
    const { served, key, head, limits } = exchange;
    const signing = this.#ids.signing(
      served[where] ?? {},
      this.#backend,
      key!.config,
      `https://${head.host}`,
    );
    if (limits === undefined || served.name !== 'responses' || served.call !== undefined) return signing;
    const { lookFor, sign } = signing;
    return {
      lookFor,
      sign(what, id) {
        // The answer names the previous response, too.
        if (what === 'response' && id !== exchange.continues?.id) exchange.madeResponse = id;
        return sign(what, id);
      },
    };
  }
}

/** Bytes of the largest event that is signed: the ids of a larger one would be of no use, or of use to anybody. */
const largestEvent = 16 * 1024 * 1024;
const nothing = Buffer.alloc(0);

/** Holds each event until all of it is there. */
class SignedEvents implements AnswerTransform {
  readonly #seen: SseObserver;
  readonly #signing: AnswerSigning;
  #held = new GatheredBytes();
  fault: string | undefined;

  constructor(seen: SseObserver, signing: AnswerSigning) {
    this.#seen = seen;
    this.#signing = signing;
  }

  get isHolding(): boolean {
    return this.#held.length > 0 || this.fault !== undefined;
  }

  push(bytes: Buffer): Buffer {
    if (this.fault !== undefined) return nothing;
    const { openFrom } = this.#seen;
    if (openFrom === beganEarlier) {
      this.#hold(bytes);
      return nothing;
    }
    const complete = bytes.subarray(0, openFrom);
    const whole = this.isHolding ? Buffer.concat([this.#take(), complete]) : complete;
    if (openFrom < bytes.length) this.#hold(bytes.subarray(openFrom));
    return this.#signed(whole);
  }

  #hold(bytes: Buffer): void {
    this.#held.push(bytes);
    if (this.#held.length <= largestEvent) return;
    this.#take();
    this.fault = 'an event whose ids are to be signed exceeds 16 MiB';
  }

  flush(): Buffer {
    return this.#signed(this.#take());
  }

  #take(): Buffer {
    const held = this.#held.length === 0 ? nothing : this.#held.whole();
    this.#held = new GatheredBytes();
    return held;
  }

  #signed(bytes: Buffer): Buffer {
    return signedEvents(bytes, this.#signing.lookFor, this.#signing.sign);
  }
}
