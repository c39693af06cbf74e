import type { DeclaredEndpoint } from '../api/endpoints/declared-endpoints/endpoint-set.ts';
import { endpoints as builtIn, endpointNames } from '../api/endpoints/index.ts';
import type { Config } from '../config/types/gateway.ts';

/** The file's words on endpoints, in its fields: the declared ones, and all others. */
export function writtenEndpoints({ endpoints, declaredEndpoints }: Config): object {
  const others = endpointNames.map((name) => {
    const { defaultModel, websocket = true } = endpoints[name] ?? {};
    const canHaveSockets = builtIn[name].socket !== undefined;
    return [
      name,
      { default_model: defaultModel, websocket: canHaveSockets ? websocket : undefined },
    ] as const;
  });
  const declared = declaredEndpoints.map((one) => {
    const { defaultModel, deployments = [] } = endpoints[one.name] ?? {};
    return [one.name, { ...written(one, defaultModel), price: deployments[0]?.price }] as const;
  });
  return Object.fromEntries([...others, ...declared].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Two equal settings are equal here, with or without written defaults. */
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
