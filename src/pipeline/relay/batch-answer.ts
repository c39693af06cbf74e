/** Looks, as they go to the client, at answers that say what a batch used. */
import { type BatchUse, useOfBatch, useOfResult } from '../../api/batch-usage.ts';
import { parseObject } from '../../lib/json.ts';
import { AnswerPieces } from './answer-pieces.ts';
import type { AnswerSink } from './answer-sink.ts';

export type TakeUse = (use: BatchUse) => void;

abstract class BatchAnswer extends AnswerPieces {
  protected readonly take: TakeUse;

  constructor(next: AnswerSink, take: TakeUse) {
    super(next);
    this.take = take;
  }
}

/** OpenAI's batch object. */
export class BatchObject extends BatchAnswer {
  protected look(bytes: Buffer): void {
    this.hold(bytes);
  }

  protected piece(text: string): void {
    const batch = parseObject(text);
    const use = batch && useOfBatch(batch);
    if (use !== undefined) this.take(use);
  }
}

/** The results of a message batch, a line each. */
export class BatchResults extends BatchAnswer {
  protected look(bytes: Buffer): void {
    this.lookAtLines(bytes);
  }

  protected piece(text: string): void {
    const use = useOfResult(text);
    if (use !== undefined) this.take(use);
  }
}
