import type { NotifyEvent } from '../../config/types/telemetry.ts';

/** Something that operators can be told of. */
export interface Matter {
  readonly event: NotifyEvent;
  /** The subject, such as `key team-a, per day`: with the event it identifies the cause. */
  readonly about: string;
  /** One sentence for people. */
  readonly text: string;
}

/** `begun` and `over` of what lasts, `happened` of what does not, `test` of nothing at all. */
export type MessageState = 'begun' | 'over' | 'happened' | 'test';

/** One message, as it waits to be delivered. */
export interface Message {
  /** The same, however often it is sent. */
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly event: NotifyEvent | 'test';
  readonly state: MessageState;
  readonly about: string;
  readonly text: string;
}
