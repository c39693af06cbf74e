import { GatewayError } from '../../../errors.ts';
import { tokenIn } from '../../../identity/read-jwt.ts';
import { digestToken } from '../../../identity/token-check.ts';
import type { Exchange } from '../../exchange.ts';
import type { McpServer } from '../servers/mcp-server.ts';

/**
 * The server as the caller of a request uses it: for most servers the same for all. If it gets the token of the caller,
 * the token is exchanged first. Rejects with the caller's answer.
 *
 * @throws GatewayError if the server needs a token, and none came
 */
export function serverFor({ caller, head }: Exchange, server: McpServer): McpServer | Promise<McpServer> {
  const { callers, name } = server;
  if (callers === undefined) return server;
  const token = caller === undefined ? undefined : tokenIn(head.authorization);
  if (token !== undefined) return callers.of(digestToken(token), token);
  throw new GatewayError(
    'token_required',
    `The server ${name} has to know who is calling: come with a token of your issuer in place of a key.`,
    { reason: `${name}: no token came, and its \`auth\` exchanges those of callers.` },
  );
}
