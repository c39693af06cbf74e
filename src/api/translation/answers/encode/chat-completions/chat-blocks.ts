import type { AnswerEvent, Citation } from '../../../neutral/answer-event.ts';
import type { Seal } from '../../../neutral/seal.ts';

/** A block, as far as a client of chat completions has to be told where it stands. */
export interface ChatBlock {
  readonly kind: 'text' | 'refusal' | 'reasoning' | 'call';
  /** Calls count by themselves. */
  readonly callIndex: number;
  readonly isCustom: boolean;
  /** Of what Google's models want back with the call. */
  readonly callSeal: Seal | undefined;
  /** Characters of the content before it. */
  readonly start: number;
  /** Characters of it so far. */
  length: number;
  /** Of reasoning alone. */
  text: string;
  readonly citations: Citation[];
}

/** The blocks of an answer, which in this dialect stand side by side in three fields. */
export class ChatBlocks {
  readonly #byNumber = new Map<number, ChatBlock>();
  #places = 0;
  #hasContent = false;
  #calls = 0;
  #contentLength = 0;
  /** A seal that belongs to the next call. */
  #callSeal: Seal | undefined;
  /** Reasoning has been told before: what comes begins a paragraph. */
  hasReasoning = false;
  /** Characters of reasoning, which is kept for its seal. */
  reasoningBytes = 0;

  open(event: AnswerEvent & { readonly is: 'open' }): ChatBlock {
    const isCall = event.kind === 'call';
    const block: ChatBlock = {
      kind: event.kind,
      callIndex: isCall ? this.#calls++ : 0,
      isCustom: isCall && event.call.isCustom === true,
      callSeal: isCall ? this.#callSeal : undefined,
      start: this.#contentLength,
      length: 0,
      text: '',
      citations: [],
    };
    if (isCall) this.#callSeal = undefined;
    // All text is one content of the message.
    if (isCall || (event.kind !== 'reasoning' && !this.#hasContent)) this.#places += 1;
    if (event.kind === 'text' || event.kind === 'refusal') this.#hasContent = true;
    this.#byNumber.set(event.block, block);
    return block;
  }

  get(number: number): ChatBlock | undefined {
    return this.#byNumber.get(number);
  }

  /** Counts what a block says. What goes before it: reasoning of another block is a paragraph of its own. */
  add(block: ChatBlock, text: string): string {
    if (block.kind === 'text') this.#contentLength += text.length;
    block.length += text.length;
    if (block.kind !== 'reasoning') return '';
    const before = block.text === '' && this.hasReasoning ? '\n\n' : '';
    block.text += text;
    this.reasoningBytes += text.length;
    this.hasReasoning = true;
    return before;
  }

  /** True for a seal that is kept for the following call, which has a place of its own for it. */
  keepsForCall(seal: Seal): boolean {
    const isKept = seal.isOfCall === true && seal.dialect === 'gemini';
    if (isKept) this.#callSeal = seal;
    return isKept;
  }

  /** The place of reasoning that has a seal among the content, the calls and its like: it goes back there. */
  nextPlace(): number {
    return this.#places++;
  }
}
