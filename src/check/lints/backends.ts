import { standardPaths } from '../../config/backend-url.ts';
import type { Inspect } from '../../config/inspection.ts';
import { type BackendConfig, type Config, type EndpointName, endpointNames } from '../../config/types.ts';

/** A backend that no deployment is on gets no request. */
export const unusedBackends: Inspect = (config, found) => {
  const used = endpointsByBackend(config);
  for (const name of config.backends.keys()) {
    if (used.has(name)) continue;
    found.atKey(['backends', name], 'unused_backend', 'no deployment uses this backend', {
      hint: 'take it out, or name it as the `backend` of a deployment',
    });
  }
};

/**
 * What a base URL may end in that `/v1/...` cannot follow: another version, the root of Gemini's OpenAI dialect, or
 * the whole path of one operation.
 */
const endings: readonly { readonly ending: RegExp; readonly what: string }[] = [
  { ending: /\/(v\d+(?:(?:alpha|beta)\d*)?)$/, what: 'another version' },
  { ending: /\/v\d+(?:alpha|beta)\d*\/(openai)$/, what: 'a root that has its version before it' },
  {
    ending: /\/((?:chat\/)?completions|messages|responses)$/,
    what: 'the path of one endpoint, which is added by itself',
  },
];

/** A base URL that ends in another version than the paths that are put behind it. */
export const versionedUrls: Inspect = (config, found) => {
  const used = endpointsByBackend(config);
  for (const backend of config.backends.values()) {
    const { name, address } = backend;
    if (address.kind !== 'url' || found.isAbsent(['backends', name, 'url'])) continue;
    const endpoint = endpointNames.find(
      (endpoint) =>
        used.get(name)?.has(endpoint) === true &&
        endings.some(({ ending }) => ending.test(base(backend, endpoint))),
    );
    if (endpoint === undefined) continue;
    const { what = '' } = endings.find(({ ending }) => ending.test(base(backend, endpoint))) ?? {};
    const message = `the URL ends in ${what}, and \`${standardPaths[endpoint]}\` is put behind it`;
    found.atValue(['backends', name, 'url'], 'url_version', message, {
      hint: `give the URL without it, or the whole path as \`paths: { ${endpoint}: ... }\``,
    });
  }
};

/** What stands before the usual path; empty where the file gives a path of its own. */
function base({ paths }: BackendConfig, endpoint: EndpointName): string {
  const usual = standardPaths[endpoint];
  return paths[endpoint].endsWith(usual) ? paths[endpoint].slice(0, -usual.length) : '';
}

/** The endpoints that some deployment on each backend serves. */
export function endpointsByBackend({ models }: Config): ReadonlyMap<string, ReadonlySet<EndpointName>> {
  const used = new Map<string, Set<EndpointName>>();
  for (const { deployments } of models.values()) {
    for (const { backend, endpoints } of deployments) {
      let served = used.get(backend);
      if (served === undefined) {
        served = new Set();
        used.set(backend, served);
      }
      for (const endpoint of endpointNames) if (endpoints[endpoint] !== undefined) served.add(endpoint);
    }
  }
  return used;
}
