import type { Raw } from '../../../json/json-node.ts';
import { rawOf } from '../../../json/literal.ts';
import type { AnswerEvent, CallHead, Failure } from '../../../neutral/answer-event.ts';
import type { AnswerContext, WholeEncoder } from '../../answer-codec.ts';
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

interface Call {
  readonly head: CallHead;
  readonly block: ChatBlock;
  text: string;
}

/** A whole answer of chat completions. */
export class ChatWholeEncoder implements WholeEncoder {
  readonly #context: AnswerContext;
  readonly #answer: AnswerSoFar;
  readonly #blocks = new ChatBlocks();
  readonly #calls = new Map<number, Call>();
  readonly #said = { text: '', refusal: '', reasoning: '' };
  readonly #details: object[] = [];
  readonly #annotations: object[] = [];
  readonly #images: object[] = [];
  readonly #logprobs: { content: unknown[]; refusal: unknown[] } = { content: [], refusal: [] };
  #failure: Failure | undefined;

  constructor(context: AnswerContext) {
    this.#context = context;
    this.#answer = new AnswerSoFar(context);
  }

  take(event: AnswerEvent): void {
    switch (event.is) {
      case 'start':
        return this.#answer.start(event);
      case 'usage':
        return this.#answer.usage(event);
      case 'finish':
        return this.#answer.finish(event);
      case 'fail':
        this.#failure = event.failure;
        return;
      case 'open': {
        const block = this.#blocks.open(event);
        if (event.kind === 'call') this.#calls.set(event.block, { head: event.call, block, text: '' });
        return;
      }
      case 'media':
        this.#images.push(chatImage(event.url, this.#images.length));
        return;
      case 'end':
        return;
      default:
        this.#inBlock(event);
    }
  }

  #inBlock(event: AnswerEvent & { readonly is: 'delta' | 'seal' | 'cite' | 'logprobs' | 'close' }): void {
    const block = this.#blocks.get(event.block);
    if (block === undefined) return;
    switch (event.is) {
      case 'delta': {
        const before = this.#blocks.add(block, event.text);
        if (block.kind === 'call') this.#calls.get(event.block)!.text += event.text;
        else this.#said[block.kind] += before + event.text;
        return;
      }
      case 'seal':
        if (this.#blocks.keepsForCall(event.seal)) return;
        this.#details.push(reasoningDetail(event.seal, block.text, this.#blocks.nextPlace()));
        return;
      case 'cite':
        block.citations.push(event.citation);
        return;
      case 'logprobs':
        this.#logprobs[block.kind === 'refusal' ? 'refusal' : 'content'].push(...chatLogprobs(event.tokens));
        return;
      case 'close':
        for (const citation of block.citations) {
          this.#annotations.push(annotation(citation, block.start, block.length));
        }
    }
  }

  body(): Raw | Failure {
    if (this.#failure !== undefined) return this.#failure;
    const { id, created, model, reason, tokens, tier } = this.#answer;
    const usage = chatUsage(tokens);
    const told = chatTier(tier);
    const { content, refusal } = this.#logprobs;
    const hasLogprobs = content.length + refusal.length > 0;
    const choice = {
      index: 0,
      message: this.#message(),
      logprobs: hasLogprobs ? { content: listOrNull(content), refusal: listOrNull(refusal) } : null,
      finish_reason: chatFinishReasons[reason],
    };
    return rawOf({
      id,
      object: 'chat.completion',
      created,
      model,
      choices: [choice],
      ...(usage !== undefined && { usage }),
      ...(told !== undefined && { service_tier: told }),
    });
  }

  #message() {
    const { text, refusal, reasoning } = this.#said;
    const refused = refusal || null;
    const { reasoningField } = this.#context;
    const calls = [...this.#calls.values()].map(({ head, block, text: given }) => ({
      ...chatCall(head, given),
      ...signedCall(block.callSeal),
    }));
    return {
      role: 'assistant',
      content: text === '' && (calls.length > 0 || refused !== null) ? null : text,
      refusal: refused,
      ...(calls.length > 0 && { tool_calls: calls }),
      ...(reasoning !== '' && reasoningField !== 'none' && { [reasoningField]: reasoning }),
      ...(this.#details.length > 0 && { reasoning_details: this.#details }),
      ...(this.#images.length > 0 && { images: this.#images }),
      ...(this.#annotations.length > 0 && { annotations: this.#annotations }),
    };
  }
}

function listOrNull(list: readonly unknown[]): readonly unknown[] | null {
  return list.length > 0 ? list : null;
}
