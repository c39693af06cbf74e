import type { Dialect } from '../../api/dialects/dialect.ts';
import { dialectOf } from '../../api/dialects/index.ts';
import { type EndpointName, perEndpoint } from '../../api/endpoints/index.ts';
import type { BackendConfig } from '../../config/types.ts';
import { providerOf } from '../../observe/semantic-names.ts';

/**
 * How requests to an endpoint reach a backend. What a client is owed goes by the endpoint that it called; what is sent,
 * and how that is answered, goes by this. The credential is the backend's, the same on all of its routes.
 */
export interface Route {
  /** `gen_ai.provider.name` of whoever runs the backend. */
  readonly provider: string;
  /** What the backend speaks there. */
  readonly dialect: Dialect;
  /** A stream tells its usage only when it is asked to, and may be. */
  readonly asksForUsage: boolean;
  /** Complete request path. */
  readonly path: string;
}

/** The routes of a backend, made when it is. */
export function routesOf({
  name,
  address,
  paths,
  usageInStreams,
}: BackendConfig): Readonly<Record<EndpointName, Route>> {
  const provider = address.kind === 'url' ? providerOf(address.hostname, name) : name;
  return perEndpoint((endpoint) => ({
    provider,
    dialect: dialectOf[endpoint.name],
    asksForUsage: usageInStreams === 'ask' && dialectOf[endpoint.name].usageOnRequest,
    path: paths[endpoint.name],
  }));
}
