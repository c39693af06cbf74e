import { GatewayError } from '../../errors.ts';
import type { QueueOutcome } from '../../limits/queue/queue-demand.ts';
import { shortDuration } from '../../limits/rate-limit-headers.ts';

/** The time to retry after if the wait is unknown. */
const usualRetryMs = 1000;

type Refused = Extract<QueueOutcome, { kind: 'refused' }>;

/** The client's error if its request may not wait, or waited in vain. */
export function queueRefusal(
  { why, retryAfterMs = usualRetryMs, waiting }: Refused,
  waitMs: number,
): GatewayError {
  const options = { retryAfterMs: Math.max(usualRetryMs, retryAfterMs), reason: `${waiting} were waiting` };
  const again = `try again in ${shortDuration(options.retryAfterMs)}`;
  switch (why) {
    case 'full':
      return new GatewayError('queue_full', `As many requests wait as may; ${again}.`, options);
    case 'flushed':
      return new GatewayError('queue_full', `The operator sent away those that waited; ${again}.`, options);
    case 'in_vain':
      return new GatewayError(
        'queue_timeout',
        `What waits before this request takes longer than the ${shortDuration(waitMs)} that it may wait; ${again}.`,
        options,
      );
    case 'timeout':
      return new GatewayError(
        'queue_timeout',
        `No place became free within ${shortDuration(waitMs)}; ${again}.`,
        options,
      );
  }
}
