import type { AnswerEvent, TakeEvent } from '../neutral/answer-event.ts';

/** Of no block that a backend opened. */
const ownBlock = -1;

/**
 * Why a model refused, for clients whose dialects say so in the answer: where the backend tells it beside its answer, it
 * becomes the refusal.
 */
export class ClientRefusal {
  readonly #next: TakeEvent;
  #hasRefusal = false;

  constructor(next: TakeEvent) {
    this.#next = next;
  }

  take(event: AnswerEvent): void {
    if (event.is === 'open' && event.kind === 'refusal') this.#hasRefusal = true;
    else if (event.is === 'finish' && event.reason === 'refused' && !this.#hasRefusal) {
      this.#tell(event.explanation);
    }
    this.#next(event);
  }

  #tell(explanation = ''): void {
    if (explanation === '') return;
    this.#next({ is: 'open', block: ownBlock, kind: 'refusal' });
    this.#next({ is: 'delta', block: ownBlock, text: explanation });
    this.#next({ is: 'close', block: ownBlock });
  }
}
