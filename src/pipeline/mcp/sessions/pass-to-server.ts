import { passedToServer, refusedResponse } from '../../../api/mcp/older-revisions/session-messages.ts';
import type { Exchange } from '../../exchange.ts';
import { sendText } from '../../own-answer.ts';
import type { Next, Stage } from '../../stage.ts';
import type { McpServer } from '../servers/mcp-server.ts';
import { CallFault, errorInSession } from '../servers/server-call-fault.ts';

/**
 * Passes a client's notification or response on to the server of its session. Guards check a response. The server gets
 * an error in place of a refused one, so that it does not wait.
 *
 * @param inspect Absent without guards.
 */
export async function passToServer(
  exchange: Exchange,
  server: McpServer,
  inspect: Stage | undefined,
): Promise<void> {
  const message = exchange.asked!.message!;
  const text = passedToServer(message);
  if (text === undefined) return sendText(exchange, 202, '');
  const send: Next = async () => {
    await deliver(exchange, server, text);
    sendText(exchange, 202, '');
  };
  if (message.kind !== 'response' || inspect === undefined) return send(exchange);
  let isPassed = false;
  try {
    await inspect(exchange, (one) => {
      isPassed = true;
      return send(one);
    });
  } finally {
    if (!isPassed) await deliver(exchange, server, refusedResponse(message.idText!)).catch(() => {});
  }
}

async function deliver(exchange: Exchange, server: McpServer, text: string): Promise<void> {
  const { out } = server.availability;
  // A call that goes on while its server is drained, or fails others, may wait for it.
  const isAwaited =
    out?.kind === 'drained' || (out?.kind === 'out' && exchange.asked!.method === '(response)');
  if (out !== undefined && !isAwaited) throw errorInSession(server.name, out);
  try {
    await server.sender.notify(text, exchange.asked!.session!.session);
  } catch (error) {
    throw error instanceof CallFault ? errorInSession(server.name, error) : error;
  }
}
