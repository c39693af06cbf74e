import { setImmediate as turn } from 'node:timers/promises';

/** The longest wait of a request, on a present-day machine. */
const sliceMs = 4;
/** While requests wait, they get this many parts of the time for each part of the work's. */
const shareOfRequests = 4;
/** A turn of the event loop that is over in less had no request in it. */
const emptyTurnMs = 0.1;

/** Runs work that is cut into steps to its end, letting requests through in between. */
export async function inStepsYielding<T>(steps: Iterator<unknown, T>): Promise<T> {
  let since = performance.now();
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value as T;
    const took = performance.now() - since;
    if (took < sliceMs) continue;
    await yieldToRequests(took);
    since = performance.now();
  }
}

/**
 * Lets requests through after work of so many milliseconds. Goes on when none is waiting, or when they have had their
 * share. Not at once after a single turn: a request needs several, and what lives on from the work is copied by each
 * collection of garbage, which is long where it was much in a short time.
 */
export async function yieldToRequests(tookMs: number): Promise<void> {
  let now = performance.now();
  const until = now + shareOfRequests * tookMs;
  for (;;) {
    const before = now;
    await turn();
    now = performance.now();
    if (now >= until || now - before < emptyTurnMs) return;
  }
}
