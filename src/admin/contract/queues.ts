import { queueClasses } from '../../config/types/queues.ts';
import { count, list, named, oneOf, type TypeOf, text, time, whole } from './shape.ts';

/** Requests of one key that wait for slots, in the room of one model and of one class. */
export const waitingRequests = named(
  'WaitingRequests',
  whole({
    model: text(),
    class: oneOf(...queueClasses),
    key: text(),
    waiting: count(),
    /** When the first of them came. */
    since: time(),
  }),
);
export type WaitingRequests = TypeOf<typeof waitingRequests>;

export const queuesAnswer = named('Queues', whole({ queues: list(waitingRequests) }));
export type QueuesAnswer = TypeOf<typeof queuesAnswer>;

export const flushAnswer = named('FlushedQueue', whole({ model: text(), sent_away: count() }));
export type FlushAnswer = TypeOf<typeof flushAnswer>;
