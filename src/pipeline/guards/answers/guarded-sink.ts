import { dialectFor } from '../../../api/dialects/index.ts';
import { cutEvent, rpcError } from '../../../api/families/render-error.ts';
import {
  answerTexts,
  type FoundTexts,
  fileTexts,
  streamTexts,
  type Unseen,
  walked,
} from '../../../api/text/index.ts';
import type { GatewayError } from '../../../errors.ts';
import { headerValue } from '../../../http/flat-headers.ts';
import { CoarseTimer } from '../../../lib/coarse-timer.ts';
import type { Logger } from '../../../observe/log/log.ts';
import type { Exchange } from '../../exchange.ts';
import { hopsSoFar } from '../../hops.ts';
import { mediaTypeOf } from '../../relay/answer/answer-head.ts';
import {
  type AnswerSink,
  type AnswerSource,
  type DownstreamHead,
  PassingSink,
} from '../../relay/answer/answer-sink.ts';
import { noRoom } from '../../relay/answer-bounds.ts';
import { type ByteBudget, CountedBytes, HeldBytes } from '../../relay/held-bytes.ts';
import { GuardRefusal } from '../guard-refusal.ts';
import type { LiveGuard, Look, LookTold } from '../live-guard.ts';
import { shownTo } from '../shown-texts.ts';
import { errorOf, note, unseenError } from '../verdicts.ts';
import { HeldStream, type HoldSettings } from './held-stream.ts';
import { StopInStream } from './stop-in-stream.ts';

export interface AnswerParts {
  readonly log: Logger;
  readonly told: LookTold;
  readonly budget: ByteBudget;
  /** After so long without anything the client of a stream gets a comment; undefined for never. */
  readonly heartbeatMs: number | undefined;
}

/** How an answer is looked at. */
type Mode = 'passing' | 'whole' | 'stream' | 'over';

type Ending = 'end' | { readonly cut: Buffer | undefined };

const heartbeat = Buffer.from(': the answer is being looked at\n');

/**
 * Holds an answer until the guards have let it pass: a whole one in full, a stream window by window. Before anything of it has
 * passed the client has not even its head, so that a refusal is a status; later it is the last event of a stream.
 */
export class GuardedSink extends PassingSink implements AnswerSource {
  readonly #exchange: Exchange;
  readonly #parts: AnswerParts;
  #guards: readonly LiveGuard[];
  #mode: Mode = 'passing';
  #head: DownstreamHead | undefined;
  #hasBegun = false;
  #source: AnswerSource | undefined;
  /** Of a whole answer. */
  #body: HeldBytes | undefined;
  #stream: HeldStream | undefined;
  /** Where a refusal is to end a stream without an error. */
  #stop: StopInStream | undefined;
  readonly #counted: CountedBytes;
  /** How the answer ends, once all of it has passed. */
  #end: Ending | undefined;
  #isLooking = false;
  #giveUps: (() => void)[] = [];
  #waiting: NodeJS.Timeout | undefined;
  readonly #beats = new CoarseTimer();
  #isClientSlow = false;
  #isPaused = false;
  /** What can't be looked at has been told. */
  #toldUnseen = new Set<string>();
  #over: ((error: GatewayError | undefined) => void) | undefined;
  #result: { readonly error: GatewayError | undefined } | undefined;

  constructor(exchange: Exchange, guards: readonly LiveGuard[], parts: AnswerParts) {
    super(exchange.answer);
    this.#exchange = exchange;
    this.#guards = guards;
    this.#parts = parts;
    this.#counted = new CountedBytes(parts.budget);
  }

  /** Where answers go that have passed. */
  get below(): AnswerSink {
    return this.next;
  }

  /** Other guards look at what comes: it begins anew under another configuration. */
  follow(guards: readonly LiveGuard[]): void {
    this.#guards = guards;
  }

