/** The limits of deployments and backends, each where it is counted. */
import type { CapacityLimits } from '../config/types/limits.ts';
import { serverName } from '../http/client/replicas/servers-use.ts';
import type { LimitedCapacity } from '../process/config-transfer.ts';
import type { GatewayView } from '../supervisor/gateway-view.ts';

/** Limits that are counted together. */
export interface CountedLimits {
  readonly scope: 'deployment' | 'backend';
  /** `MODEL/NAME` of a deployment. */
  readonly name: string;
  /** The one of several equal servers whose slots these are; undefined for what is counted for all of them, or for one. */
  readonly replica: string | undefined;
  readonly limits: CapacityLimits;
}

/**
 * The counting of a deployment of several equal servers: requests and tokens for all of them together, and slots for
 * each server.
 *
 * @param most The largest number of servers that are told apart.
 */
export function countedCapacity(
  { backends, deployments, backendOf, replicas }: LimitedCapacity,
  { servers }: Pick<GatewayView, 'servers'>,
  most: number,
): readonly CountedLimits[] {
  const found: CountedLimits[] = [];
  let told = 0;
  const serversOf = (backend: string): readonly string[] => {
    const of = replicas.get(backend)!;
    return of.kind === 'list'
      ? of.servers.map(serverName)
      : servers.states.filter((one) => one.backend === backend).map(({ server }) => server);
  };
  const add = (scope: CountedLimits['scope'], name: string, limits: CapacityLimits, backend: string) => {
    if (!replicas.has(backend) || limits.concurrency === undefined) {
      found.push({ scope, name, replica: undefined, limits });
      return;
    }
    const { requests, tokens } = limits;
    if (requests.length + tokens.length > 0)
      found.push({ scope, name, replica: undefined, limits: { ...limits, concurrency: undefined } });
    for (const replica of serversOf(backend).slice(0, most - told)) {
      told += 1;
      found.push({ scope, name, replica, limits: { ...limits, requests: [], tokens: [] } });
    }
  };
  for (const [name, limits] of deployments) add('deployment', name, limits, backendOf.get(name)!);
  for (const [name, limits] of backends) add('backend', name, limits, name);
  return found;
}
