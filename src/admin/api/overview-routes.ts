import { stateFamilies } from '../../observe/metrics/metric-families.ts';
import type { GatewayView } from '../../supervisor/gateway-view.ts';
import type { WorkerMetrics as GatewayFigures } from '../../supervisor/worker-metrics.ts';
import type { AdminParts } from '../admin-parts.ts';
import type { DeploymentState, OverviewAnswer } from '../contract/answers.ts';
import { json } from '../http/admin-answer.ts';
import type { Route } from '../http/admin-route.ts';
import { deploymentStates } from '../live/deployment-states.ts';
import type { UsageView } from '../services.ts';
import { gatewayAnswer } from './gateway-answer.ts';
import { count } from './request-fields.ts';

const quarterSeconds = 900;
const hourSeconds = 3600;
const mostNames = 8;

/** How the gateway does: figures of the last quarter or whole hour, of the day, and who made them. */
export function overviewRoutes({ view, memory, usage }: AdminParts): readonly Route[] {
  const { lastHour } = memory;
  return [
    {
      method: 'GET',
      path: '/api/overview',
      access: 'read',
      async answer({ query }) {
        const isShort = count(query, 'window', quarterSeconds, hourSeconds) <= quarterSeconds;
        const [windowSeconds, stepSeconds] = isShort ? [quarterSeconds, 10] : [hourSeconds, 30];
        const figures = await figuresOf(view);
        const states = figures && deploymentStates(figures);
        const answer: OverviewAnswer = {
          gateway: await gatewayAnswer(view),
          in_flight: figures?.get(stateFamilies.requestsInFlight.name)?.get('')?.[0] ?? null,
          window_seconds: windowSeconds,
          window: lastHour.window(windowSeconds),
          today: await today(usage),
          step_seconds: stepSeconds,
          series: lastHour.series(windowSeconds, stepSeconds),
          models: lastHour.shares('model', windowSeconds).busiest(mostNames),
          keys: lastHour.shares('key', windowSeconds).busiest(mostNames),
          unwell: [...(states ?? [])]
            .filter(
              ([, { standing, workers_out, workers_probed_down }]) =>
                standing !== 'healthy' || workers_out + workers_probed_down > 0,
            )
            .map(([deployment, state]) => ({ deployment, ...state })),
        };
        return json(answer);
      },
    },
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

/** How the deployments are; undefined where no worker tells. */
export async function statesOf(view: GatewayView): Promise<ReadonlyMap<string, DeploymentState> | undefined> {
  const figures = await figuresOf(view);
  return figures && deploymentStates(figures);
}

/** Workers that don't answer must not keep the page from the rest. */
async function figuresOf(view: GatewayView): Promise<GatewayFigures | undefined> {
  try {
    return await view.metrics();
  } catch {
    return undefined;
  }
}
