/** What a retry budget is filled with. */
export interface RetryBudgetSettings {
  readonly perRequest: number;
  readonly perSecond: number;
  /** It begins full. */
  readonly full: number;
}

const defaults: RetryBudgetSettings = { perRequest: 0.2, perSecond: 10, full: 100 };

/** Keeps an outage from doubling the load: further attempts of all of a worker's requests share one bucket. */
export interface RetryBudget {
  /** A request has come. */
  earn(): void;
  /** Takes one attempt from the bucket; false when there is none to take. */
  spend(): boolean;
}

/** A bucket that is filled by requests and by time; `now` is a monotonic clock in milliseconds. */
export function retryBudget(
  now: () => number = () => performance.now(),
  { perRequest, perSecond, full }: RetryBudgetSettings = defaults,
): RetryBudget {
  let filledAt = now();
  let held = full;
  const fill = (extra: number): void => {
    const at = now();
    held = Math.min(full, held + ((at - filledAt) / 1000) * perSecond + extra);
    filledAt = at;
  };
  return {
    earn: () => fill(perRequest),
    spend() {
      fill(0);
      if (held < 1) return false;
      held -= 1;
      return true;
    },
  };
}
