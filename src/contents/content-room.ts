/** The bound on a worker's contents that are not kept yet. */
const mostBytes = 64 * 1024 * 1024;

export type ContentOutcome = 'kept' | 'dropped' | 'refused' | 'lost';

/** The room for contents in one worker, whatever keeps them, and what became of them so far. */
export class ContentRoom {
  #usedBytes = 0;
  /** Something was to be kept here. */
  isUsed = false;
  readonly counts: Record<ContentOutcome, number> = { kept: 0, dropped: 0, refused: 0, lost: 0 };
  readonly #mostBytes: number;

  constructor(most: number = mostBytes) {
    this.#mostBytes = most;
  }

  get usedBytes(): number {
    return this.#usedBytes;
  }

  take(bytes: number): boolean {
    this.isUsed = true;
    if (this.#usedBytes + bytes > this.#mostBytes) return false;
    this.#usedBytes += bytes;
    return true;
  }

  free(bytes: number): void {
    this.#usedBytes -= bytes;
  }
}
