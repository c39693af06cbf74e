import type { Config } from '../config/types/gateway.ts';
import type { MetricsConfig, TracingConfig } from '../config/types/telemetry.ts';
import { writtenContentLog } from './written-content-log.ts';
import { writtenEndpoints } from './written-endpoints.ts';
import { writtenGuards } from './written-guards.ts';
import { writtenMcpServers } from './written-mcp-servers.ts';
import { writtenPrograms } from './written-programs.ts';

/**
 * A configuration with all sections in the fields of the file: changes are compared, reported and masked by the names
 * in the schema.
 */
export function writtenSettings(config: Config): Readonly<Record<string, unknown>> {
  const { contentLog, metrics, tracing, state, stateful } = config;
  const { secret, previous, ...others } = stateful ?? {};
  return {
    ...config,
    guards: writtenGuards(config.guards),
    mcp: config.mcp && { path: config.mcp.path, audience: config.mcp.audience },
    mcpServers: writtenMcpServers(config.mcp),
    contentLog: writtenContentLog(contentLog),
    metrics: metrics && writtenCollector(metrics),
    tracing: tracing && writtenCollector(tracing),
    programs: writtenPrograms(config),
    endpoints: writtenEndpoints(config),
    state: { ...state, ids: { secret, previous } },
    stateful: stateful && others,
  };
}

function writtenCollector({ url, ...rest }: MetricsConfig | TracingConfig): object {
  return { otlp: url, ...rest };
}
