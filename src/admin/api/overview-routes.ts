import { stateFamilies } from '../../observe/metrics/metric-families.ts';
import type { GatewayView } from '../../supervisor/gateway-view.ts';
import type { WorkerMetrics } from '../../supervisor/worker-metrics.ts';
import type { AdminParts } from '../admin-parts.ts';
import type { DeploymentState } from '../contract/deployments.ts';
import { type OverviewAnswer, overviewAnswer } from '../contract/overview.ts';
import type { Route } from '../http/admin-route.ts';
import { deploymentStates } from '../live/deployment-states.ts';
import { guardStates } from '../live/guard-states.ts';
import { unwellToolServers } from '../live/tool-server-states.ts';
import type { UsageView } from '../services.ts';
import { jsonRoute } from './api-route.ts';
import { gatewayNow } from './gateway-answer.ts';
import { count } from './parameters.ts';

const quarterSeconds = 900;
const hourSeconds = 3600;
const mostNames = 8;

/** A span below a quarter hour counts as a quarter, a longer one as an hour. */
const span = count(
  { enum: [quarterSeconds, hourSeconds], default: quarterSeconds, description: 'Seconds.' },
  quarterSeconds,
  hourSeconds,
);

/** The state of the gateway: traffic of the last quarter or whole hour and of the day, with its callers. */
export function overviewRoutes({ view, memory, usage }: AdminParts): readonly Route[] {
  const { lastHour } = memory;
  return [
    jsonRoute({
      method: 'GET',
      path: '/api/overview',
      access: 'read',
      summary: 'Requests, latencies, tokens and cost of the last quarter or whole hour, and of today.',
      query: { window: span },
      answers: overviewAnswer,
      async answer({ query }): Promise<OverviewAnswer> {
        const isShort = query.window <= quarterSeconds;
        const [windowSeconds, stepSeconds] = isShort ? [quarterSeconds, 10] : [hourSeconds, 30];
        const metrics = await metricsOf(view);
        const states = metrics && deploymentStates(metrics);
        const figure = ({ name }: { readonly name: string }) => metrics?.get(name)?.get('')?.[0] ?? null;
        return {
          gateway: await gatewayNow(view),
          in_flight: figure(stateFamilies.requestsInFlight),
          open_sockets: figure(stateFamilies.openSockets),
          socket_turns: figure(stateFamilies.socketTurns),
          window_seconds: windowSeconds,
          window: lastHour.window(windowSeconds),
          today: await today(usage),
          step_seconds: stepSeconds,
          series: lastHour.series(windowSeconds, stepSeconds),
          models: lastHour.shares('model', windowSeconds).busiest(mostNames),
          keys: lastHour.shares('key', windowSeconds).busiest(mostNames),
          unwell: [...(states ?? [])]
            .filter(
              ([, { standing, workers_out, workers_probed_down, workers_without_credential }]) =>
                standing !== 'healthy' || workers_out + workers_probed_down + workers_without_credential > 0,
            )
            .map(([deployment, state]) => ({ deployment, ...state })),
          unwell_guards: guardStates(view, metrics).filter(({ standing }) => standing !== 'well'),
          unwell_tool_servers: unwellToolServers(view.config, metrics),
        };
      },
    }),
  ];
}

/** Every key's use of this day. What is over since midnight is kept in a file, so it holds through a restart. */
async function today(usage: UsageView): Promise<OverviewAnswer['today']> {
  try {
    const [sum] = await usage.usageByDay({ from: new Date().toISOString().slice(0, 10), groupBy: [] });
    const { requests = 0, failed = 0, input_tokens = 0, output_tokens = 0, cost_usd = 0 } = sum ?? {};
    return { requests, failed, input_tokens, output_tokens, cost_usd };
  } catch {
    return null;
  }
}

/** The states of the deployments; undefined while no worker answers. */
export async function statesOf(view: GatewayView): Promise<ReadonlyMap<string, DeploymentState> | undefined> {
  const metrics = await metricsOf(view);
  return metrics && deploymentStates(metrics);
}

/** Workers that don't answer must not keep the page from the rest. */
export async function metricsOf(view: GatewayView): Promise<WorkerMetrics | undefined> {
  try {
    return await view.metrics();
  } catch {
    return undefined;
  }
}
