import type { QueuedTime } from '../exchange.ts';

/** Milliseconds that a request has waited for slots, as a whole number for headers. */
export function queuedMs({ fromMs, ms }: QueuedTime): string {
  return String(Math.round(ms ?? performance.now() - fromMs));
}
