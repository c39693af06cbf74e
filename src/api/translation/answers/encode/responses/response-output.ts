import { rawOf } from '../../../json/literal.ts';
import type { AnswerEvent } from '../../../neutral/answer-event.ts';
import { sealText } from '../../../shared/seals.ts';
import type { AnswerContext } from '../../answer-codec.ts';
import { imageIn, imageItem } from './image-generation-call.ts';
import {
  CallOutput,
  type ItemStatus,
  MessageOutput,
  type OpenItem,
  ReasoningOutput,
  type ResponseTeller,
} from './items.ts';

type Content = AnswerEvent & {
  readonly is: 'open' | 'delta' | 'seal' | 'cite' | 'logprobs' | 'close' | 'media';
};

/** The output of a response: items one after the other, whether their events are written or not. */
export class ResponseOutput {
  /** JSON text of the items that are done. */
  readonly items: string[] = [];
  readonly #teller: ResponseTeller;
  readonly #isSummary: boolean;
  #count = 0;
  #open: ReasoningOutput | MessageOutput | CallOutput | undefined;

  constructor({ shows }: AnswerContext, teller: ResponseTeller) {
    this.#teller = teller;
    this.#isSummary = shows !== 'text';
  }

  take(event: Content): void {
    const open = this.#open;
    switch (event.is) {
      case 'delta':
        return open?.delta(event.text);
      case 'open':
        return this.#begin(event);
      case 'seal':
        if (open instanceof ReasoningOutput) open.sealed = sealText(event.seal);
        return;
      case 'cite':
        return open instanceof MessageOutput ? open.cite(event.citation) : undefined;
      case 'logprobs':
        return open instanceof MessageOutput ? open.logprobs(event.tokens) : undefined;
      case 'media':
        return this.#image(event.url);
      case 'close':
        if (open instanceof MessageOutput) open.closePart();
        else if (open instanceof CallOutput) open.close();
        // The next part shows that a message or a call is complete.
        else this.finish('completed');
    }
  }

  #begin(event: AnswerEvent & { readonly is: 'open' }): void {
    const isText = event.kind === 'text' || event.kind === 'refusal';
    if (!isText || !(this.#open instanceof MessageOutput)) {
      this.finish('completed');
      this.#open = this.#made(event, this.#count++);
    }
    if (isText && this.#open instanceof MessageOutput) this.#open.openPart(event.kind);
  }

  #image(url: string | undefined): void {
    const result = imageIn(url);
    if (result === undefined) return;
    this.finish('completed');
    this.items.push(rawOf(imageItem(this.#teller, this.#count++, result)));
  }

  #made(
    event: AnswerEvent & { readonly is: 'open' },
    index: number,
  ): ReasoningOutput | MessageOutput | CallOutput {
    switch (event.kind) {
      case 'reasoning':
        return new ReasoningOutput(this.#teller, index, this.#isSummary);
      case 'call':
        return new CallOutput(this.#teller, index, event.call);
      default:
        return new MessageOutput(this.#teller, index);
    }
  }

  /** The item that is open is done. */
  finish(status: ItemStatus): void {
    const open: OpenItem | undefined = this.#open;
    this.#open = undefined;
    if (open !== undefined) this.items.push(rawOf(open.done(status)));
  }
}
