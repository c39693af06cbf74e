import type { DeclaredEndpoint } from '../api/endpoints/declared-endpoints/endpoint-set.ts';
import { type BuiltInName, endpoints as builtIn, endpointNames } from '../api/endpoints/index.ts';
import type { Config } from '../config/types/gateway.ts';

/** What a file says of endpoints, in its fields: of those that it declares, and of others. */
export function writtenEndpoints(config: Config): object {
  const { endpoints, declaredEndpoints } = config;
  const closed = withoutSockets(config);
  const names = [...Object.keys(endpoints), ...declaredEndpoints.map(({ name }) => name), ...closed];
  const settings: Readonly<Record<string, Config['endpoints'][keyof Config['endpoints']]>> = endpoints;
  return Object.fromEntries(
    [...new Set(names)].sort().map((name) => {
      const declared = declaredEndpoints.find((one) => one.name === name);
      const { defaultModel } = settings[name] ?? {};
      const websocket = closed.some((one) => one === name) ? false : undefined;
      if (declared === undefined) return [name, { default_model: defaultModel, websocket }];
      const [first] = settings[name]?.deployments ?? [];
      return [name, { ...written(declared, defaultModel), price: first?.price }];
    }),
  );
}

/** Those that could be served over sockets, are served, and have `websocket: false`. */
function withoutSockets({ sockets, models }: Config): readonly string[] {
  const isServed = (name: BuiltInName) =>
    [...models.values()].some(({ deployments }) =>
      deployments.some(({ endpoints }) => endpoints[name] !== undefined),
    );
  return endpointNames.filter(
    (name) => builtIn[name].socket !== undefined && !sockets.includes(name) && isServed(name),
  );
}

/** Two that say the same are the same here, whatever stands for defaults. */
function written(
  { model, body, failover, ...endpoint }: DeclaredEndpoint,
  usual: string | undefined,
): object {
  const { path, methods, family, answer, usage, events, estimate, backends } = endpoint;
  return {
    path,
    methods,
    family,
    body: body.kind,
    model: { ...model, default: usual },
    answer,
    failover: failover === 'same_model' ? 'model' : failover,
    usage: usage === 'none' ? undefined : usage,
    estimate,
    max_body: 'maxBytes' in body ? body.maxBytes : undefined,
    events: events && { terminal: events.ends[0] ?? '[DONE]' },
    backends: backends.length === 0 ? undefined : backends,
  };
}
