import type { AdminParts } from '../admin-parts.ts';
import { audit } from '../audit.ts';
import { flushAnswer, queuesAnswer } from '../contract/queues.ts';
import type { Route } from '../http/admin-route.ts';
import { waitingRequests } from '../waiting-requests.ts';
import { jsonRoute } from './api-route.ts';

/** Requests that wait for slots. */
export function queueRoutes({ view, log }: AdminParts): readonly Route[] {
  return [
    jsonRoute({
      method: 'GET',
      path: '/api/queues',
      access: 'read',
      summary: 'Who waits for slots on this host, by model, class and key, and since when.',
      answers: queuesAnswer,
      answer: () => ({ queues: waitingRequests(view) }),
    }),
    jsonRoute({
      method: 'POST',
      path: '/api/queues/{id}/flush',
      access: 'change',
      summary: 'Sends away who waits for a model on this host: each gets 429 `queue_full`.',
      answers: flushAnswer,
      answer({ id, caller, address }) {
        const sentAway = view.rooms.flush(id);
        audit(log, { what: 'queue flushed', caller, address, model: id });
        return { model: id, sent_away: sentAway };
      },
    }),
  ];
}
