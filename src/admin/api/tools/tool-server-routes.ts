import type { AdminParts } from '../../admin-parts.ts';
import { toolServersAnswer } from '../../contract/tools.ts';
import type { Route } from '../../http/admin-route.ts';
import { toolServers } from '../../live/tool-server-states.ts';
import { jsonRoute } from '../api-route.ts';

/** The servers of `mcp`, and what is known of them. */
export function toolServerRoutes({ view }: AdminParts): readonly Route[] {
  return [
    jsonRoute({
      method: 'GET',
      path: '/api/tools',
      access: 'read',
      summary: 'The servers of `mcp`: their state, and how many tools, prompts and resources each offers.',
      answers: toolServersAnswer,
      answer: async () => ({ servers: await toolServers(view) }),
    }),
  ];
}
