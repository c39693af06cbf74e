import { mcpServerName } from '../../../config/derived/mcp-server-name.ts';
import type { McpServerConfig } from '../../../config/types/mcp.ts';
import { GatewayError } from '../../../errors.ts';
import { deploymentOwner } from '../../../limits/accounts/owners.ts';
import { asUnavailable } from '../../../limits/limit-refusal.ts';
import { type Meters, metersIn, metersOf } from '../../../limits/rules.ts';
import type { Parts } from '../../parts.ts';
import { ClientGone } from '../../request-body.ts';
import type { Stage } from '../../stage.ts';

/** Bounds the calls of all keys together at a server (`rate_limit`). Undefined if no server has a limit. */
export function limitServer(
  servers: ReadonlyMap<string, McpServerConfig>,
  { limits: limiter }: Pick<Parts, 'limits'>,
): Stage | undefined {
  const limited = [...servers.values()].filter(({ limits }) => limits !== undefined);
  if (limiter === undefined || limited.length === 0) return undefined;
  const { store } = limiter;
  const byServer = new Map<string, Meters>(
    limited.map(({ name, limits }) => {
      const owner = deploymentOwner(mcpServerName(name));
      return [name, metersOf(owner.account, metersIn(limits!, undefined, owner))];
    }),
  );
  return async function limitServer(exchange, next) {
    const { server } = exchange.asked!;
    const meters = byServer.get(server!);
    if (meters === undefined) return next(exchange);
    const asked = store.spend({ meters, tokens: 0 });
    const verdict = asked instanceof Promise ? await asked.catch(rethrown) : asked;
    if (!verdict.admitted) throw atLimit(server!, verdict.retryAfterMs);
    try {
      if (exchange.gone) throw new ClientGone();
      await next(exchange);
    } finally {
      verdict.grant.settle({ attempted: exchange.relayed.attempts > 0, tokens: 0, costNanoUsd: 0 });
    }
  };
}

function atLimit(server: string, retryAfterMs: number): GatewayError {
  return new GatewayError(
    'capacity_exceeded',
    `The server ${server} has reached its rate_limit; try again in ${Math.max(1, Math.ceil(retryAfterMs / 1000))} s.`,
    { retryAfterMs },
  );
}

function rethrown(error: unknown): never {
  throw asUnavailable(error);
}
