import { mcpServerName } from '../../config/derived/mcp-server-name.ts';
import type { GatewayError } from '../../errors.ts';
import { Passage } from '../../limits/passage.ts';
import type { Exchange } from '../exchange.ts';
import type { Parts } from '../parts.ts';
import { askedId } from '../queue/wait-for-slots.ts';

const nothing = { input: 0, output: 0, isOpen: false } as const;

/**
 * Counts a request that a guard refuses as an ordinary one: a client that explores a guard has the usual limits.
 *
 * @throws GatewayError Nothing is left of them.
 */
export async function countRefusal(exchange: Exchange, limiter: Parts['limits']): Promise<void> {
  const { limits, plan, asked: tool } = exchange;
  const [first] = plan;
  const asked = first === undefined ? tool?.server && mcpServerName(tool.server) : askedId(first);
  if (limiter === undefined || limits === undefined || asked === undefined) return;
  const passage = new Passage(limiter.store, limits, nothing);
  let refused: GatewayError | undefined;
  try {
    refused = await passage.takeRates(asked);
  } catch {
    // The request is refused even where nothing can be counted.
    return;
  }
  exchange.quota = passage.quota;
  passage.settle({ attempted: true, tokens: 0, costNanoUsd: 0 }, [asked]);
  if (refused !== undefined) throw refused;
}
