import { messagesPing, messagesStream } from '../../../../dialects/messages/messages-stream.ts';
import type { AnswerEvent } from '../../../neutral/answer-event.ts';
import { sealText } from '../../../shared/seals.ts';
import type { AnswerContext, StreamEncoder } from '../../answer-codec.ts';
import { messagesError } from '../../errors-for-client.ts';
import { AnswerSoFar } from '../answer-so-far.ts';
import { deltaUsage, messageHead, messageUsage, stopOf, toolUse } from './message-parts.ts';

type Open = AnswerEvent & { readonly is: 'open' };

/** Events of messages: blocks one after the other, counted without gaps, since clients apply deltas by that. */
export class MessagesStreamEncoder implements StreamEncoder {
  readonly heartbeat = messagesPing;
  readonly rememberedBytes = 0;
  isOver = false;
  readonly #context: AnswerContext;
  readonly #answer: AnswerSoFar;
  #out = '';
  #isStartDue = false;
  #index = -1;
  /** The text before that of a delta in the open block. */
  #deltaStart = '';
  /** A redacted block opens when its data is there. */
  #isRedacted = false;

  constructor(context: AnswerContext) {
    this.#context = context;
    this.#answer = new AnswerSoFar(context);
  }

  take(event: AnswerEvent): void {
    if (this.isOver) return;
    if (event.is === 'start') {
      this.#answer.start(event);
      // Usage that is known from the beginning follows the start.
      this.#isStartDue = true;
      return;
    }
    if (event.is === 'usage') return this.#answer.usage(event);
    if (this.#isStartDue) this.#writeStart();
    switch (event.is) {
      case 'delta':
        this.#out += `${this.#deltaStart}${JSON.stringify(event.text)}}}\n\n`;
        return;
      case 'open':
        return this.#open(event);
      case 'seal':
        return this.#seal(sealText(event.seal));
      case 'close':
        if (!this.#isRedacted) this.#write('content_block_stop', { index: this.#index });
        this.#isRedacted = false;
        return;
      case 'cite':
      case 'logprobs':
        return this.#context.notes.lost(event.is === 'cite' ? 'citations' : 'logprobs');
      case 'finish':
        return this.#answer.finish(event);
      case 'end':
        return this.#end();
      case 'fail':
        this.isOver = true;
        this.#out += `event: error\ndata: ${JSON.stringify(messagesError(event.failure, this.#context.requestId))}\n\n`;
    }
  }

  written(): string {
    if (this.#isStartDue) this.#writeStart();
    const out = this.#out;
    this.#out = '';
    return out;
  }

  cut(message: string): string {
    this.isOver = true;
    return messagesStream.cut(message, this.#context.requestId, undefined);
  }

  #write(type: string, members: object): void {
    this.#out += `event: ${type}\ndata: ${JSON.stringify({ type, ...members })}\n\n`;
  }

  #writeStart(): void {
    this.#isStartDue = false;
    const { tokens, tier } = this.#answer;
    const { input = 0, cachedRead = 0, cachedWrite = 0 } = tokens ?? {};
    const message = {
      ...messageHead(this.#answer),
      content: [],
      stop_reason: null,
      stop_sequence: null,
      stop_details: null,
      container: null,
      diagnostics: null,
      usage: messageUsage({ input, cachedRead, cachedWrite }, tier),
    };
    this.#write('message_start', { message });
  }

  #open(event: Open): void {
    if (event.kind === 'reasoning' && event.form === 'redacted') {
      this.#isRedacted = true;
      return;
    }
    this.#index += 1;
    switch (event.kind) {
      case 'reasoning':
        this.#writeBlock({ type: 'thinking', thinking: '', signature: '' }, 'thinking_delta', 'thinking');
        return;
      case 'call':
        this.#writeBlock(toolUse(event.call), 'input_json_delta', 'partial_json');
        return;
      default:
        if (event.kind === 'refusal') this.#answer.hasRefusal = true;
        this.#writeBlock({ type: 'text', text: '', citations: null }, 'text_delta', 'text');
    }
  }

  #writeBlock(block: object, delta: string, member: string): void {
    this.#write('content_block_start', { index: this.#index, content_block: block });
    const head = `{"type":"content_block_delta","index":${this.#index},"delta":{"type":"${delta}","${member}":`;
    this.#deltaStart = `event: content_block_delta\ndata: ${head}`;
  }

  #seal(seal: string): void {
    if (!this.#isRedacted) {
      const delta = { type: 'signature_delta', signature: seal };
      return this.#write('content_block_delta', { index: this.#index, delta });
    }
    this.#index += 1;
    this.#write('content_block_start', {
      index: this.#index,
      content_block: { type: 'redacted_thinking', data: seal },
    });
    this.#write('content_block_stop', { index: this.#index });
  }

  #end(): void {
    this.isOver = true;
    this.#write('message_delta', {
      delta: { ...stopOf(this.#answer), container: null },
      usage: deltaUsage(this.#answer.tokens ?? {}),
    });
    this.#write('message_stop', {});
  }
}
