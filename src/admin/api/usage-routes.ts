import type { AdminParts } from '../admin-parts.ts';
import type { UsageAnswer } from '../contract/answers.ts';
import { json } from '../http/admin-answer.ts';
import type { Route } from '../http/admin-route.ts';
import { type UsageGroup, usageGroups } from '../usage/usage-messages.ts';
import { bad, list, word } from './request-fields.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** What was used since a day: by default the last thirty, a row for each key. */
export function usageRoutes({ usage }: AdminParts): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/api/usage',
      access: 'read',
      async answer({ query }) {
        const since = day(query, 'since') ?? new Date(Date.now() - 30 * dayMs).toISOString().slice(0, 10);
        const by = list(query, 'by').map(groupNamed);
        const rows = await usage.usageByDay({
          from: since,
          to: day(query, 'until'),
          key: word(query, 'key'),
          groupBy: by.length === 0 ? ['key'] : by,
        });
        const answer: UsageAnswer = { since, rows };
        return json(answer);
      },
    },
  ];
}

function day(query: URLSearchParams, name: string): string | undefined {
  const text = word(query, name);
  if (text !== undefined && !(/^\d{4}-\d\d-\d\d$/.test(text) && Date.parse(text) >= 0)) {
    throw bad(`"${name}" must be a day such as 2026-01-31`);
  }
  return text;
}

function groupNamed(name: string): UsageGroup {
  const group = usageGroups.find((known) => known === name);
  if (group === undefined) throw bad(`"by" takes ${usageGroups.join(', ')}`);
  return group;
}
