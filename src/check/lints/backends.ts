import { type EndpointSet, endpointsOf } from '../../api/endpoints/declared-endpoints/endpoint-set.ts';
import { type EndpointName, endpointNames } from '../../api/endpoints/index.ts';
import { isLoopback } from '../../config/addresses.ts';
import { standardPaths } from '../../config/backend-url.ts';
import { serversByPath } from '../../config/derived/all-servers.ts';
import { translationAt } from '../../config/derived/endpoint-translation.ts';
import { hostInUrl } from '../../config/derived/host-in-url.ts';
import { isVendorDialect } from '../../config/dialect-paths.ts';
import type { Inspect } from '../../config/inspection.ts';
import type { BackendConfig } from '../../config/types/backends.ts';
import type { Config } from '../../config/types/gateway.ts';
import type { DeploymentConfig } from '../../config/types/models.ts';
import { servedEndpoints } from '../../routing/eligibility.ts';

/** A backend without a deployment, which gets no request. */
export const unusedBackends: Inspect = (config, found) => {
  const used = endpointsByBackend(config);
  const keeping = new Set(Object.values(config.stateful?.backends ?? {}).flat());
  for (const name of config.backends.keys()) {
    if (used.has(name) || keeping.has(name)) continue;
    found.atKey(['backends', name], 'unused_backend', 'no deployment uses this backend', {
      hint: 'take it out, or name it as the `backend` of a deployment',
    });
  }
};

/** The path of an endpoint after the version. */
const wholePath = new RegExp(
  `(?:${endpointNames.map((name) => escaped(standardPaths[name].slice('/v1'.length))).join('|')})$`,
);

/**
 * Endings of a base URL that `/v1/...` cannot follow: another version, the root of Gemini's OpenAI dialect, or the
 * whole path of one operation.
 */
const endings: readonly { readonly ending: RegExp; readonly what: string; readonly isExtra?: boolean }[] = [
  { ending: /\/v1$/, what: '/v1 twice', isExtra: true },
  { ending: /\/(v\d+(?:(?:alpha|beta)\d*)?)$/, what: 'another version' },
  { ending: /\/v\d+(?:alpha|beta)\d*\/(openai)$/, what: 'a root that has its version before it' },
  { ending: wholePath, what: 'the path of one endpoint, which the gateway adds itself', isExtra: true },
];

/** A base URL that ends in another version than the paths appended to it, and a path of its own with two versions. */
export const versionedUrls: Inspect = (config, found) => {
  const used = endpointsByBackend(config);
  const endpoints = endpointsOf(config);
  for (const backend of config.backends.values()) {
    const { name, address, paths } = backend;
    if (address.kind !== 'url') continue;
    const served = [...(used.get(name) ?? [])];
    const own = (endpoint: EndpointName) => ['backends', name, 'paths', endpoint];
    for (const endpoint of served) {
      const doubled = /^(.*?)\/v1(\/v1\/.*)$/.exec(paths[endpoint]!);
      if (doubled === null || !found.has(own(endpoint)) || found.isAbsent(own(endpoint))) continue;
      const message = `${paths[endpoint]} has /v1 twice`;
      found.atValue(own(endpoint), 'url_version', message, { hint: `write ${doubled[1]}${doubled[2]}` });
    }
    if (found.isAbsent(['backends', name, 'url'])) continue;
    const wrong = served.filter(
      (endpoint) => !found.has(own(endpoint)) && endingOf(backend, endpoint, endpoints),
    );
    const [endpoint] = wrong;
    const ending = endpoint && endingOf(backend, endpoint, endpoints);
    if (!ending) continue;
    const message = `the URL ends in ${ending.what}, and \`${endpoints.of(endpoint).path}\` is appended to it`;
    const root = `${address.protocol}//${hostInUrl(address)}`;
    found.atValue(['backends', name, 'url'], 'url_version', message, {
      hint: ending.isExtra
        ? `write ${root}${base(backend, endpoint, endpoints).replace(ending.ending, '')}`
        : `write \`paths: { ${wrong.map((name) => `${name}: ${base(backend, name, endpoints)}${endpoints.of(name).path.slice('/v1'.length)}`).join(', ')} }\` beside \`url\``,
    });
  }
};

function endingOf(
  backend: BackendConfig,
  endpoint: EndpointName,
  endpoints: EndpointSet,
): (typeof endings)[number] | undefined {
  return endings.find(({ ending }) => ending.test(base(backend, endpoint, endpoints)));
}

/** The part before the usual path; empty if the file gives a path of its own. */
function base({ paths }: BackendConfig, endpoint: EndpointName, endpoints: EndpointSet): string {
  const usual = endpoints.of(endpoint).path;
  const path = paths[endpoint]!;
  return path.endsWith(usual) ? path.slice(0, -usual.length) : '';
}

/** Hosts that reach a listener on all addresses, as far as a file can tell. */
const everywhere = new Set(['0.0.0.0', '::']);

/** A backend, guard or MCP server that is the gateway itself: each request would go round in a circle. */
export const ownAddress: Inspect = (config, found) => {
  const { host, port } = config.listen.address;
  for (const [path, { address }] of serversByPath(config)) {
    if (address.kind !== 'url' || address.port !== port || port === 0) continue;
    const isSame = address.hostname.toLowerCase() === host.toLowerCase();
    const isHere = isLoopback(address.hostname) && (isLoopback(host) || everywhere.has(host));
    if (!isSame && !isHere) continue;
    const message =
      'this is the address that the gateway itself listens at, so requests would go round in a circle';
    found.atValue([...path, 'url'], 'own_address', message, {
      hint: 'give the URL of the server behind it',
    });
  }
};

/**
 * The endpoints that each backend is called on: those that its deployments serve or translate to, and those without a
 * model that go there.
 */
export function endpointsByBackend({
  models,
  endpoints,
}: Pick<Config, 'models' | 'endpoints'>): ReadonlyMap<string, ReadonlySet<EndpointName>> {
  const used = new Map<string, Set<EndpointName>>();
  const take = (deployments: readonly DeploymentConfig[]) => {
    for (const deployment of deployments) {
      const served = used.get(deployment.backend) ?? new Set();
      used.set(deployment.backend, served);
      for (const asked of askedEndpoints(deployment)) served.add(asked);
    }
  };
  for (const { deployments } of models.values()) take(deployments);
  for (const settings of Object.values(endpoints)) take(settings?.deployments ?? []);
  return used;
}

/** The endpoints that a deployment's backend is called on, without vendors' own dialects. */
export function askedEndpoints(deployment: DeploymentConfig): readonly EndpointName[] {
  return servedEndpoints(deployment)
    .map((endpoint) => translationAt(deployment, endpoint)?.to ?? endpoint)
    .filter((asked): asked is EndpointName => !isVendorDialect(asked));
}

function escaped(text: string): string {
  return text.replace(/[^\w/]/g, '\\$&');
}
