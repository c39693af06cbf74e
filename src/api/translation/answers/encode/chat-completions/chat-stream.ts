import { openaiStream } from '../../../../dialects/openai/openai-stream.ts';
import type { Raw } from '../../../json/json-node.ts';
import type { AnswerEvent } from '../../../neutral/answer-event.ts';
import type { AnswerContext, StreamEncoder } from '../../answer-codec.ts';
import { chatErrorOf } from '../../errors-for-client.ts';
import { AnswerSoFar } from '../answer-so-far.ts';
import { type ChatBlock, ChatBlocks } from './chat-blocks.ts';
import {
  annotation,
  chatCall,
  chatFinishReasons,
  chatImage,
  chatLogprobs,
  chatTier,
  chatUsage,
  reasoningDetail,
  signedCall,
} from './chat-parts.ts';

/** Chunks of chat completions, ended by `[DONE]`. Calls may come side by side. */
export class ChatStreamEncoder implements StreamEncoder {
  readonly heartbeat = ': the backend is still working\n\n';
  isOver = false;
  readonly #context: AnswerContext;
  readonly #answer: AnswerSoFar;
  readonly #blocks = new ChatBlocks();
  #out = '';
  /** A chunk up to its delta, and from there where it has neither finish reason nor probabilities. */
  #head = '';
  #tail = '';
  #afterChoices = '';
  #logprobs: Raw | undefined;
  #images = 0;

  constructor(context: AnswerContext) {
    this.#context = context;
    this.#answer = new AnswerSoFar(context);
  }

  take(event: AnswerEvent): void {
    if (this.isOver) return;
    switch (event.is) {
      case 'delta':
        return this.#delta(this.#blocks.get(event.block), event.text);
      case 'start':
        return this.#start(event);
      case 'open':
        return this.#open(event);
      case 'logprobs':
        this.#logprobs = event.tokens;
        return;
      case 'cite':
        this.#blocks.get(event.block)?.citations.push(event.citation);
        return;
      case 'seal':
        return this.#seal(event);
      case 'media':
        return this.#chunk(JSON.stringify({ images: [chatImage(event.url, this.#images++)] }));
      case 'close':
        return this.#close(this.#blocks.get(event.block));
      case 'usage':
        return this.#answer.usage(event);
      case 'finish':
        return this.#finish(event);
      case 'end':
        return this.#end();
      case 'fail':
        this.isOver = true;
        this.#out += `data: ${JSON.stringify({ error: chatErrorOf(event.failure) })}\n\n`;
    }
  }

  get rememberedBytes(): number {
    return this.#blocks.reasoningBytes;
  }

  written(): string {
    const out = this.#out;
    this.#out = '';
    return out;
  }

  cut(message: string): string {
    this.isOver = true;
    return openaiStream.cut(message, this.#context.requestId, undefined);
  }

  #start(event: AnswerEvent & { readonly is: 'start' }): void {
    this.#answer.start(event);
    const { id, created, model, tier } = this.#answer;
    const told = chatTier(tier);
    const head = JSON.stringify({
      id,
      object: 'chat.completion.chunk',
      created,
      model,
      ...(told !== undefined && { service_tier: told }),
    }).slice(0, -1);
    this.#head = `data: ${head},"choices":[{"index":0,"delta":`;
    this.#afterChoices = `${this.#context.usageInStream ? ',"usage":null' : ''}}\n\n`;
    this.#tail = `,"finish_reason":null,"logprobs":null}]${this.#afterChoices}`;
    this.#chunk('{"role":"assistant","content":""}');
  }

  #chunk(delta: string): void {
    this.#out += this.#head + delta + this.#tail;
  }

  #delta(block: ChatBlock | undefined, text: string): void {
    if (block === undefined) return;
    const before = this.#blocks.add(block, text);
    const said = JSON.stringify(before + text);
    if (block.kind === 'call') {
      const field = block.isCustom ? `"custom":{"input":${said}}` : `"function":{"arguments":${said}}`;
      return this.#chunk(`{"tool_calls":[{"index":${block.callIndex},${field}}]}`);
    }
    if (block.kind === 'reasoning') {
      const { reasoningField } = this.#context;
      if (reasoningField !== 'none') this.#chunk(`{"${reasoningField}":${said}}`);
      return;
    }
    const member = block.kind === 'text' ? 'content' : 'refusal';
    if (this.#logprobs === undefined) return this.#chunk(`{"${member}":${said}}`);
    const probabilities = JSON.stringify({
      content: null,
      refusal: null,
      [member]: chatLogprobs(this.#logprobs),
    });
    this.#logprobs = undefined;
    this.#out += `${this.#head}{"${member}":${said}},"finish_reason":null,"logprobs":${probabilities}}]${this.#afterChoices}`;
  }

  #open(event: AnswerEvent & { readonly is: 'open' }): void {
    const block = this.#blocks.open(event);
    if (event.kind !== 'call') return;
    const call = { index: block.callIndex, ...chatCall(event.call), ...signedCall(block.callSeal) };
    this.#chunk(JSON.stringify({ tool_calls: [call] }));
  }

  #seal({ block, seal }: AnswerEvent & { readonly is: 'seal' }): void {
    if (this.#blocks.keepsForCall(seal)) return;
    const detail = reasoningDetail(seal, this.#blocks.get(block)?.text ?? '', this.#blocks.nextPlace());
    this.#chunk(JSON.stringify({ reasoning_details: [detail] }));
  }

  #close(block: ChatBlock | undefined): void {
    if (block === undefined || block.citations.length === 0) return;
    const { citations, start, length } = block;
    const annotations = citations.map((citation) => annotation(citation, start, length));
    this.#chunk(JSON.stringify({ annotations }));
  }

  #finish(event: AnswerEvent & { readonly is: 'finish' }): void {
    this.#answer.finish(event);
    this.#out += `${this.#head}{},"finish_reason":"${chatFinishReasons[event.reason]}","logprobs":null}]${this.#afterChoices}`;
  }

  #end(): void {
    this.isOver = true;
    const { id, created, model, tokens } = this.#answer;
    const usage = this.#context.usageInStream ? chatUsage(tokens) : undefined;
    if (usage !== undefined) {
      const chunk = { id, object: 'chat.completion.chunk', created, model, choices: [], usage };
      this.#out += `data: ${JSON.stringify(chunk)}\n\n`;
    }
    this.#out += 'data: [DONE]\n\n';
  }
}
