import type { EndpointSet } from '../../../api/endpoints/declared-endpoints/endpoint-set.ts';
import { idsIn } from '../../../api/endpoints/declared-endpoints/ids-in-path.ts';
import type { EndpointName } from '../../../api/endpoints/index.ts';
import { isPrivateHost } from '../../addresses.ts';
import { endpointPathFault, parseBackendUrl, pathFault, staysOnHost } from '../../backend-url.ts';
import { trustFault } from '../../certificates.ts';
import { isDialectPath } from '../../dialect-paths.ts';
import { type Environment, parseProxyUrl, proxyVariable } from '../../proxy-url.ts';
import type { Backend } from '../../schema/generated/file.generated.ts';
import { queryHint } from '../../schema/query-words.ts';
import { nodeAt, type Path } from '../../text/tree.ts';
import type { BackendConfig, BackendTls } from '../../types/backends.ts';
import { wirePaths } from '../../wire-paths.ts';
import { resolveAuth } from '../auth/auth.ts';
import { type Context, duration, isAbsent, pem, placeOf, wrong } from '../context.ts';
import { entriesOfEndpoints } from '../endpoints/endpoint-names.ts';
import { resolveCapacity } from '../limits.ts';
import { certificatePair } from '../listeners.ts';
import { checkSecret } from '../secrets.ts';
import { resolveAddedHeaders } from './added-headers.ts';
import { resolveForwarded } from './forwarded-answer-headers.ts';
import { resolveHeaders } from './headers.ts';
import { resolveQuery } from './query.ts';
import { resolveReplicas } from './replicas.ts';
import { resolveRequest } from './request-edits.ts';
import { resolveTranslating } from './translating.ts';
import { resolveWire } from './wire.ts';

export function resolveBackend(
  context: Context,
  name: string,
  backend: Backend,
  env: Environment,
  endpoints: EndpointSet,
): BackendConfig | undefined {
  const path = ['backends', name];
  const credential =
    backend.auth && context.intact([...path, 'auth'])
      ? resolveAuth({
          context,
          path: [...path, 'auth'],
          auth: backend.auth,
          env,
          hostname: hostOf(context, path, backend),
        })
      : undefined;
  const headers = resolveHeaders(context, [...path, 'headers'], backend.headers, credential);
  const defaultHeaders = resolveHeaders(
    context,
    [...path, 'default_headers'],
    backend.default_headers,
    credential,
  );
  const tls = resolveTls(context, [...path, 'tls'], backend.tls);
  const { answer, ...limits } = backend.timeouts;
  const timeout = (phase: keyof typeof limits) =>
    duration(context, [...path, 'timeouts', phase], limits[phase]);
  const timeouts = {
    connectMs: timeout('connect'),
    firstByteMs: timeout('first_byte'),
    answerMs: answer === undefined ? undefined : duration(context, [...path, 'timeouts', 'answer'], answer),
    idleMs: timeout('idle'),
    progressMs: timeout('progress'),
    totalMs: timeout('total'),
  };
  const target = resolveTarget(context, path, backend);
  if (!target) return undefined;
  const wire = resolveWire(context, path, backend);
  const usual = wirePaths(wire, target.basePath, endpoints);
  const paths = resolvePaths(context, [...path, 'paths'], backend.paths, usual, endpoints);
  const proxy = resolveProxy(context, [...path, 'proxy'], backend.proxy, target.address, env);
  return {
    name,
    formerly: backend.formerly,
    lists: backend.lists,
    at: placeOf(context, path),
    address: target.address,
    countsHops: target.address.kind === 'url' && isPrivateHost(target.address.hostname),
    wire,
    ...paths,
    otherPaths: otherPaths(target.basePath, backend.paths, endpoints),
    query: resolveQuery(context, [...path, 'query'], backend.query),
    credential,
    headers,
    defaultHeaders,
    addHeaders: resolveAddedHeaders(context, [...path, 'add_headers'], backend.add_headers, {
      headers,
      credential,
    }),
    forwardAppHeaders: backend.forward_app_headers,
    forwardAnswerHeaders: resolveForwarded(context, path, backend.forward_answer_headers),
    request: resolveRequest(context, [...path, 'request'], backend.request),
    timeouts,
    proxy,
    usageInStreams: backend.usage_in_streams,
    translating: resolveTranslating(context, path, backend, target.address, target.basePath),
    replicas: resolveReplicas(context, path, backend, target, proxy),
    load: backend.load,
    maxConnections: backend.max_connections,
    limits: resolveCapacity(context, [...path, 'rate_limit'], backend.rate_limit),
    maxConnectionAgeMs:
      backend.max_connection_age === 'none'
        ? undefined
        : duration(context, [...path, 'max_connection_age'], backend.max_connection_age),
    maxRequestsPerConnection: backend.max_requests_per_connection,
    health: resolveHealth(context, [...path, 'health'], backend.health),
    tls,
  };
}

/** The paths for whole answers and streams of each endpoint. */
function resolvePaths(
  context: Context,
  path: Path,
  written: Backend['paths'],
  usual: Pick<BackendConfig, 'paths' | 'streamPaths'>,
  endpoints: EndpointSet,
): Pick<BackendConfig, 'paths' | 'streamPaths'> {
  const paths = { ...usual.paths };
  const streamPaths = { ...usual.streamPaths };
  const checked = (at: Path, own: string, endpoint: EndpointName): string => {
    const { model, path } = endpoints.of(endpoint);
    const ids = model === undefined ? 0 : idsIn(path);
    const fault = isAbsent(context, at) ? undefined : endpointPathFault(own, ids);
    if (fault !== undefined) wrong(context, at, 'bad_path', fault);
    return own;
  };
  const { names } = endpoints;
  const ofEndpoints = Object.fromEntries(Object.entries(written).filter(([name]) => !isDialectPath(name)));
  for (const [endpoint, own] of entriesOfEndpoints(context, path, ofEndpoints, { names, endpoints })) {
    const at = [...path, endpoint];
    if (!context.intact(at)) continue;
    if (typeof own === 'string') {
      paths[endpoint] = checked(at, own, endpoint);
      delete streamPaths[endpoint];
    } else {
      paths[endpoint] = checked([...at, 'whole'], own.whole, endpoint);
      streamPaths[endpoint] = checked([...at, 'stream'], own.stream, endpoint);
    }
  }
  return { paths, streamPaths };
}

