import type { EndpointName } from '../api/endpoints/index.ts';
import { type DeploymentConfig, type ModelConfig, wildcardPrefix } from '../config/types.ts';
import type { Backend } from '../http/client/backend.ts';
import { type Route, routeFor } from '../http/client/route.ts';

type OwnRoutes = Readonly<Partial<Record<EndpointName, Route>>>;

/**
 * How requests reach each deployment: by the routes of its backend, but where a path names the model. Those are made
 * once, when the configuration is loaded.
 */
export class DeploymentRoutes {
  readonly #own: ReadonlyMap<DeploymentConfig, OwnRoutes>;

  private constructor(own: ReadonlyMap<DeploymentConfig, OwnRoutes>) {
    this.#own = own;
  }

  /** Makes them model by model: a file may have thousands. */
  static *steps(
    models: ReadonlyMap<string, ModelConfig>,
    backends: ReadonlyMap<string, Backend>,
  ): Generator<void, DeploymentRoutes> {
    const own = new Map<DeploymentConfig, OwnRoutes>();
    const naming = [...backends].filter(([, { routes }]) =>
      Object.values(routes).some((route) => route.namesModel),
    );
    if (naming.length === 0) return new DeploymentRoutes(own);
    const routes = new Map(naming.map(([name, backend]) => [name, Object.entries(backend.routes)]));
    for (const { deployments } of models.values()) {
      for (const deployment of deployments) {
        const { backend, upstreamModel } = deployment;
        // What the `*` stands for is known when a request comes.
        if (wildcardPrefix(upstreamModel) !== undefined) continue;
        const made = routes.get(backend)?.map(([name, route]) => [name, routeFor(route, upstreamModel)]);
        if (made !== undefined) own.set(deployment, Object.fromEntries(made) as OwnRoutes);
      }
      yield;
    }
    return new DeploymentRoutes(own);
  }

  to(deployment: DeploymentConfig, { routes }: Backend, endpoint: EndpointName): Route {
    const route = routes[endpoint];
    if (!route.namesModel) return route;
    return this.#own.get(deployment)?.[endpoint] ?? routeFor(route, deployment.upstreamModel);
  }
}
