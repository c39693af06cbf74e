import type { Implementation } from '../../../api/mcp/protocol-versions.ts';
import type { Exchange } from '../../exchange.ts';
import { serverFor } from '../../mcp/callers/server-for.ts';
import type { McpServer } from '../../mcp/servers/mcp-server.ts';
import { ToolCall } from '../../mcp/tool-call.ts';
import type { ByteBudget } from '../../relay/held-bytes.ts';
import type { Stage } from '../../stage.ts';

interface CallParts {
  readonly servers: ReadonlyMap<string, McpServer>;
  readonly self: Implementation;
  readonly budget: ByteBudget;
  /** After so long a silence of the server the client of a stream gets a comment. */
  readonly heartbeatMs: number;
}

/** Sends what is asked for to its server, and the answer to the client as it comes. */
export function callServer({ servers, ...parts }: CallParts): Stage {
  return function callServer(exchange) {
    const server = serverFor(exchange, servers.get(exchange.asked!.server!)!);
    return server instanceof Promise ? server.then((own) => call(exchange, own)) : call(exchange, server);
  };

  function call(exchange: Exchange, server: McpServer): Promise<void> {
    return new ToolCall(exchange, server, parts).run();
  }
}