/** An endpoint with several paths is sent to the path that the client called, unless the file names one. */
function otherPaths(
  basePath: string,
  written: Backend['paths'],
  endpoints: EndpointSet,
): BackendConfig['otherPaths'] {
  const several = endpoints.names
    .map((name) => endpoints.of(name))
    .filter(({ name, otherPaths = [] }) => otherPaths.length > 0 && written[name] === undefined);
  return Object.fromEntries(
    several.map(({ name, otherPaths = [] }) => [
      name,
      Object.fromEntries(otherPaths.map((path) => [path, `${basePath}${path}`])),
    ]),
  );
}

/** The way to a server: undefined is direct, with nothing said. */
export function resolveProxy(
  context: Context,
  path: Path,
  written: string | undefined,
  address: BackendConfig['address'],
  env: Environment,
): BackendConfig['proxy'] {
  if (written === undefined || address.kind !== 'url' || isAbsent(context, path)) return undefined;
  if (written === 'none') return 'direct';
  const named = written === 'environment' ? proxyVariable(env, address) : undefined;
  if (written === 'environment' && named === undefined) return 'direct';
  const proxy = parseProxyUrl(named?.value ?? written);
  if (typeof proxy === 'string') {
    wrong(context, path, 'bad_url', named === undefined ? proxy : `the variable ${named.name} ${proxy}`);
    return undefined;
  }
  if (named === undefined && proxy.authorization !== undefined) checkSecret(context, path, written);
  return proxy;
}

/** The health check of a server; undefined for none. */
export function resolveHealth(
  context: Context,
  path: Path,
  health: Backend['health'],
): BackendConfig['health'] {
  if (health?.path === undefined) return undefined;
  const at = [...path, 'path'];
  const fault = isAbsent(context, at) ? undefined : pathFault(health.path);
  if (fault !== undefined) wrong(context, at, 'bad_path', fault);
  return {
    path: health.path,
    intervalMs: duration(context, [...path, 'interval'], health.interval),
  };
}

/** A server's address, and the part before `/v1` in its URL; undefined for an unusable URL. */
export function resolveTarget(
  context: Context,
  path: Path,
  backend: Pick<Backend, 'url' | 'plaintext' | 'simulator'>,
): { address: BackendConfig['address']; basePath: string } | undefined {
  const { simulator } = backend;
  if (simulator) {
    const latencyMs = duration(context, [...path, 'simulator', 'latency'], simulator.latency);
    const address = {
      kind: 'simulator',
      latencyMs,
      tokensPerSecond: simulator.tokens_per_second,
      text: simulator.text,
    } as const;
    return { address, basePath: '' };
  }
  const at = [...path, 'url'];
  if (backend.url === undefined || !context.intact(path)) return undefined;
  if (isAbsent(context, at))
    return {
      address: { kind: 'url', protocol: 'https:', hostname: 'unset.invalid', port: 443 },
      basePath: '',
    };
  const url = parseBackendUrl(backend.url);
  if ('message' in url) {
    wrong(context, at, url.name, url.message, { hint: url.hint ?? urlHint(context, at, backend.url) });
    return undefined;
  }
  if (!backend.plaintext && !staysOnHost(url)) {
    wrong(context, at, 'plaintext_backend', 'prompts and the credential go over the network in clear', {
      hint: 'use https://, or set `plaintext: true` if the network is trusted',
    });
  }
  const { protocol, hostname, port, basePath } = url;
  return { address: { kind: 'url', protocol, hostname, port }, basePath };
}

/** Of a backend's URL; empty where it has none, and undefined where the one it has cannot be read, which is told elsewhere. */
export function hostOf(
  context: Context,
  path: Path,
  { url: written }: Pick<Backend, 'url'>,
): string | undefined {
  if (written === undefined) return '';
  const url = isAbsent(context, [...path, 'url']) ? undefined : parseBackendUrl(written);
  return url === undefined || 'message' in url ? undefined : url.hostname;
}

/** The way to write a query that is in the URL; nothing of a query from a variable is repeated. */
function urlHint(context: Context, at: Path, url: string): string | undefined {
  if (!url.includes('?')) return undefined;
  return nodeAt(context.tree, at)?.expansion === undefined
    ? queryHint(url)
    : 'the variable holds the URL up to the `?`; write the rest in the backend as `query: { NAME: VALUE }`';
}

/** TLS towards a server, with what its files hold. */
export function resolveTls(context: Context, path: Path, tls: Backend['tls']): BackendTls {
  const ca = tls.ca === undefined ? undefined : pem(context, [...path, 'ca'], tls.ca, 'certificate');
  const fault = ca ? trustFault(ca) : undefined;
  if (fault !== undefined) wrong(context, [...path, 'ca'], 'bad_certificate', fault);
  const own =
    tls.cert !== undefined && tls.key !== undefined
      ? certificatePair(context, path, tls.cert, tls.key)
      : { cert: undefined, key: undefined };
  return { ca, serverName: tls.server_name, ...own };
}
