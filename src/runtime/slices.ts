import { setImmediate as breathe } from 'node:timers/promises';

/** What a request may have to wait for at most, on a machine of our days. */
const sliceMs = 4;

/** Runs work that is cut into steps to its end, letting requests through in between. */
export async function inSlices<T>(steps: Iterator<unknown, T>): Promise<T> {
  let since = performance.now();
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value as T;
    if (performance.now() - since < sliceMs) continue;
    await breathe();
    since = performance.now();
  }
}
