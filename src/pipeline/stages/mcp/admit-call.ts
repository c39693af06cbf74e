import { summaryOfNoModel } from '../../../api/body/no-body.ts';
import type { ServedEndpoint } from '../../../api/endpoints/index.ts';
import { mcp } from '../../../api/endpoints/mcp.ts';
import { mcpServerName } from '../../../config/derived/mcp-server-name.ts';
import type { McpServerConfig } from '../../../config/types/mcp.ts';
import type { ModelConfig } from '../../../config/types/models.ts';
import type { PlannedModel } from '../../../routing/routing-table.ts';
import type { Parts } from '../../parts.ts';
import type { Stage } from '../../stage.ts';
import { admit } from '../admit.ts';

/** A call of a tool uses no tokens. */
const noTokens = { input: 0, output: 0, isOpen: false } as const;

/**
 * Admits a call by the limits of its key, like a request of a model: the server takes the place of the model. Limits of
 * a key for some models alone know it as `mcp/NAME`. Undefined if nobody has a limit.
 */
export function admitCall(
  servers: ReadonlyMap<string, McpServerConfig>,
  parts: Pick<Parts, 'limits'> & Parameters<typeof admit>[2],
): Stage | undefined {
  const { limits } = parts;
  if (limits === undefined) return undefined;
  const admitted = admit(limits, () => noTokens, parts);
  const plans = new Map([...servers.values()].map((server) => [server.name, [planned(server)]]));
  const summary = summaryOfNoModel(mcp as unknown as ServedEndpoint);
  return function admitCall(exchange, next) {
    exchange.plan = plans.get(exchange.asked!.server!)!;
    exchange.summary = summary;
    exchange.expectedNanoUsd = exchange.asked!.costNanoUsd;
    return admitted(exchange, next);
  };
}

function planned({ name, at }: McpServerConfig): PlannedModel {
  const model: ModelConfig = {
    id: mcpServerName(name),
    at,
    ownedBy: '',
    displayName: undefined,
    description: undefined,
    created: 0,
    balance: 'weighted',
    codex: undefined,
    sessionFrom: [],
    spill: undefined,
    queue: undefined,
    fallbacks: [],
    mirror: undefined,
    deployments: [],
  };
  return { model, eligible: [] };
}
