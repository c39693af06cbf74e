import type { AdminParts } from '../admin-parts.ts';
import { type SpendingAnswer, spendingAnswer } from '../contract/overview.ts';
import { type UsageAnswer, usageAnswer } from '../contract/usage.ts';
import type { Route } from '../http/admin-route.ts';
import { type UsageGroup, usageGroups } from '../usage/usage-messages.ts';
import { jsonRoute } from './api-route.ts';
import { day, word, words } from './parameters.ts';
import { bad } from './request-fields.ts';

const hourSeconds = 3600;
const mostNames = 10;
const dayMs = 24 * 60 * 60 * 1000;

/** Usage since a day: by default the last thirty days, one row for each key. */
export function usageRoutes({ usage, memory: { lastHour } }: AdminParts): readonly Route[] {
  return [
    jsonRoute({
      method: 'GET',
      path: '/api/usage',
      access: 'read',
      summary: 'Tokens and cost by day, key, model, deployment and more.',
      query: {
        since: day('Default: thirty days ago.'),
        until: day('The last day.'),
        by: words(`Of ${usageGroups.join(', ')}: what it is added up by. Default: key.`),
        key: word('Only of this key.'),
      },
      answers: usageAnswer,
      async answer({ query }): Promise<UsageAnswer> {
        const since = query.since ?? new Date(Date.now() - 30 * dayMs).toISOString().slice(0, 10);
        const by = query.by.map(groupNamed);
        const rows = await usage.usageByDay({
          from: since,
          to: query.until,
          key: query.key,
          groupBy: by.length === 0 ? ['key'] : by,
        });
        return { since, rows };
      },
    }),
    jsonRoute({
      method: 'GET',
      path: '/api/spending',
      access: 'read',
      summary: 'Which keys and models spent most in the last hour.',
      answers: spendingAnswer,
      async answer(): Promise<SpendingAnswer> {
        return {
          seconds: hourSeconds,
          cost_usd: lastHour.window(hourSeconds).cost_usd,
          keys: lastHour.shares('key').dearest(mostNames),
          models: lastHour.shares('model').dearest(mostNames),
        };
      },
    }),
  ];
}

function groupNamed(name: string): UsageGroup {
  const group = usageGroups.find((known) => known === name);
  if (group === undefined) throw bad(`"by" takes ${usageGroups.join(', ')}`);
  return group;
}
