import type { RequestBatch } from '../../observe/request-batch.ts';
import { AttemptMemory } from './deployment-attempts.ts';
import { LastUses } from './key-last-uses.ts';
import { LastHour } from './last-hour.ts';
import { RecentRequests } from './recent-requests.ts';
import { recordOf } from './request-record.ts';

/** The dashboard's memory of requests. It outlives the listener, which a reload may reopen. */
export class RequestMemory {
  readonly recent = new RecentRequests();
  readonly lastUses = new LastUses();
  readonly lastHour = new LastHour();
  readonly attempts = new AttemptMemory();

  add(batch: RequestBatch): void {
    for (const event of batch.recent) this.recent.add(recordOf(event));
    const now = new Date().toISOString();
    for (const { key } of batch.sums) if (key !== undefined) this.lastUses.used(key, now);
    this.lastHour.add(batch);
    this.attempts.add(batch.attempts);
  }
}
