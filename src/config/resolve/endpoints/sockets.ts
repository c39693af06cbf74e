import type { EndpointSet } from '../../../api/endpoints/declared-endpoints/endpoint-set.ts';
import { type BuiltInName, endpoints as builtIn, endpointNames } from '../../../api/endpoints/index.ts';
import type { GatewayFile } from '../../schema/generated/file.generated.ts';
import type { ModelConfig } from '../../types/models.ts';
import { type Context, wrong } from '../context.ts';

/** The endpoints that are served over WebSockets, too: where one could be, some deployment serves it, and nothing says no. */
export function socketEndpoints(
  context: Context,
  written: GatewayFile['endpoints'],
  endpoints: EndpointSet,
  models: ReadonlyMap<string, ModelConfig>,
): readonly BuiltInName[] {
  for (const [name, { websocket }] of Object.entries(written)) {
    const path = ['endpoints', name];
    if (websocket === undefined || !context.intact(path) || possible.some((one) => one === name)) continue;
    const message = `is for ${possible.join(' and ')}; ${name} is not served over WebSockets`;
    wrong(context, [...path, 'websocket'], 'bad_endpoint', message, { hint: 'take it out' });
  }
  return possible.filter(
    (name) =>
      written[name]?.websocket !== false && endpoints.of(name) === builtIn[name] && isServed(name, models),
  );
}

const possible: readonly BuiltInName[] = endpointNames.filter((name) => builtIn[name].socket !== undefined);

function isServed(name: BuiltInName, models: ReadonlyMap<string, ModelConfig>): boolean {
  for (const { deployments } of models.values()) {
    if (deployments.some(({ endpoints }) => endpoints[name] !== undefined)) return true;
  }
  return false;
}
