import type { AdminParts } from '../admin-parts.ts';
import { guardsAnswer } from '../contract/guards.ts';
import type { Route } from '../http/admin-route.ts';
import { guardStates } from '../live/guard-states.ts';
import { jsonRoute } from './api-route.ts';
import { metricsOf } from './overview-routes.ts';

/** Guards, and what came of what they were shown. */
export function guardRoutes({ view }: AdminParts): readonly Route[] {
  return [
    jsonRoute({
      method: 'GET',
      path: '/api/guards',
      access: 'read',
      summary:
        'The guards: what became of what they were shown since the gateway started, and which are down.',
      answers: guardsAnswer,
      answer: async () => ({ guards: guardStates(view, await metricsOf(view)) }),
    }),
  ];
}
