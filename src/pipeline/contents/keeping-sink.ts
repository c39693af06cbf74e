import { GatheredStream } from '../../api/stream/gathered/gathered-stream.ts';
import { deploymentName } from '../../config/derived/model-names.ts';
import { headerValue } from '../../http/flat-headers.ts';
import { GatheredBytes } from '../../lib/bytes/gathered-bytes.ts';
import type { ContentFacts, KeptContent, KeptText } from '../../observe/kept-content.ts';
import type { Exchange } from '../exchange.ts';
import { type AnswerSource, type DownstreamHead, PassingSink } from '../relay/answer/answer-sink.ts';
import type { ContentKeeper } from './content-keeper.ts';
import { requestText } from './request-text.ts';

/** Bytes of the facts of a request, and of everything around its texts. */
const factsBytes = 1024;
const textual = /^(?:text\/|application\/(?:[^;]*\+)?(?:json|xml|x-ndjson|jsonl))/i;
/** The type of most answers that are no streams. */
const usualType = 'application/json';
const jsonType = /^application\/(?:[^;]*\+)?json\b/i;

/** Keeps a request's texts, and the answer as it passes; a stream is kept as the answer that its events make. */
export class KeepingSink extends PassingSink {
  readonly #exchange: Exchange;
  readonly #keeper: ContentKeeper;
  readonly #request: KeptText;
  /** The room that it holds, and the part of it for bytes that have yet to come. */
  #held: number;
  #reserved: number;
  #stream: GatheredStream | undefined;
  #bytes: GatheredBytes | undefined;
  #isJson = false;
  #isCut = false;
  /** The whole answer comes at once, and can be kept as its buffer. */
  #isWhole = false;
  #piece: Buffer | undefined;
  #length = 0;
  #taken = 0;
  #status: number | undefined;
  #ended: ContentFacts['ended'] = 'left';

  private constructor(
    exchange: Exchange,
    keeper: ContentKeeper,
    request: KeptText,
    held: number,
    reserved: number,
  ) {
    super(exchange.answer);
    this.#exchange = exchange;
    this.#keeper = keeper;
    this.#request = request;
    this.#held = held;
    this.#reserved = reserved;
  }

  /** A sink before the answer of a request; undefined without room for the request's texts. */
  static before(exchange: Exchange, keeper: ContentKeeper): KeepingSink | undefined {
    const request = requestText(exchange, keeper.maxBytes);
    const kept = request.pieces.reduce((sum, piece) => sum + piece.length, 0);
    // With a promise to keep contents, all room is taken before anything is sent.
    const reserved = keeper.refusesWhenFull ? keeper.maxBytes : 0;
    const held = factsBytes + kept + reserved;
    return keeper.take(held) ? new KeepingSink(exchange, keeper, request, held, reserved) : undefined;
  }

  override begin(head: DownstreamHead, source?: AnswerSource): void {
    const type = headerValue(head.headers, 'content-type') ?? '';
    this.#status = head.status;
    if (head.body === 'events' || /^text\/event-stream/i.test(type))
      this.#stream = new GatheredStream(this.#exchange.served, (bytes) => this.#takes(bytes));
    else if (head.body === 'whole') this.#isWhole = isTextual(type);
    else if (isTextual(type)) this.#bytes = new GatheredBytes();
    this.#isJson = type === usualType || jsonType.test(type);
    super.begin(head, source);
  }

  override write(bytes: Buffer): void {
    this.#see(bytes);
    super.write(bytes);
  }

  /** Passes a comment, which is no part of the answer. */
  override beat(comment: Buffer): void {
    this.next.beat(comment);
  }

  override end(): void {
    this.#ended = 'whole';
    this.next.end();
  }

  override cut(lastWords: Buffer | undefined): void {
    this.#ended = 'cut';
    if (lastWords !== undefined) this.#see(lastWords);
    this.next.cut(lastWords);
  }

  #see(bytes: Buffer): void {
    this.#length += bytes.length;
    if (this.#stream !== undefined) this.#stream.push(bytes);
    else if (this.#isWhole && this.#piece === undefined) this.#piece = this.#bounded(bytes);
    else if (this.#bytes !== undefined && !this.#isCut) {
      const piece = this.#bounded(bytes);
      if (piece !== undefined) this.#bytes.push(piece);
    }
  }

  /** The part of some bytes that is kept; undefined without room for them. */
  #bounded(bytes: Buffer): Buffer | undefined {
    const rest = this.#keeper.maxBytes - this.#taken;
    const piece = bytes.length > rest ? bytes.subarray(0, rest) : bytes;
    const hasRoom = this.#takes(piece.length);
    this.#isCut = !hasRoom || piece.length < bytes.length;
    return hasRoom ? piece : undefined;
  }

  /** True if there is room for so many more bytes of the answer. */
  #takes(bytes: number): boolean {
    if (this.#taken + bytes > this.#keeper.maxBytes) return false;
    const more = Math.max(0, this.#taken + bytes - this.#reserved);
    const before = Math.max(0, this.#taken - this.#reserved);
    if (more > before && !this.#keeper.take(more - before)) return false;
    this.#held += more - before;
    this.#taken += bytes;
    return true;
  }

  /** Hands over the kept contents when the request is over. */
  finish(clockMs: number): void {
    let answer: KeptText;
    try {
      answer = this.#answer();
    } catch (error) {
      this.#keeper.free(this.#held);
      this.#keeper.leftOut('dropped');
      throw error;
    }
    const kept = [...this.#request.pieces, ...answer.pieces].reduce(
      (sum, piece) => sum + piece.length,
      factsBytes,
    );
    // A growing answer took more room than the final one needs.
    if (kept < this.#held) this.#keeper.free(this.#held - kept);
    const heldBytes = Math.min(kept, this.#held);
    this.#keeper.keep({
      facts: this.#facts(clockMs),
      request: this.#request,
      answer,
      heldBytes,
    } satisfies KeptContent);
  }

  #answer(): KeptText {
    const bytes = this.#length;
    if (this.#stream !== undefined) {
      const made = this.#stream.answer();
      if (made === undefined) return { kind: 'none', pieces: [], bytes };
      const text = Buffer.from(JSON.stringify(made));
      return { kind: 'json', pieces: [text], bytes: this.#stream.isCut ? bytes : text.length };
    }
    const pieces = this.#piece === undefined ? (this.#bytes?.pieces() ?? []) : [this.#piece];
    if (pieces.length === 0) return { kind: 'none', pieces, bytes };
    return { kind: this.#isJson && !this.#isCut && this.#ended === 'whole' ? 'json' : 'text', pieces, bytes };
  }

  #facts(clockMs: number): ContentFacts {
    const { id, startedMs, key, endUser, caller, served, summary, relayed, gone } = this.#exchange;
    const { model, deployment, backend, upstreamModel } = relayed;
    return {
      id,
      at: Math.round(clockMs + startedMs),
      key: key!.id,
      endUser,
      issuer: caller?.issuer,
      subject: caller?.subject,
      endpoint: served.name,
      model: summary?.model ?? summary?.models[0],
      deployment: model === undefined ? undefined : deploymentName(model, deployment!),
      provider: backend,
      upstreamModel,
      streamed: summary?.stream === true,
      status: gone ? 499 : (this.#status ?? 0),
      ended: gone ? 'left' : this.#ended,
    };
  }
}

function isTextual(type: string): boolean {
  return type === usualType || textual.test(type);
}
