/** The names that `gateway drain` takes: deployments, and replicas of them. */
import { isIP } from 'node:net';
import { deploymentName } from '../../config/derived/model-names.ts';
import type { BackendConfig } from '../../config/types/backends.ts';
import type { Config } from '../../config/types/gateway.ts';
import { serverName } from '../../http/client/replicas/servers-use.ts';

/** True for a deployment of the configuration, as `MODEL/NAME`, and for a replica of one, as `MODEL/NAME@REPLICA`. */
export function isDrainable({ models, backends }: Config, name: string): boolean {
  const { deployments = [] } = models.get(name.slice(0, name.lastIndexOf('/'))) ?? {};
  return deployments.some(({ model, name: own, backend }) => {
    const whole = deploymentName(model, own);
    if (name === whole) return true;
    return name.startsWith(`${whole}@`) && isReplica(backends.get(backend)!, name.slice(whole.length + 1));
  });
}

/**
 * True for a server of the backend. A name can resolve to any address later, so any address with the right port counts.
 */
function isReplica({ address, replicas }: BackendConfig, server: string): boolean {
  if (replicas === undefined || address.kind !== 'url') return false;
  if (replicas.kind === 'list') return replicas.servers.some((one) => serverName(one) === server);
  const [, host = '', port] = /^\[?([^\]]*?)\]?:(\d+)$/.exec(server) ?? [];
  return (
    isIP(host) !== 0 &&
    Number(port) === address.port &&
    serverName({ hostname: host, port: address.port }) === server
  );
}
