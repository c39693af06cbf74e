/** Reads answers that report the usage of a batch, as they go to the client. */
import { type BatchUse, useOfBatch, useOfResult } from '../../../api/batch-usage.ts';
import { parseObject } from '../../../lib/json.ts';
import { AnswerPieces } from './answer-pieces.ts';
import type { AnswerSink } from './answer-sink.ts';

export type TakeUse = (use: BatchUse) => void;

/** The usage in a line of results, and the number of lines before it. */
export interface LineUse {
  readonly place: number;
  readonly use: BatchUse;
}

/** @param lines The number of lines so far. */
export type TakeLines = (uses: readonly LineUse[], lines: number) => void;

/** Lines that are reported at a time: a batch has up to 100,000. */
const linesAtATime = 500;

/** OpenAI's batch object. */
export class BatchObject extends AnswerPieces {
  readonly #take: TakeUse;

  constructor(next: AnswerSink, take: TakeUse) {
    super(next);
    this.#take = take;
  }

  protected look(bytes: Buffer): void {
    this.hold(bytes);
  }

  protected piece(text: string): void {
    const batch = parseObject(text);
    const use = batch && useOfBatch(batch);
    if (use !== undefined) this.#take(use);
  }
}

/** The results of a batch, a line each. They are reported in parts, in their order. */
export class BatchResults extends AnswerPieces {
  readonly #take: TakeLines;
  readonly #useOf: (line: string) => BatchUse | undefined;
  #lines = 0;
  #uses: LineUse[] = [];

  /** @param useOf Reads the usage of a line; by default of a message batch's results. */
  constructor(next: AnswerSink, take: TakeLines, useOf = useOfResult) {
    super(next);
    this.#take = take;
    this.#useOf = useOf;
  }

  protected look(bytes: Buffer): void {
    this.lookAtLines(bytes);
  }

  protected piece(text: string): void {
    // Lines that are too long to be read have their places, too.
    const place = this.#lines + this.unread;
    this.#lines += 1;
    const use = this.#useOf(text);
    if (use !== undefined) this.#uses.push({ place, use });
    if (this.#lines % linesAtATime === 0) this.#tell();
  }

  /** Reports the rest at the end. The last line may lack only its line end. */
  over(): void {
    const rest = this.takeRest();
    if (parseObject(rest) !== undefined) this.piece(rest);
    this.#tell();
  }

  #tell(): void {
    if (this.#uses.length === 0) return;
    this.#take(this.#uses, this.#lines + this.unread);
    this.#uses = [];
  }
}
