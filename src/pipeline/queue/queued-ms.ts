import type { QueuedTime } from '../exchange.ts';

/** How long a request has waited for slots, in whole milliseconds, as headers tell it. */
export function queuedMs({ fromMs, ms }: QueuedTime): string {
  return String(Math.round(ms ?? performance.now() - fromMs));
}
