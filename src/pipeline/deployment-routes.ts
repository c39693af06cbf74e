import type { EndpointSet } from '../api/endpoints/declared-endpoints/endpoint-set.ts';
import type { BuiltInName, EndpointName } from '../api/endpoints/index.ts';
import { translationAt } from '../config/derived/endpoint-translation.ts';
import { wildcardPrefix } from '../config/derived/model-names.ts';
import type { Translation } from '../config/translation-settings.ts';
import type { Config } from '../config/types/gateway.ts';
import type { DeploymentConfig } from '../config/types/models.ts';
import type { Backend } from '../http/client/backend.ts';
import { type Route, routeFor, routeTo, translatedRoute } from '../http/client/route.ts';

/** A route through another dialect, and the same for a backend that refuses requests for the usage of streams. */
interface TranslatedRoutes {
  readonly usual: Route;
  readonly unasked: Route;
}

type OwnRoutes = Readonly<Partial<Record<EndpointName, Route>>>;

/**
 * The way of requests to each deployment: by the routes of its backend, except if a path names the model, and for
 * declared endpoints. Those routes are made once, when the configuration is loaded.
 */
export class DeploymentRoutes {
  readonly #own: ReadonlyMap<DeploymentConfig, OwnRoutes>;
  /** By backend, to the declared endpoints; undefined for none. */
  readonly #declared: ReadonlyMap<string, OwnRoutes> | undefined;
  /**
   * To endpoints that are served through another dialect. A wildcard's deployments are copied per request, these are
   * not.
   */
  readonly #translated: ReadonlyMap<Translation, TranslatedRoutes>;

  private constructor(
    own: ReadonlyMap<DeploymentConfig, OwnRoutes>,
    declared: ReadonlyMap<string, OwnRoutes> | undefined,
    translated: ReadonlyMap<Translation, TranslatedRoutes>,
  ) {
    this.#own = own;
    this.#declared = declared;
    this.#translated = translated;
  }

  /** Makes them model by model: a file may have thousands. `backends` may lack those that nothing is opened for. */
  static *steps(
    { models, backends: written }: Pick<Config, 'models' | 'backends'>,
    backends: ReadonlyMap<string, Backend>,
    endpoints: EndpointSet,
  ): Generator<void, DeploymentRoutes> {
    const own = new Map<DeploymentConfig, OwnRoutes>();
    const declared = declaredRoutes(written, endpoints);
    const all = [...backends].map(
      ([name, { routes }]) => [name, { ...routes, ...declared?.get(name) }] as const,
    );
    const naming = all.filter(([, routes]) => Object.values(routes).some((route) => route?.namesModel));
    const translated = translatedRoutes(models, written);
    if (naming.length === 0) return new DeploymentRoutes(own, declared, translated);
    const routes = new Map(naming.map(([name, routes]) => [name, Object.entries(routes)]));
    for (const { deployments } of models.values()) {
      for (const deployment of deployments) {
        const { backend, upstreamModel } = deployment;
        // The text for the `*` is known when a request comes.
        if (wildcardPrefix(upstreamModel) !== undefined) continue;
        const made = routes.get(backend)?.map(([name, route]) => [name, routeFor(route!, upstreamModel)]);
        if (made !== undefined) own.set(deployment, Object.fromEntries(made) as OwnRoutes);
      }
      yield;
    }
    return new DeploymentRoutes(own, declared, translated);
  }

  /** Some deployment serves an endpoint through another dialect. */
  get translates(): boolean {
    return this.#translated.size > 0;
  }

  /**
   * @param usageRefused Its backend refuses requests that ask a stream for its usage, so the translation leaves that
   * out.
   */
  to(
    deployment: DeploymentConfig,
    { routes, name }: Backend,
    endpoint: EndpointName,
    usageRefused = false,
  ): Route {
    const translation = translationAt(deployment, endpoint);
    if (translation !== undefined) {
      const { usual, unasked } = this.#translated.get(translation)!;
      return routeFor(usageRefused ? unasked : usual, deployment.upstreamModel);
    }
    const declared = this.#declared === undefined ? undefined : this.#declared.get(name)?.[endpoint];
    const route = declared ?? routes[endpoint as BuiltInName];
    if (!route.namesModel) return route;
    return this.#own.get(deployment)?.[endpoint] ?? routeFor(route, deployment.upstreamModel);
  }
}

function translatedRoutes(
  models: Config['models'],
  backends: Config['backends'],
): ReadonlyMap<Translation, TranslatedRoutes> {
  const routes = new Map<Translation, TranslatedRoutes>();
  for (const { deployments } of models.values()) {
    for (const { translations, backend } of deployments) {
      for (const translation of Object.values(translations ?? {})) {
        const config = backends.get(backend)!;
        const usual = translatedRoute(config, translation);
        const unasked = translation.asksForUsage
          ? translatedRoute(config, { ...translation, asksForUsage: false })
          : usual;
        routes.set(translation, { usual, unasked });
      }
    }
  }
  return routes;
}

function declaredRoutes(
  backends: Config['backends'],
  { declared }: EndpointSet,
): ReadonlyMap<string, OwnRoutes> | undefined {
  if (declared.length === 0) return undefined;
  return new Map(
    [...backends].map(([name, config]) => [
      name,
      Object.fromEntries(declared.map((endpoint) => [endpoint.name, routeTo(config, endpoint)])),
    ]),
  );
}
