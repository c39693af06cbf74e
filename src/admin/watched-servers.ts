import type { GatewayView } from '../supervisor/gateway-view.ts';
import type { WatchedServer } from './contract/deployments.ts';

/** The servers of backends that are watched, as operators see them. */
export function watchedServers({ servers }: GatewayView): readonly WatchedServer[] {
  return servers.states.map(({ backend, server, load }) => ({
    backend,
    server,
    load:
      load === undefined ? null : { running: load.running, waiting: load.waiting, cache: load.cache ?? null },
  }));
}
