import type { Raw } from '../../../json/json-node.ts';
import { arrayOf, literalOf, objectIn, objectOf, rawOf } from '../../../json/literal.ts';
import type { AnswerEvent, CallHead, Failure } from '../../../neutral/answer-event.ts';
import { sealText } from '../../../shared/seals.ts';
import type { AnswerContext, WholeEncoder } from '../../answer-codec.ts';
import { invalidAnswer } from '../../backend-errors.ts';
import { AnswerSoFar } from '../answer-so-far.ts';
import { messageHead, messageUsage, stopOf, toolUse } from './message-parts.ts';

interface Block {
  readonly kind: 'text' | 'reasoning' | 'redacted' | 'call';
  readonly call: CallHead | undefined;
  text: string;
  seal: string;
}

/** A whole message. The input of a call is the text that the backend gave, digits and all. */
export class MessagesWholeEncoder implements WholeEncoder {
  readonly #context: AnswerContext;
  readonly #answer: AnswerSoFar;
  readonly #blocks: Block[] = [];
  readonly #byNumber = new Map<number, Block>();
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
      case 'open':
        return this.#open(event);
      case 'delta':
        this.#byNumber.get(event.block)!.text += event.text;
        return;
      case 'seal':
        this.#byNumber.get(event.block)!.seal = sealText(event.seal);
        return;
      case 'cite':
      case 'logprobs':
        return this.#context.notes.lost(event.is === 'cite' ? 'citations' : 'logprobs');
      case 'fail':
        this.#failure = event.failure;
    }
  }

  #open(event: AnswerEvent & { readonly is: 'open' }): void {
    if (event.kind === 'refusal') this.#answer.hasRefusal = true;
    const isRedacted = event.kind === 'reasoning' && event.form === 'redacted';
    const kind = isRedacted ? 'redacted' : event.kind === 'refusal' ? 'text' : event.kind;
    const call = event.kind === 'call' ? event.call : undefined;
    const block: Block = { kind, call, text: '', seal: '' };
    this.#blocks.push(block);
    this.#byNumber.set(event.block, block);
  }

  body(): Raw | Failure {
    const content: Raw[] = [];
    for (const block of this.#blocks) {
      const said = block.kind === 'call' ? this.#call(block) : textBlock(block);
      if (said !== undefined) content.push(said);
    }
    if (this.#failure !== undefined) return this.#failure;
    const { tokens = {}, tier } = this.#answer;
    const head = JSON.stringify({ ...messageHead(this.#answer), ...stopOf(this.#answer) });
    const rest = { container: null, diagnostics: null, usage: messageUsage(tokens, tier) };
    return `${head.slice(0, -1)},"content":${arrayOf(content)},${JSON.stringify(rest).slice(1)}` as Raw;
  }

  #call({ call, text }: Block): Raw | undefined {
    const input = text.trim() === '' ? '{}' : objectIn(text)?.raw;
    if (input === undefined) {
      // The model was stopped inside of it.
      if (this.#answer.reason === 'length') this.#context.notes.lost('call without complete arguments');
      else this.#failure ??= invalidAnswer('the arguments of a call are no JSON object');
      return undefined;
    }
    const { input: _empty, ...head } = toolUse(call!);
    return `${JSON.stringify(head).slice(0, -1)},"input":${input}}` as Raw;
  }
}

function textBlock({ kind, text, seal }: Block): Raw {
  if (kind === 'redacted') return rawOf({ type: 'redacted_thinking', data: seal });
  if (kind === 'reasoning') return rawOf({ type: 'thinking', thinking: text, signature: seal });
  return objectOf({ type: '"text"', text: literalOf(text), citations: 'null' });
}