  /** Resolves when nothing more will be looked at: to the error that the client is to get in place of the answer. */
  whenOver(): Promise<GatewayError | undefined> {
    if (this.#result !== undefined) return Promise.resolve(this.#result.error);
    // Nothing has come, or it was cut off without a word.
    if (this.#mode === 'passing' || (this.#end === undefined && !this.#isLooking)) this.leave();
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
    // Where it waited, another configuration may have no guard for it.
    if (head.own !== 'no' || this.#guards.length === 0) {
      this.#mode = 'passing';
      this.next.begin(head, source);
      return;
    }
    this.#head = head;
    this.#source = source;
    this.#exchange.heldStatus = head.status;
    const { served, query } = this.#exchange;
    if (head.body === 'events') {
      // Whoever says where it begins can have what is refused in two halves.
      const isCut = query !== '' && new URLSearchParams(query).has('starting_after');
      if (isCut && this.#meetUnseen({ kind: 'earlier_events', at: '', isNew: true })) return;
      this.#mode = 'stream';
      if (this.#guards.some(({ config }) => config.refusal.as === 'stop'))
        this.#stop = new StopInStream(served.name);
      this.#stream = new HeldStream(streamTexts(served), holdOf(this.#guards));
      return;
    }
    this.#mode = 'whole';
    const type = mediaTypeOf(headerValue(head.headers, 'content-type') ?? '');
    this.#body = new HeldBytes(this.#parts.budget);
    // Nobody gets a secret but whom it was made for.
    if (served.answersSecrets === true) this.#passUnseen('sound');
    else if (media.test(type)) this.#passUnseen(type.startsWith('audio/') ? 'sound' : 'images');
  }

  /** What is no text, or too much of it, goes to nobody whose guards can't look at it; to others as it comes. */
  #passUnseen(kind: Unseen['kind']): void {
    if (this.#meetUnseen({ kind, at: '', isNew: true })) return;
    this.#mode = 'passing';
    this.#hasBegun = true;
    this.next.begin(this.#head!, this.#source);
    for (const bytes of this.#body!.take()) this.next.write(bytes);
  }

  override write(bytes: Buffer): void {
    switch (this.#mode) {
      case 'passing':
        this.next.write(bytes);
        return;
      case 'whole':
        if (!this.#body!.push(bytes)) this.#fail(noRoom());
        else if (this.#body!.length > mostHeld) this.#passUnseen('max_text');
        return;
      case 'stream':
        this.#take(bytes);
        return;
      case 'over':
        return;
    }
  }

  override beat(comment: Buffer): void {
    if (this.#mode === 'passing' || (this.#mode === 'stream' && this.#hasBegun)) this.next.beat(comment);
  }

  override end(): void {
    if (this.#mode === 'passing') {
      this.next.end();
      this.#conclude(undefined);
      return;
    }
    this.#ended('end');
  }

  override cut(lastWords: Buffer | undefined): void {
    if (this.#mode === 'passing') {
      this.next.cut(lastWords);
      this.#conclude(undefined);
      return;
    }
    this.#ended({ cut: lastWords });
  }

  #ended(how: Ending): void {
    if (this.#mode === 'over') return;
    this.#end = how;
    if (this.#mode === 'whole') {
      void this.#lookAtWhole().catch((error: unknown) => this.#crashed(error));
      return;
    }
    this.#stream!.finish(how === 'end', performance.now());
    this.#goOn();
  }

  // Whole answers.

  async #lookAtWhole(): Promise<void> {
    this.#isLooking = true;
    const held = this.#body!;
    const bytes = held.whole();
    const maxText = Math.max(...this.#guards.map(({ config }) => config.maxTextBytes));
    const found = await this.#textsIn(bytes, maxText);
    const shown = this.#guards.map(({ config }) =>
      shownTo({ ...config, scan: 'all' }, found, this.#isOfJson),
    );
    for (const { unseen } of shown) {
      const [first] = unseen;
      if (first !== undefined && this.#meetUnseen(first)) return;
    }
    const looks = await this.#looks((index) => shown[index]!.texts);
    if (this.#result !== undefined) return;
    const error = this.#errorIn(looks);
    if (error !== undefined) return this.#fail(error);
    held.take();
    this.#hasBegun = true;
    this.next.begin(this.#head!, this.#source);
    this.next.write(bytes);
    this.#finish();
  }

  #textsIn(bytes: Buffer, maxText: number): FoundTexts | Promise<FoundTexts> {
    if (bytes.length === 0) return { texts: [], unseen: [], lastSigned: undefined };
    return walked(
      this.#isOfJson
        ? answerTexts(this.#exchange.served, bytes, { maxText })
        : fileTexts(bytes, this.#type, { maxText }),
    );
  }

  get #type(): string {
    return mediaTypeOf(headerValue(this.#head!.headers, 'content-type') ?? '');
  }

  /** It is one answer, and no file of anything. */
  get #isOfJson(): boolean {
    return isJson(this.#type);
  }

  // Streams.

  #take(bytes: Buffer): void {
    const stream = this.#stream!;
    stream.push(bytes, performance.now());
    for (const unseen of stream.unseen.splice(0)) if (this.#meetUnseen(unseen)) return;
    const tooLong = this.#guards.find(({ config }) => stream.textBytes > config.maxTextBytes);
    if (tooLong !== undefined && this.#meetUnseen({ kind: 'max_text', at: '', isNew: true })) return;
    if (!this.#counted.follow(stream.heldBytes)) return this.#fail(noRoom());
    this.#goOn();
  }

  /** Looks at what is to be looked at, and passes on what has passed. */
  #goOn(): void {
    if (this.#mode !== 'stream') return;
    if (!this.#isLooking) {
      const texts = this.#stream!.show(performance.now());
      if (texts.length > 0) {
        void this.#lookAtWindows(texts).catch((error: unknown) => this.#crashed(error));
      } else if (this.#end !== undefined) {
        this.#release();
        this.#finish();
        return;
      }
      // What says nothing waits for what does, until something has passed.
      else if (this.#hasBegun) this.#release();
    }
    this.#setTimer();
    this.#setPace();
  }

  async #lookAtWindows(texts: readonly string[]): Promise<void> {
    this.#isLooking = true;
    const shown = texts.map((text) => ({ text, role: 'assistant' as const }));
    const looks = await this.#looks(() => shown);
    this.#isLooking = false;
    if (this.#result !== undefined) return;
    const error = this.#errorIn(looks);
    if (error !== undefined) return this.#fail(error);
    const holdBack = Math.max(0, ...looks.map((look) => (look.kind === 'passed' ? look.holdBack : 0)));
    this.#stream!.pass(holdBack);
    this.#release();
    this.#goOn();
  }

  #release(): void {
    const events = this.#stream!.release();
    if (!this.#hasBegun) {
      this.#hasBegun = true;
      this.next.begin(this.#head!, this);
    }
    if (this.#stop !== undefined) for (const raw of events) this.#stop.given(raw);
    // A window has many events: they go together.
    if (events.length > 0) this.next.write(events.length === 1 ? events[0]! : Buffer.concat(events));
    this.#counted.follow(this.#stream!.heldBytes);
    if (events.length > 0) this.#setBeat();
  }

  #setTimer(): void {
    const dueAt = this.#isLooking || this.#mode !== 'stream' ? undefined : this.#stream!.dueAt();
    clearTimeout(this.#waiting);
    this.#waiting =
      dueAt === undefined
        ? undefined
        : setTimeout(() => this.#goOn(), Math.max(1, Math.ceil(dueAt - performance.now())));
  }

  #setBeat(): void {
    const { heartbeatMs } = this.#parts;
    if (heartbeatMs === undefined) return;
    this.#beats.set(performance.now() + heartbeatMs, () => {
      if (this.#mode !== 'stream') return;
      this.next.beat(heartbeat);
      this.#setBeat();
    });
  }

  // The pace of the client, and that of the guards.

  pause(): void {
    this.#isClientSlow = true;
    this.#setPace();
  }

  resume(): void {
    this.#isClientSlow = false;
    this.#setPace();
  }

  #setPace(): void {
    const isFull = this.#mode === 'stream' && this.#isLooking && this.#stream!.isFull;
    const isPaused = this.#end === undefined && this.#mode !== 'over' && (this.#isClientSlow || isFull);
    if (isPaused === this.#isPaused) return;
    this.#isPaused = isPaused;
    if (isPaused) this.#source?.pause();
    else this.#source?.resume();
  }

  // What guards say.

  async #looks(textsOf: (index: number) => Parameters<LiveGuard['look']>[0]): Promise<readonly Look[]> {
    const exchange = this.#exchange;
    const about = {
      direction: 'answers',
      key: exchange.key!.id,
      id: exchange.id,
      hops: hopsSoFar(exchange.head.hops),
    } as const;
    this.#giveUps = [];
    return Promise.all(
      this.#guards.map(async (guard, index) => {
        const startedMs = performance.now();
        const look = await guard.look(textsOf(index), about, (giveUp) => this.#giveUps.push(giveUp));
        note(exchange, guard.name, 'answers', look.kind, performance.now() - startedMs);
        return look;
      }),
    );
  }

  #errorIn(looks: readonly Look[]): GatewayError | undefined {
    const errors = looks.flatMap((look, index) => {
      if (look.kind === 'passed') return [];
      // What a guard would change of an answer is refused: its model may have signed it.
      const judged =
        look.kind === 'masked' ? ({ kind: 'refused', reason: undefined, place: undefined } as const) : look;
      const { config } = this.#guards[index]!;
      return (
        errorOf(this.#exchange, config, judged, 'answers', { at: () => undefined, log: this.#parts.log }) ??
        []
      );
    });
    return errors.find(({ code }) => code === 'guard_refused') ?? errors[0];
  }

  /** Whether what can't be looked at ends the answer. */
  #meetUnseen(unseen: Unseen): boolean {
    for (const { config } of this.#guards) {
      const told = `${config.name} ${unseen.kind}`;
      if (this.#toldUnseen.has(told)) continue;
      this.#toldUnseen.add(told);
      const { id } = this.#exchange;
      note(this.#exchange, config.name, 'answers', 'unseen');
      this.#parts.told(config.name, 'answers', 'unseen');
      const error = unseenError(config, 'answers', unseen);
      if (error !== undefined) {
        this.#fail(error);
        return true;
      }
      const about = { id, guard: config.name, direction: 'answers', kind: unseen.kind, at: unseen.at };
      this.#parts.log.info(about, 'a guard could not see all of it, and it passed');
    }
    return false;
  }

  // The end.

  #finish(): void {
    const end = this.#end!;
    if (end === 'end') this.next.end();
    else this.next.cut(end.cut);
    this.#conclude(undefined);
  }

  /** The client gets an error in place of the answer, or of its rest. Nothing more is asked of the backend. */
  #fail(error: GatewayError): void {
    if (this.#mode === 'over') return;
    const { source, exchange } = { source: this.#source, exchange: this.#exchange };
    if (this.#hasBegun) {
      exchange.errorCode = error.code;
      exchange.errorReason = error.reason;
      this.#tell(error);
      this.#conclude(undefined);
    } else this.#conclude(error);
    if (this.#end === undefined) source?.stop?.();
  }

  /** Ends a stream that has begun, as the guard that refuses says. */
  #tell(error: GatewayError): void {
    const { served, id, asked } = this.#exchange;
    if (asked !== undefined) {
      this.next.cut(Buffer.from(`event: message\ndata: ${rpcError(error, asked.idText).toString()}\n\n`));
      return;
    }
    const stop = error instanceof GuardRefusal && error.isStop ? this.#stop?.events() : undefined;
    if (stop !== undefined) {
      this.next.write(stop);
      this.next.end();
      return;
    }
    const place = { midEvent: false, responseId: undefined };
    this.next.cut(cutEvent(dialectFor(served).stream!, error.message, id, place, error.code));
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
    clearTimeout(this.#waiting);
    this.#beats.clear();
    this.#counted.release();
    this.#body?.take();
    for (const giveUp of this.#giveUps) giveUp();
    this.#stream = undefined;
    this.#over?.(error);
  }
}

/** Of several guards the longest windows: each sees at least what it asks for. */
function holdOf(guards: readonly LiveGuard[]): HoldSettings {
  const most = (of: (hold: LiveGuard['config']['hold']) => number) =>
    Math.max(...guards.map(({ config }) => of(config.hold)));
  return {
    bytes: most(({ bytes }) => bytes),
    overlap: most(({ overlap }) => overlap),
    waitMs: most(({ waitMs }) => waitMs),
  };
}

function isJson(type: string): boolean {
  return type === '' || type === 'application/json' || type.endsWith('+json');
}

/** What is no text by its type is not held to find that out. */
const media = /^(?:audio|image|video)\//;
/** What is longer is no answer of a model, and more than is held of one. */
const mostHeld = 16 * 1024 * 1024;
