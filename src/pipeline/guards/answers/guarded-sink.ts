import type { GatewayError } from '../../../errors.ts';
import type { Exchange } from '../../exchange.ts';
import {
  type AnswerSink,
  type AnswerSource,
  type DownstreamHead,
  PassingSink,
} from '../../relay/answer/answer-sink.ts';
import { ExchangeLooks } from '../exchange-looks.ts';
import type { LiveGuard } from '../live-guard.ts';
import type { AnswerParts, AnswerSetting, Ending, GuardedAnswer } from './guarded-answer.ts';
import { GuardedBody } from './guarded-body.ts';
import { GuardedStream } from './guarded-stream.ts';

/**
 * Holds an answer until the guards have let it pass: a whole one in full, a stream window by window. Before anything of it has
 * passed the client has not even its head, so that a refusal is a status; later it is the last event of a stream.
 */
export class GuardedSink extends PassingSink {
  readonly #exchange: Exchange;
  readonly #parts: AnswerParts;
  #guards: readonly LiveGuard[];
  #mode: 'passing' | 'held' | 'over' = 'passing';
  #looks: ExchangeLooks | undefined;
  #answer: GuardedAnswer | undefined;
  #source: AnswerSource | undefined;
  #over: ((error: GatewayError | undefined) => void) | undefined;
  #result: { readonly error: GatewayError | undefined } | undefined;

  constructor(exchange: Exchange, guards: readonly LiveGuard[], parts: AnswerParts) {
    super(exchange.answer);
    this.#exchange = exchange;
    this.#guards = guards;
    this.#parts = parts;
  }

  /** The sink that takes answers that have passed. */
  get below(): AnswerSink {
    return this.next;
  }

  /** Other guards look at the answer: the request begins anew under another configuration. */
  follow(guards: readonly LiveGuard[]): void {
    this.#guards = guards;
  }

  /** Resolves when nothing more will be looked at: to the error that the client is to get in place of the answer. */
  whenOver(): Promise<GatewayError | undefined> {
    if (this.#result !== undefined) return Promise.resolve(this.#result.error);
    const { hasEnded = false, isLooking = false } = this.#answer ?? {};
    // Nothing has come, or it was cut off without a word.
    if (this.#mode === 'passing' || !(hasEnded || isLooking)) this.leave();
    if (this.#result !== undefined) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      this.#over = resolve;
    });
  }

  /** Nobody wants the answer any more. */
  leave(): void {
    this.#conclude(undefined);
  }

  override begin(head: DownstreamHead, source?: AnswerSource): void {
    // While the request waited, another configuration may have dropped its guards.
    if (head.own !== 'no' || this.#guards.length === 0) {
      this.#mode = 'passing';
      this.next.begin(head, source);
      return;
    }
    this.#source = source;
    this.#exchange.heldStatus = head.status;
    this.#looks = new ExchangeLooks(this.#exchange, 'answers', this.#guards, this.#parts);
    const setting = this.#settingOf(head, this.#looks);
    this.#answer = head.body === 'events' ? new GuardedStream(setting) : new GuardedBody(setting);
    this.#mode = 'held';
    this.#answer.begin();
  }

  #settingOf(head: DownstreamHead, looks: ExchangeLooks): AnswerSetting {
    return {
      exchange: this.#exchange,
      parts: this.#parts,
      looks,
      head,
      source: this.#source,
      next: this.next,
      passAll: () => {
        this.#mode = 'passing';
      },
      fail: (error) => this.#fail(error),
      over: () => this.#conclude(undefined),
      crashed: (error) => this.#crashed(error),
    };
  }

  override write(bytes: Buffer): void {
    if (this.#mode === 'passing') this.next.write(bytes);
    else if (this.#mode === 'held') this.#answer!.write(bytes);
  }

  override beat(comment: Buffer): void {
    if (this.#mode === 'passing' || (this.#mode === 'held' && this.#answer!.hasBegun))
      this.next.beat(comment);
  }

  override end(): void {
    if (this.#mode === 'passing') {
      this.next.end();
      this.#conclude(undefined);
    } else this.#finish('end');
  }

  override cut(lastWords: Buffer | undefined): void {
    if (this.#mode === 'passing') {
      this.next.cut(lastWords);
      this.#conclude(undefined);
    } else this.#finish({ cut: lastWords });
  }

  #finish(ending: Ending): void {
    if (this.#mode === 'held') this.#answer!.finish(ending);
  }

  /** The client gets an error in place of the answer, or of its rest. Nothing more is asked of the backend. */
  #fail(error: GatewayError): void {
    if (this.#mode === 'over') return;
    const answer = this.#answer!;
    this.#conclude(answer.endWith(error) ? undefined : error);
    if (!answer.hasEnded) this.#source?.stop?.();
  }

  #crashed(error: unknown): void {
    this.#parts.log.error({ err: error, id: this.#exchange.id }, 'looking at an answer');
    this.#exchange.client.destroy();
    this.#conclude(undefined);
  }

  #conclude(error: GatewayError | undefined): void {
    if (this.#result !== undefined) return;
    this.#result = { error };
    this.#mode = 'over';
    this.#answer?.drop();
    this.#looks?.giveUp();
    this.#answer = undefined;
    this.#over?.(error);
  }
}
