import type { OutgoingHttpHeaders } from 'node:http';
import type { JsonObject } from './json-values.ts';
import type { Answer, Asked } from './reply.ts';
import { type Frame, frame, type SimulatedFile } from './simulated-dialect.ts';
import type { Wire } from './wire.ts';

/** A whole body is cut into so many pieces, so that it can be broken off or slowed down as a stream can. */
const piecesOfBody = 8;

/** The differences of a head from a good answer's own. */
export interface Head {
  /** Chunked although the length is known: a whole answer that a fault breaks inside the chunks, or never ends. */
  readonly chunked?: boolean;
  readonly headers?: OutgoingHttpHeaders;
}

/** A request that has been understood, its answer, and the connection to give it on. */
export class Turn {
  readonly wire: Wire;
  readonly asked: Asked;
  readonly answer: Answer;
  readonly body: JsonObject;
  /** Milliseconds that each token takes; 0 is as fast as possible. */
  readonly msPerToken: number;
  #frames: readonly Frame[] | undefined;
  #file: SimulatedFile | undefined;

  constructor(wire: Wire, asked: Asked, answer: Answer, body: JsonObject, msPerToken: number) {
    this.wire = wire;
    this.asked = asked;
    this.answer = answer;
    this.body = body;
    this.msPerToken = msPerToken;
  }

  /** This turn with another answer, or with the other kind of answer than was asked for. */
  with(change: { answer?: Answer; stream?: boolean }): Turn {
    const asked = { ...this.asked, stream: change.stream ?? this.asked.stream };
    return new Turn(this.wire, asked, change.answer ?? this.answer, this.body, this.msPerToken);
  }

  /** The good answer piece by piece: the events of a stream, or a whole body in eight slices. */
  get frames(): readonly Frame[] {
    this.#frames ??= this.asked.stream
      ? this.wire.dialect.frames(this.asked, this.answer, this.body)
      : slices(this.#whole().data);
    return this.#frames;
  }

  /** The media type of the good answer. */
  get mediaType(): string {
    return this.asked.stream ? this.#streamType : this.#whole().mediaType;
  }

  /** Gives the good answer. */
  async answerWell(headers: OutgoingHttpHeaders = {}): Promise<void> {
    const { wire, asked, answer, msPerToken } = this;
    if (asked.stream) {
      this.open({ headers });
      await this.play(this.frames, msPerToken);
      wire.end();
      return;
    }
    await wire.wait(answer.outputTokens * msPerToken);
    const { data } = this.#whole();
    wire.head(200, { ...this.#headers(data.length), ...headers });
    wire.end(data);
  }

  /** Writes the head of a good answer. */
  open({ chunked = false, headers = {} }: Head = {}): void {
    const { asked, frames } = this;
    const length =
      asked.stream || chunked ? undefined : frames.reduce((sum, { data }) => sum + data.length, 0);
    this.wire.head(200, { ...this.#headers(length), ...headers });
  }

  /** Writes frames, as fast as the tokens in them allow. A slow client only ever makes it slower. */
  async play(frames: Iterable<Frame>, msPerToken = 0): Promise<void> {
    const { wire } = this;
    if (msPerToken > 0) await wire.flush();
    const begun = performance.now();
    let tokens = 0;
    for (const { data, tokens: more, pauseMs = 0 } of frames) {
      if (pauseMs > 0) await wire.wait(pauseMs);
      tokens += more;
      if (msPerToken > 0) await wire.wait(begun + tokens * msPerToken - performance.now());
      await wire.write(data);
    }
  }

  get #streamType(): string {
    return this.wire.dialect.streamType ?? 'text/event-stream';
  }

  #headers(length: number | undefined): OutgoingHttpHeaders {
    if (this.asked.stream) {
      const { streamType = 'text/event-stream; charset=utf-8' } = this.wire.dialect;
      return { 'content-type': streamType, 'cache-control': 'no-cache' };
    }
    return {
      'content-type': this.#whole().mediaType,
      ...(length !== undefined && { 'content-length': length }),
    };
  }

  #whole(): SimulatedFile {
    const { asked, answer, body } = this;
    const { dialect } = this.wire;
    this.#file ??= dialect.file?.(asked, answer, body) ?? {
      mediaType: 'application/json',
      data: Buffer.from(JSON.stringify(dialect.whole(asked, answer, body))),
    };
    return this.#file;
  }
}

function slices(body: Buffer): Frame[] {
  const size = Math.ceil(body.length / piecesOfBody);
  return Array.from({ length: piecesOfBody }, (_, index) => {
    const data = body.subarray(index * size, (index + 1) * size);
    return frame(index === piecesOfBody - 1 ? 'mark' : 'content', data);
  });
}
