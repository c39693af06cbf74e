import type { AnswerEvent, TakeEvent } from '../neutral/answer-event.ts';
import type { AnswerContext, AnswerEncoder } from './answer-codec.ts';
import { invalidAnswer } from './backend-errors.ts';

/** Backends make names up. */
const mostTold = 16;

/**
 * Content that is no text, for clients whose dialect has a place for it. An answer that has nothing else is none where
 * there is no place.
 */
export class ClientMedia {
  readonly #context: AnswerContext;
  readonly #takes: AnswerEncoder['takesMedia'];
  readonly #next: TakeEvent;
  /** The client gets something of the answer: what it thought, at the least. */
  hasBegun = false;
  #hasContent = false;
  readonly #leftOut: string[] = [];

  constructor(context: AnswerContext, takes: AnswerEncoder['takesMedia'], next: TakeEvent) {
    this.#context = context;
    this.#takes = takes;
    this.#next = next;
  }

  take(event: AnswerEvent): void {
    switch (event.is) {
      case 'media':
        if (!this.#takes(event)) return this.#leave(event.kind);
        this.#hasContent = this.hasBegun = true;
        break;
      case 'open':
        this.hasBegun = true;
        if (event.kind !== 'reasoning') this.#hasContent = true;
        break;
      case 'finish':
        if (this.#leftOut.length > 0 && !this.#hasContent) return this.#fail();
        if (event.reason !== 'failed') this.hasBegun = true;
    }
    this.#next(event);
  }

  #leave(kind: string): void {
    if (this.#leftOut.length < mostTold && !this.#leftOut.includes(kind)) this.#leftOut.push(kind);
    this.#context.notes.leftOut(kind);
  }

  #fail(): void {
    const message = `the answer holds nothing but ${this.#leftOut.join(', ')}, for which ${this.#context.client} has no place`;
    this.#context.notes.nothingLeft();
    this.#next({ is: 'fail', failure: invalidAnswer(message) });
  }
}
