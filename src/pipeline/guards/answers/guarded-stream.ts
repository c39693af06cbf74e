import { dialectFor } from '../../../api/dialects/index.ts';
import { cutEvent, rpcError } from '../../../api/families/render-error.ts';
import { streamTexts, type Unseen } from '../../../api/text/index.ts';
import type { GatewayError } from '../../../errors.ts';
import { CoarseTimer } from '../../../lib/coarse-timer.ts';
import type { AnswerSource } from '../../relay/answer/answer-sink.ts';
import { noRoom } from '../../relay/answer-bounds.ts';
import { CountedBytes } from '../../relay/held-bytes.ts';
import { GuardRefusal } from '../guard-refusal.ts';
import type { LiveGuard } from '../live-guard.ts';
import { errorInAnswer } from '../verdicts.ts';
import { type AnswerSetting, type Ending, endAs, type GuardedAnswer } from './guarded-answer.ts';
import { HeldStream, type HoldSettings } from './held-stream.ts';
import { SourcePace } from './source-pace.ts';
import { StopInStream } from './stop-in-stream.ts';

const heartbeat = Buffer.from(': the answer is being looked at\n');

/** A stream, which goes to the client window by window as the guards let it pass. */
export class GuardedStream implements GuardedAnswer, AnswerSource {
  hasBegun = false;
  isLooking = false;
  readonly #setting: AnswerSetting;
  readonly #stream: HeldStream;
  /** Ends the stream without an error, where a guard refuses so. */
  readonly #stop: StopInStream | undefined;
  /** Bytes of text that all guards look at. */
  readonly #leastMaxText: number;
  readonly #counted: CountedBytes;
  readonly #pace: SourcePace;
  readonly #beats = new CoarseTimer();
  #waiting: NodeJS.Timeout | undefined;
  #ending: Ending | undefined;
  #isDropped = false;

  constructor(setting: AnswerSetting) {
    const { exchange, parts, looks, source } = setting;
    this.#setting = setting;
    const mayStop = looks.guards.some(({ config }) => config.refusal.as === 'stop');
    this.#stop = mayStop ? new StopInStream(exchange.served.name) : undefined;
    this.#stream = new HeldStream(streamTexts(exchange.served), holdOf(looks.guards));
    this.#leastMaxText = Math.min(...looks.guards.map(({ config }) => config.maxTextBytes));
    this.#counted = new CountedBytes(parts.budget);
    this.#pace = new SourcePace(source);
  }

  get hasEnded(): boolean {
    return this.#ending !== undefined;
  }

  begin(): void {
    // A client that says where the stream begins could get a refused text in two halves.
    const { query } = this.#setting.exchange;
    if (query !== '' && new URLSearchParams(query).has('starting_after'))
      this.#refusesUnseen('earlier_events');
  }

  write(bytes: Buffer): void {
    const stream = this.#stream;
    const { looks, fail } = this.#setting;
    stream.push(bytes, performance.now());
    for (const unseen of stream.unseen.splice(0)) {
      const error = looks.errorOfUnseen(unseen);
      if (error !== undefined) return fail(error);
    }
    if (stream.textBytes > this.#leastMaxText && this.#refusesUnseen('max_text', this.#outrun())) return;
    if (!this.#counted.follow(stream.heldBytes)) return fail(noRoom());
    this.#goOn();
  }

  finish(ending: Ending): void {
    this.#ending = ending;
    this.#stream.finish(ending === 'end', performance.now());
    this.#goOn();
  }

  /** The guards that can't look at so much text. */
  #outrun(): readonly LiveGuard[] {
    const { textBytes } = this.#stream;
    return this.#setting.looks.guards.filter(({ config }) => textBytes > config.maxTextBytes);
  }

  #refusesUnseen(kind: Unseen['kind'], guards?: readonly LiveGuard[]): boolean {
    const error = this.#setting.looks.errorOfUnseen({ kind, at: '', isNew: true }, guards);
    if (error !== undefined) this.#setting.fail(error);
    return error !== undefined;
  }

