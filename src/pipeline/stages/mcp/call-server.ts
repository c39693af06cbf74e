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
  /** Milliseconds of the server's silence after which the client of a stream gets a comment. */
  readonly heartbeatMs: number;
}

/** Sends a request to its server, and passes the answer on as it arrives. */
export function callServer({ servers, ...parts }: CallParts): Stage {
  return function callServer(exchange) {
    const server = serverFor(exchange, servers.get(exchange.asked!.server!)!);
    return server instanceof Promise ? server.then((own) => call(exchange, own)) : call(exchange, server);
  };

  function call(exchange: Exchange, server: McpServer): Promise<void> {
    return new ToolCall(exchange, server, parts).run();
  }
}
