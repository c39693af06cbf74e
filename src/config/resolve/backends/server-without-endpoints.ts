import type { EndpointSet } from '../../../api/endpoints/declared-endpoints/endpoint-set.ts';
import type { Environment } from '../../proxy-url.ts';
import type { Backend } from '../../schema/generated/file.generated.ts';
import type { Path } from '../../text/tree.ts';
import type { BackendConfig } from '../../types/backends.ts';
import { wirePaths } from '../../wire-paths.ts';
import { resolveAuth } from '../auth/auth.ts';
import { type Context, placeOf } from '../context.ts';
import { resolveProxy, resolveTls } from './backends.ts';
import { resolveHeaders } from './headers.ts';
import { resolveTranslating } from './translating.ts';

/** The settings that such a server has as a backend has them. */
type Written = Pick<Backend, 'auth' | 'headers' | 'tls' | 'proxy'>;

interface Target {
  readonly address: BackendConfig['address'];
  readonly basePath: string;
}

interface Own
  extends Pick<BackendConfig, 'name' | 'countsHops' | 'maxConnections' | 'health' | 'isPublicOnly'> {
  readonly connectMs: number;
  readonly idleMs: number;
  readonly totalMs: number;
}

/** Its credential and how connections are made, checked even if its `url` can't be used. */
type Access = Pick<BackendConfig, 'credential' | 'headers' | 'tls'>;

/** @param hostname Empty if there is none, undefined if it is not known */
export function resolveAccess(
  context: Context,
  path: Path,
  written: Written,
  env: Environment,
  hostname: string | undefined,
): Access {
  const at = [...path, 'auth'];
  const credential =
    written.auth && context.intact(at)
      ? resolveAuth({ context, path: at, auth: written.auth, env, hostname })
      : undefined;
  return {
    credential,
    headers: resolveHeaders(context, [...path, 'headers'], written.headers, credential),
    tls: resolveTls(context, [...path, 'tls'], written.tls),
  };
}

/** A server that is asked as a backend is, and serves no endpoint of ours: that of a guard, or one of `mcp`. */
export function serverWithoutEndpoints(
  context: Context,
  path: Path,
  written: Written,
  { address, basePath }: Target,
  access: Access,
  { connectMs, idleMs, totalMs, ...own }: Own,
  { env, endpoints }: { readonly env: Environment; readonly endpoints: EndpointSet },
): BackendConfig {
  return {
    ...access,
    ...own,
    formerly: [],
    lists: undefined,
    at: placeOf(context, path),
    address,
    wire: undefined,
    ...wirePaths(undefined, basePath, endpoints),
    otherPaths: {},
    query: {},
    defaultHeaders: {},
    addHeaders: {},
    forwardAppHeaders: false,
    forwardAnswerHeaders: [],
    request: undefined,
    timeouts: { connectMs, firstByteMs: totalMs, answerMs: totalMs, idleMs, progressMs: totalMs, totalMs },
    proxy: resolveProxy(context, [...path, 'proxy'], written.proxy, address, env),
    usageInStreams: 'none',
    translating: resolveTranslating(context, path, { paths: {} }, address, basePath),
    replicas: undefined,
    load: undefined,
    limits: undefined,
    maxConnectionAgeMs: connectionAgeMs,
    maxRequestsPerConnection: undefined,
  };
}

/** As backends have it that say nothing else: a name that has moved is noticed. */
const connectionAgeMs = 600_000;
