import type { EndpointSet } from '../../../api/endpoints/declared-endpoints/endpoint-set.ts';
import { isPrivateHost } from '../../addresses.ts';
import { guardServerName } from '../../derived/guards.ts';
import type { Environment } from '../../proxy-url.ts';
import type { Guard } from '../../schema/generated/file.generated.ts';
import type { Path } from '../../text/tree.ts';
import type { BackendConfig } from '../../types/backends.ts';
import { hostOf, resolveHealth, resolveTarget } from '../backends/backends.ts';
import { resolveAccess, serverWithoutEndpoints } from '../backends/server-without-endpoints.ts';
import type { Context } from '../context.ts';

/** A guard's server: a backend that serves no endpoint of ours. Undefined for an unusable `url`. */
export function resolveGuardServer(
  context: Context,
  path: Path,
  name: string,
  guard: Guard,
  { connectMs, totalMs }: { readonly connectMs: number; readonly totalMs: number },
  around: { readonly env: Environment; readonly endpoints: EndpointSet },
): { readonly server: BackendConfig; readonly basePath: string } | undefined {
  const access = resolveAccess(context, path, guard, around.env, hostOf(context, path, guard));
  const target = resolveTarget(context, path, guard);
  if (target === undefined) return undefined;
  const { address, basePath } = target;
  const own = {
    name: guardServerName(name),
    countsHops: address.kind === 'url' && isPrivateHost(address.hostname),
    connectMs,
    idleMs: totalMs,
    totalMs,
    maxConnections: guard.concurrency,
    health: resolveHealth(context, [...path, 'health'], guard.health),
  };
  return { server: serverWithoutEndpoints(context, path, guard, target, access, own, around), basePath };
}
