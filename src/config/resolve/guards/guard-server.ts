import type { EndpointSet } from '../../../api/endpoints/declared-endpoints/endpoint-set.ts';
import { isPrivateHost } from '../../addresses.ts';
import { guardServerName } from '../../derived/guards.ts';
import type { Environment } from '../../proxy-url.ts';
import type { Guard } from '../../schema/generated/file.generated.ts';
import type { Path } from '../../text/tree.ts';
import type { BackendConfig } from '../../types/backends.ts';
import { wirePaths } from '../../wire-paths.ts';
import { resolveAuth } from '../auth/auth.ts';
import { hostOf, resolveHealth, resolveProxy, resolveTarget, resolveTls } from '../backends/backends.ts';
import { resolveHeaders } from '../backends/headers.ts';
import { resolveTranslating } from '../backends/translating.ts';
import { type Context, placeOf } from '../context.ts';

/** A guard's server: a backend that serves no endpoint of ours. Undefined for an unusable `url`. */
export function resolveGuardServer(
  context: Context,
  path: Path,
  name: string,
  guard: Guard,
  times: { readonly connectMs: number; readonly totalMs: number },
  { env, endpoints }: { readonly env: Environment; readonly endpoints: EndpointSet },
): { readonly server: BackendConfig; readonly basePath: string } | undefined {
  const credential =
    guard.auth && context.intact([...path, 'auth'])
      ? resolveAuth({
          context,
          path: [...path, 'auth'],
          auth: guard.auth,
          env,
          hostname: hostOf(context, path, guard),
        })
      : undefined;
  const headers = resolveHeaders(context, [...path, 'headers'], guard.headers, credential);
  const tls = resolveTls(context, [...path, 'tls'], guard.tls);
  const target = resolveTarget(context, path, guard);
  if (target === undefined) return undefined;
  const { connectMs, totalMs } = times;
  const server: BackendConfig = {
    name: guardServerName(name),
    formerly: [],
    lists: undefined,
    at: placeOf(context, path),
    address: target.address,
    countsHops: target.address.kind === 'url' && isPrivateHost(target.address.hostname),
    wire: undefined,
    ...wirePaths(undefined, target.basePath, endpoints),
    otherPaths: {},
    query: {},
    credential,
    headers,
    defaultHeaders: {},
    addHeaders: {},
    forwardAppHeaders: false,
    forwardAnswerHeaders: [],
    request: undefined,
    timeouts: {
      connectMs,
      firstByteMs: totalMs,
      answerMs: totalMs,
      idleMs: totalMs,
      progressMs: totalMs,
      totalMs,
    },
    proxy: resolveProxy(context, [...path, 'proxy'], guard.proxy, target.address, env),
    usageInStreams: 'none',
    translating: resolveTranslating(context, path, { paths: {} }, target.address, target.basePath),
    replicas: undefined,
    load: undefined,
    maxConnections: guard.concurrency,
    limits: undefined,
    maxConnectionAgeMs: connectionAgeMs,
    maxRequestsPerConnection: undefined,
    health: resolveHealth(context, [...path, 'health'], guard.health),
    tls,
  };
  return { server, basePath: target.basePath };
}

/** As backends have it that say nothing else: a name that has moved is noticed. */
const connectionAgeMs = 600_000;
