/** UsagePolling, as they go to the client, at answers that say what a batch used. */
import { type BatchUse, useOfBatch, useOfResult } from '../../../api/batch-usage.ts';
import { parseObject } from '../../../lib/json.ts';
import { AnswerPieces } from './answer-pieces.ts';
import type { AnswerSink } from './answer-sink.ts';

export type TakeUse = (use: BatchUse) => void;

/** What a line of results says, by how many come before it. */
export interface LineUse {
  readonly place: number;
  readonly use: BatchUse;
}

/** @param lines How many have come so far. */
export type TakeLines = (uses: readonly LineUse[], lines: number) => void;

/** So many lines are told at a time: a batch has up to 100,000. */
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

/** The results of a batch, a line each. They are told in parts, in their order. */
export class BatchResults extends AnswerPieces {
  readonly #take: TakeLines;
  readonly #useOf: (line: string) => BatchUse | undefined;
  #lines = 0;
  #uses: LineUse[] = [];

  /** @param useOf What a line says; by default that of a message batch's results. */
  constructor(next: AnswerSink, take: TakeLines, useOf = useOfResult) {
    super(next);
    this.#take = take;
    this.#useOf = useOf;
  }

  protected look(bytes: Buffer): void {
    this.lookAtLines(bytes);
  }

  protected piece(text: string): void {
    // Those that are too long to be read have their places, too.
    const place = this.#lines + this.unread;
    this.#lines += 1;
    const use = this.#useOf(text);
    if (use !== undefined) this.#uses.push({ place, use });
    if (this.#lines % linesAtATime === 0) this.#tell();
  }

  /** No more comes: tells what is left. The last line may lack no more than its end. */
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
