/** Reasoning as the client wants to see it, with the seals that it can hold. */
import type { AnswerEvent, TakeEvent } from '../neutral/answer-event.ts';
import type { Seal } from '../neutral/seal.ts';
import type { AnswerContext } from './answer-codec.ts';

type Opened = AnswerEvent & { readonly is: 'open'; readonly kind: 'reasoning' };

interface Reasoning {
  readonly head: Opened;
  /** The client knows of it. */
  isTold: boolean;
  text: string;
  seal: Seal | undefined;
}

/** The seal of a block comes once, as the last of it; what has neither a text nor a seal for the client is not told. */
export class ClientReasoning {
  readonly #context: AnswerContext;
  readonly #next: TakeEvent;
  readonly #open = new Map<number, Reasoning>();
  readonly #isHidden: boolean;
  /** The client holds no text, or none that it sends back: it goes with the seal. */
  readonly #needsText: boolean;

  constructor(context: AnswerContext, next: TakeEvent) {
    this.#context = context;
    this.#next = next;
    this.#isHidden = context.shows === 'nothing';
    this.#needsText = context.client === 'responses' || context.shows === 'seal_only';
  }

  /** So many characters of what is open are kept for its seal. */
  get keptBytes(): number {
    let kept = 0;
    for (const { text, seal } of this.#open.values()) kept += text.length + (seal?.data.length ?? 0);
    return kept;
  }

  take(event: AnswerEvent): void {
    if (event.is === 'open' && event.kind === 'reasoning') {
      this.#open.set(event.block, { head: event, isTold: false, text: '', seal: undefined });
      return;
    }
    const isOfBlock = event.is === 'delta' || event.is === 'seal' || event.is === 'close';
    const reasoning = isOfBlock && this.#open.size > 0 ? this.#open.get(event.block) : undefined;
    if (!isOfBlock || reasoning === undefined) return this.#next(event);
    if (this.#isHidden) {
      if (event.is === 'close') this.#open.delete(event.block);
    } else if (event.is === 'delta') {
      if (this.#needsText) reasoning.text += event.text;
      if (this.#context.shows === 'seal_only') return;
      this.#tell(reasoning);
      this.#next(event);
    } else if (event.is === 'seal') reasoning.seal = joined(reasoning.seal, event.seal);
    else this.#close(event.block, reasoning);
  }

  #tell(reasoning: Reasoning): void {
    if (reasoning.isTold) return;
    reasoning.isTold = true;
    this.#next(reasoning.head);
  }

  #close(block: number, reasoning: Reasoning): void {
    this.#open.delete(block);
    const seal = this.#sealFor(reasoning);
    if (seal !== undefined) {
      this.#tell(reasoning);
      this.#next({ is: 'seal', block, seal });
    }
    if (reasoning.isTold) this.#next({ is: 'close', block });
  }

  #sealFor({ seal, text, head, isTold }: Reasoning): Seal | undefined {
    const { client, from, wantsSeals } = this.#context;
    if (!wantsSeals) return undefined;
    // Clients of chat completions hold the text itself and need no seal for it; in messages each thought has a signature.
    const isNeeded = client === 'messages' ? isTold || text !== '' : client === 'responses' && text !== '';
    const own = seal ?? (isNeeded ? { dialect: from, data: '' } : undefined);
    // Its vendor knows an item with an id of its own without the text.
    const takesText =
      own !== undefined && this.#needsText && head.form !== 'redacted' && own.dialect !== 'responses';
    return takesText && text !== '' ? { ...own, text } : own;
  }
}

function joined(before: Seal | undefined, seal: Seal): Seal {
  return before === undefined ? seal : { ...seal, data: before.data + seal.data };
}
