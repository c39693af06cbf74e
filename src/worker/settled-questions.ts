import type { SettledIds } from '../limits/settled-object-ids.ts';

/** What a worker asks of the supervising process, which remembers for all of them. */
export class SettledQuestions implements SettledIds {
  readonly #ask: (question: number, id: string) => void;
  readonly #waiting = new Map<number, (isFirst: boolean) => void>();
  #questions = 0;

  constructor(ask: (question: number, id: string) => void) {
    this.#ask = ask;
  }

  first(id: string): Promise<boolean> {
    this.#questions += 1;
    const question = this.#questions;
    return new Promise((resolve) => {
      this.#waiting.set(question, resolve);
      this.#ask(question, id);
    });
  }

  answered(question: number, isFirst: boolean): void {
    this.#waiting.get(question)?.(isFirst);
    this.#waiting.delete(question);
  }
}
