/** The delay before a dead worker is replaced: none at first, then longer with each further death. */
export interface BackoffSettings {
  readonly firstDelayMs: number;
  readonly longestDelayMs: number;
  /** So many deaths within `windowMs` are more than a supervisor should be kept from seeing. */
  readonly tooMany: number;
  readonly windowMs: number;
}

export const usualBackoff: BackoffSettings = {
  firstDelayMs: 100,
  longestDelayMs: 30_000,
  tooMany: 10,
  windowMs: 60_000,
};

/** Deaths that are no sign of a loop: their replacements start at once. */
const forgiven = 2;

/** The deaths of workers in the last while. */
export class RestartBackoff {
  readonly #backoff: BackoffSettings;
  #times: readonly number[] = [];

  constructor(backoff: BackoffSettings = usualBackoff) {
    this.#backoff = backoff;
  }

  /** Counts one. Says after how many milliseconds to replace it; undefined when there were too many. */
  add(now: number): number | undefined {
    const { firstDelayMs, longestDelayMs, tooMany, windowMs } = this.#backoff;
    this.#times = [...this.#times.filter((at) => now - at < windowMs), now];
    const count = this.#times.length;
    if (count >= tooMany) return undefined;
    return count <= forgiven ? 0 : Math.min(longestDelayMs, firstDelayMs * 2 ** (count - forgiven - 1));
  }
}
