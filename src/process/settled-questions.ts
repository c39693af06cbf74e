/** The questions between processes about objects that are counted once: one process remembers for all. */
import type { SettledIds } from '../limits/settled-object-ids.ts';

/** A question, as one of the methods of `SettledIds`; plain data, for any channel. */
export interface SettledQuestion {
  readonly question: number;
  readonly asks: 'first' | 'note' | 'noted' | 'advance';
  readonly id: string;
  /** Of a note. */
  readonly text?: string;
  /** To advance to. */
  readonly parts?: number;
}

export interface SettledAnswer {
  readonly question: number;
  readonly isFirst?: boolean;
  /** The noted text. */
  readonly text?: string | undefined;
  /** Before it was advanced; left out where the object is remembered as a whole. */
  readonly parts?: number;
}

interface Waiting {
  resolve(answer: SettledAnswer): void;
  reject(error: Error): void;
}

/** Asks another process. Rejects where that one has gone. */
export class SettledQuestions implements SettledIds {
  readonly #ask: (question: SettledQuestion) => void;
  readonly #waiting = new Map<number, Waiting>();
  #questions = 0;
  #lost: Error | undefined;

  constructor(ask: (question: SettledQuestion) => void) {
    this.#ask = ask;
  }

  async first(id: string): Promise<boolean> {
    return (await this.#answerTo({ asks: 'first', id })).isFirst === true;
  }

  async note(id: string, text: string): Promise<void> {
    await this.#answerTo({ asks: 'note', id, text });
  }

  async noted(id: string): Promise<string | undefined> {
    return (await this.#answerTo({ asks: 'noted', id })).text;
  }

  async advance(id: string, parts: number): Promise<number> {
    return (await this.#answerTo({ asks: 'advance', id, parts })).parts ?? Number.POSITIVE_INFINITY;
  }

  answered(answer: SettledAnswer): void {
    this.#waiting.get(answer.question)?.resolve(answer);
    this.#waiting.delete(answer.question);
  }

  /** Nobody answers any more. */
  lose(error: Error): void {
    this.#lost = error;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }

  #answerTo(asked: Omit<SettledQuestion, 'question'>): Promise<SettledAnswer> {
    this.#questions += 1;
    const question = this.#questions;
    const lost = this.#lost;
    if (lost !== undefined) return Promise.reject(lost);
    return new Promise((resolve, reject) => {
      this.#waiting.set(question, { resolve, reject });
      this.#ask({ question, ...asked });
    });
  }
}

/** Answers where it is remembered. */
export async function answerSettled(
  settled: SettledIds,
  { question, asks, id, text = '', parts = 0 }: SettledQuestion,
): Promise<SettledAnswer> {
  switch (asks) {
    case 'first':
      return { question, isFirst: await settled.first(id) };
    case 'note':
      await settled.note(id, text);
      return { question };
    case 'noted':
      return { question, text: await settled.noted(id) };
    case 'advance': {
      // Infinity is no JSON.
      const before = await settled.advance(id, parts);
      return Number.isFinite(before) ? { question, parts: before } : { question };
    }
  }
}
