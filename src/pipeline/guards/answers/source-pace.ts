import type { AnswerSource } from '../../relay/answer/answer-sink.ts';

/** Holds the source of a stream back while the client is slow, or a whole window waits for the guards. */
export class SourcePace {
  isClientSlow = false;
  readonly #source: AnswerSource | undefined;
  #isPaused = false;

  constructor(source: AnswerSource | undefined) {
    this.#source = source;
  }

  /** @param isOver Nothing more comes, or is wanted: nothing is held back. */
  set({ isOver, isFull }: { readonly isOver: boolean; readonly isFull: boolean }): void {
    const isPaused = !isOver && (this.isClientSlow || isFull);
    if (isPaused === this.#isPaused) return;
    this.#isPaused = isPaused;
    if (isPaused) this.#source?.pause();
    else this.#source?.resume();
  }
}
