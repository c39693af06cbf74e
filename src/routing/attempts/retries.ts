/** A request is tried at most so often, over all models of its chain. */
export const maxAttemptsInAll = 6;

/** The state of a request when a model's turn comes. */
export interface AttemptsSoFar {
  /** Attempts made on the models before this one. */
  readonly made: number;
  /** Models of the plan that come after this one. */
  readonly modelsToCome: number;
  /** `routing.max_attempts`. */
  readonly maxPerModel: number;
}

/**
 * The most attempts on a model: one of the six is kept back for each model still to come, so that a long list of bad
 * deployments can't use up the fallbacks' chance. In a chain too long for that, the earlier models are served first
 * with one attempt each.
 */
export function attemptAllowance({ made, modelsToCome, maxPerModel }: AttemptsSoFar): number {
  const left = maxAttemptsInAll - made;
  if (left <= 0) return 0;
  return Math.min(maxPerModel, Math.max(1, left - modelsToCome));
}

/** The settings that fill a retry budget. */
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

const seconds = /^\d{1,10}(?:\.\d+)?$/;
const imfFixdate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const rfc850Date = /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/;
const asctimeDate = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;

/**
 * The milliseconds that a Retry-After header asks to wait, from `wallNow` (milliseconds since the epoch): whole
 * seconds, as some send them also fractions, or a date in any of the three forms of RFC 9110 section 5.6.7.
 * 0 for a date that is over, undefined for anything else.
 */
export function retryAfterMs(header: string | undefined, wallNow: number): number | undefined {
  const value = header?.trim() ?? '';
  if (seconds.test(value)) return Math.round(Number(value) * 1000);
  // The forms are checked first because Date.parse takes almost anything for a date, and asctime for local time.
  let at = Number.NaN;
  if (imfFixdate.test(value) || rfc850Date.test(value)) at = Date.parse(value);
  else if (asctimeDate.test(value)) at = Date.parse(`${value} GMT`);
  return Number.isNaN(at) ? undefined : Math.max(0, at - wallNow);
}
