/**
 * Azure has two families of paths: the v1 paths under `/openai/v1`, and the dated ones, which name the deployment and
 * need an `api-version`. A mixture of the two gets 404, which looks like a missing model.
 */
import { endpointsOf } from '../../api/endpoints/declared-endpoints/endpoint-set.ts';
import type { ServedEndpoint } from '../../api/endpoints/index.ts';
import { isAzureHost } from '../../config/azure-paths.ts';
import type { Inspect } from '../../config/inspection.ts';
import type { BackendConfig } from '../../config/types/backends.ts';
import { endpointsByBackend } from './backends.ts';

const example = '2025-04-01-preview';

/** Paths that nothing answers on at a host of Azure's. */
export const azurePaths: Inspect = (config, found) => {
  const used = endpointsByBackend(config);
  const endpoints = endpointsOf(config);
  for (const backend of config.backends.values()) {
    const { name, address } = backend;
    if (address.kind !== 'url' || !isAzureHost(address.hostname)) continue;
    const served = [...(used.get(name) ?? [])].map((endpoint) => endpoints.of(endpoint));
    for (const endpoint of served) {
      const fault = faultOf(backend, address.hostname, endpoint, served);
      if (fault === undefined) continue;
      found.atValue(['backends', name, fault.at], 'azure_path', fault.message, { hint: fault.hint });
      break; // the other endpoints have the same fault, and one change fixes them
    }
  }
};

interface Fault {
  readonly at: 'url' | 'query' | 'paths';
  readonly message: string;
  readonly hint: string;
}

function faultOf(
  { paths, query }: BackendConfig,
  host: string,
  { name: endpoint, path: usualPath }: ServedEndpoint,
  served: readonly ServedEndpoint[],
): Fault | undefined {
  const path = paths[endpoint]!;
  const version = Object.entries(query).find(([name]) => name.toLowerCase() === 'api-version')?.[1];
  const isDated = version !== undefined && /^\d{4}-/.test(version);
  if (/^\/openai\/v1\//.test(path)) {
    if (!isDated) return undefined;
    const message = `the v1 paths of Azure take no dated api-version, and ${path} is a v1 path`;
    return { at: 'query', message, hint: 'take `api-version` out of `query`' };
  }
  if (datedPath(path, usualPath) !== undefined) {
    const own = served.flatMap((one) => {
      const dated = datedPath(paths[one.name]!, one.path);
      return dated === undefined ? [] : `${one.name}: ${dated}`;
    });
    return {
      at: 'url',
      message: `Azure has no path ${path}: the dated paths are without /v1`,
      hint: `write \`paths: { ${own.join(', ')} }\`${isDated ? '' : ` and \`query: { api-version: "${example}" }\``} beside \`url\``,
    };
  }
  if (/^\/openai\/(?:deployments\/|responses)/.test(path)) {
    if (version !== undefined) return undefined;
    const message = `${path} is one of Azure's dated paths, which need an api-version`;
    return { at: 'paths', message, hint: `write \`query: { api-version: "${example}" }\` beside it` };
  }
  if (path !== usualPath) return undefined; // such as /anthropic/v1/messages or /models/chat/completions
  return {
    at: 'url',
    message: `Azure has no path ${path}`,
    hint: `write https://${host}/openai/v1${isDated ? ', and take `api-version` out of `query`' : ''}`,
  };
}

/** The intended path of one that names a deployment and has `/v1` in it. Responses name no deployment in theirs. */
function datedPath(path: string, usualPath: string): string | undefined {
  const deployment = /^\/openai\/deployments\/([^/]+)\/v1\//.exec(path)?.[1];
  if (deployment === undefined) return undefined;
  const usual = usualPath.slice('/v1'.length);
  return usual.startsWith('/responses') ? `/openai${usual}` : `/openai/deployments/${deployment}${usual}`;
}