  /** Looks at the windows that are due, and gives the client those that have passed. */
  #goOn(): void {
    if (this.#isDropped) return;
    if (!this.isLooking) {
      const texts = this.#stream.show(performance.now());
      if (texts.length > 0) {
        void this.#look(texts).catch(this.#setting.crashed);
      } else if (this.#ending !== undefined) {
        this.#release();
        endAs(this.#ending, this.#setting.next);
        this.#setting.over();
        return;
      }
      // Events without text wait for those with some, until something has passed.
      else if (this.hasBegun) this.#release();
    }
    this.#setTimer();
    this.#setPace();
  }

  async #look(texts: readonly string[]): Promise<void> {
    this.isLooking = true;
    const { exchange, parts, looks, fail } = this.#setting;
    const shown = texts.map((text) => ({ text, role: 'assistant' as const }));
    const looked = await looks.at(() => shown);
    this.isLooking = false;
    if (this.#isDropped) return;
    const error = errorInAnswer(exchange, looks.guards, looked, parts.log);
    if (error !== undefined) return fail(error);
    const holdBack = Math.max(0, ...looked.map((look) => (look.kind === 'passed' ? look.holdBack : 0)));
    this.#stream.pass(holdBack);
    this.#release();
    this.#goOn();
  }

  #release(): void {
    const { next, head } = this.#setting;
    const events = this.#stream.release();
    if (!this.hasBegun) {
      this.hasBegun = true;
      next.begin(head, this);
    }
    if (this.#stop !== undefined) for (const raw of events) this.#stop.given(raw);
    // A window has many events: they go together.
    if (events.length > 0) next.write(events.length === 1 ? events[0]! : Buffer.concat(events));
    this.#counted.follow(this.#stream.heldBytes);
    if (events.length > 0) this.#setBeat();
  }

  #setTimer(): void {
    const dueAt = this.isLooking || this.#isDropped ? undefined : this.#stream.dueAt();
    clearTimeout(this.#waiting);
    this.#waiting =
      dueAt === undefined
        ? undefined
        : setTimeout(() => this.#goOn(), Math.max(1, Math.ceil(dueAt - performance.now())));
  }

  #setBeat(): void {
    const { next, parts } = this.#setting;
    const { heartbeatMs } = parts;
    if (heartbeatMs === undefined) return;
    this.#beats.set(performance.now() + heartbeatMs, () => {
      if (this.#isDropped) return;
      next.beat(heartbeat);
      this.#setBeat();
    });
  }

  pause(): void {
    this.#pace.isClientSlow = true;
    this.#setPace();
  }

  resume(): void {
    this.#pace.isClientSlow = false;
    this.#setPace();
  }

  #setPace(): void {
    const isOver = this.#ending !== undefined || this.#isDropped;
    this.#pace.set({ isOver, isFull: !isOver && this.isLooking && this.#stream.isFull });
  }

  /** Ends the stream as its protocol has it, or as the guard that refuses says. */
  endWith(error: GatewayError): boolean {
    if (!this.hasBegun) return false;
    const { exchange, next } = this.#setting;
    const { served, id, asked } = exchange;
    exchange.errorCode = error.code;
    exchange.errorReason = error.reason;
    if (asked !== undefined) {
      next.cut(Buffer.from(`event: message\ndata: ${rpcError(error, asked.idText).toString()}\n\n`));
      return true;
    }
    const stop = error instanceof GuardRefusal && error.isStop ? this.#stop?.events() : undefined;
    if (stop !== undefined) {
      next.write(stop);
      next.end();
      return true;
    }
    const place = { midEvent: false, responseId: undefined };
    next.cut(cutEvent(dialectFor(served).stream!, error.message, id, place, error.code));
    return true;
  }

  drop(): void {
    this.#isDropped = true;
    clearTimeout(this.#waiting);
    this.#beats.clear();
    this.#counted.release();
  }
}

/** The longest windows that any of several guards asks for: each sees at least what it asks for. */
function holdOf(guards: readonly LiveGuard[]): HoldSettings {
  const most = (of: (hold: LiveGuard['config']['hold']) => number) =>
    Math.max(...guards.map(({ config }) => of(config.hold)));
  return {
    bytes: most(({ bytes }) => bytes),
    overlap: most(({ overlap }) => overlap),
    waitMs: most(({ waitMs }) => waitMs),
  };
}
