import type { AdminParts } from '../../admin-parts.ts';
import {
  type OfferedToolsAnswer,
  offeredToolsAnswer,
  toolServersAnswer,
} from '../../contract/tool-servers.ts';
import { AdminRefusal } from '../../http/admin-refusal.ts';
import type { Route } from '../../http/admin-route.ts';
import { keptTools, toolServers } from '../../live/tool-server-states.ts';
import { jsonRoute } from '../api-route.ts';
import { word } from '../parameters.ts';

/** The servers of `mcp`, and what is known of them. */
export function toolServerRoutes({ view, queryProcess }: AdminParts): readonly Route[] {
  async function offered(server: string): Promise<OfferedToolsAnswer> {
    if (view.config.mcp?.servers.has(server) !== true)
      throw new AdminRefusal(
        'not_found',
        `No server of \`mcp\` is named "${server}"; GET /api/tools lists them.`,
      );
    const kept = keptTools(await view.toolServers(), server);
    const names = kept?.names ?? [];
    const question = { server, tools: names };
    const { users, ...granted } = await queryProcess.ask(view.transfer, 'tool_users', question);
    const drained = new Set(view.drains.of('tools').map(({ name }) => name));
    return {
      server,
      listed: kept?.listed ?? null,
      tools: names.map((name, index) => ({
        name,
        drained: drained.has(`${server}/${name}`),
        grants: users[index]!,
      })),
      ...granted,
    };
  }

  return [
    jsonRoute({
      method: 'GET',
      path: '/api/tools',
      access: 'read',
      summary: 'The servers of `mcp`: their state, and how many tools, prompts and resources each offers.',
      answers: toolServersAnswer,
      answer: async () => ({ servers: await toolServers(view) }),
    }),
    jsonRoute({
      method: 'GET',
      path: '/api/offered-tools',
      access: 'read',
      summary: 'The tools in the list of a server of `mcp` that is kept, and the keys that may use each.',
      query: { server: word('A server of `mcp`.') },
      answers: offeredToolsAnswer,
      answer: ({ query }) => offered(query.server ?? ''),
    }),
  ];
}
