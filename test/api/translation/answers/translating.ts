import { targetDialect } from '../../../../src/api/dialects/index.ts';
import { type SseObserver, sseObserver } from '../../../../src/api/stream/sse-observer.ts';
import type { AnswerContext } from '../../../../src/api/translation/answers/answer-codec.ts';
import { translateWhole } from '../../../../src/api/translation/answers/translated-answer.ts';
import { TranslatedStream } from '../../../../src/api/translation/answers/translated-stream.ts';
import type { BackendDialect, ClientDialect } from '../../../../src/api/translation/neutral/dialects.ts';
import type { JsonObject } from '../../../../src/lib/json.ts';
import { type SseEvent, sseEvents } from '../../../helpers/translation-judges.ts';

/** What was left out of an answer, as log and metrics are told. */
export interface Told {
  readonly changed?: string[];
  readonly unknown: string[];
  readonly lost: string[];
}

/** The context of an answer to a client that wants to see everything, unless told otherwise. */
export function contextOf(
  from: BackendDialect,
  client: ClientDialect,
  more: Partial<AnswerContext> = {},
  told: Told = { unknown: [], lost: [] },
): AnswerContext {
  return {
    client,
    from,
    usageInStream: true,
    model: 'deployed',
    receivedAt: 1_790_000_000,
    requestId: 'req_1',
    shows: client === 'responses' ? 'summary' : 'text',
    wantsSeals: true,
    reasoningField: 'reasoning_content',
    clientNames: new Map(),
    echo: {},
    notes: {
      unknown: (type) => told.unknown.push(type),
      lost: (what) => told.lost.push(what),
      nothingLeft: () => {},
      leftOut: (what) => told.lost.push(what),
      changed: (member, word) => told.changed?.push(`${member} ${word}`),
    },
    ...more,
  };
}

/** A backend's stream as its client gets it, with what observes it: its own bytes go in. */
export class StreamOfBytes {
  readonly #stream: TranslatedStream;
  readonly #events: SseObserver;

  constructor(context: AnswerContext) {
    this.#stream = new TranslatedStream(context);
    this.#events = sseObserver(targetDialect(context.from).stream!, 1, this.#stream);
  }

  get fault(): string | undefined {
    return this.#stream.fault;
  }

  get isOver(): boolean {
    return this.#stream.isOver;
  }

  push(bytes: Buffer): Buffer {
    this.#events.push(bytes);
    return this.#stream.push();
  }

  flush(): Buffer {
    this.#events.end();
    return this.#stream.flush();
  }

  cut(message: string): Buffer {
    return this.#stream.cut(message);
  }
}

/** What a client gets of a stream, given in pieces, whose connection ends as a complete one does. */
export function streamed(context: AnswerContext, pieces: Iterable<Buffer>): { text: string; fault?: string } {
  const stream = new StreamOfBytes(context);
  const out: Buffer[] = [];
  for (const piece of pieces) out.push(stream.push(piece));
  out.push(stream.flush());
  const text = Buffer.concat(out).toString();
  return stream.fault === undefined ? { text } : { text, fault: stream.fault };
}

/** The events of what a client gets of a stream. */
export function eventsOf(context: AnswerContext, stream: string): SseEvent[] {
  return sseEvents(streamed(context, [Buffer.from(stream)]).text);
}

/** What a client gets of a whole answer; fails with why there is none. */
export function bodyOf(context: AnswerContext, answer: string): string {
  const body = translateWhole(Buffer.from(answer), context);
  if (!Buffer.isBuffer(body)) throw new Error(body.message);
  return body.toString();
}

/** The same, parsed. */
export function wholeOf(context: AnswerContext, answer: object): JsonObject {
  return JSON.parse(bodyOf(context, JSON.stringify(answer))) as JsonObject;
}

/** A value deep in what was parsed. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((inner, step) => (inner as Record<string | number, unknown>)?.[step], value);
}

/** What the events of a stream of messages come to, block by block: type and all that was said. */
export function blocksOf(events: readonly SseEvent[]): string[] {
  const blocks: string[] = [];
  for (const { name, data } of events) {
    if (name === 'content_block_start') blocks.push(`${at(data, 'content_block', 'type')}: `);
    const { type, ...said } = (data['delta'] ?? {}) as Record<string, string>;
    if (name === 'content_block_delta' && type !== 'signature_delta') {
      blocks[blocks.length - 1] += Object.values(said).join('');
    }
  }
  return blocks;
}

/** The deltas of a stream of chat completions, without those that say nothing. */
export function deltasOf(events: readonly SseEvent[]): unknown[] {
  return events
    .map(({ data }) => at(data, 'choices', 0, 'delta'))
    .filter((delta) => delta !== undefined && Object.keys(delta as object).length > 0);
}

/** Chunks of chat completions with these deltas, and what stands behind them. */
export function chatStream(
  deltas: readonly object[],
  {
    finish = 'stop',
    usage,
    isDone = true,
  }: { finish?: string | null; usage?: object; isDone?: boolean } = {},
): string {
  const head = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_790_000_000, model: 'm' };
  const chunks: object[] = deltas.map((delta) => ({
    ...head,
    choices: [{ index: 0, delta, finish_reason: null }],
  }));
  if (finish !== null) chunks.push({ ...head, choices: [{ index: 0, delta: {}, finish_reason: finish }] });
  if (usage !== undefined) chunks.push({ ...head, choices: [], usage });
  const events = chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('');
  return isDone ? `${events}data: [DONE]\n\n` : events;
}

/** Events whose names are their types. */
export function namedStream(events: readonly { readonly type: string }[]): string {
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
}
