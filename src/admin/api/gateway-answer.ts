import { shownPath } from '../../config/text/files.ts';
import type { GatewayView } from '../../supervisor/gateway-view.ts';
import type { ReloadRecord } from '../../supervisor/reload-history.ts';
import type { GatewayAnswer, Reload } from '../contract/gateway.ts';
import { reach } from '../http/listener-url.ts';
import { limitStoreState } from '../limit-store-state.ts';

/** The gateway itself, for every page. */
export async function gatewayNow(view: GatewayView): Promise<GatewayAnswer> {
  const { config, reloads } = view;
  const { last } = reloads;
  const { wanted, serving, restarts } = view.workers;
  return {
    ready: view.isReady(),
    revision: config.revision,
    loaded_at: reloads.loadedAt,
    config_file: shownPath(config.file),
    url: reach(config, view.address, view.caFile).url,
    node: process.version,
    uptime_seconds: Math.round(process.uptime()),
    workers: { wanted, serving, restarts },
    reloads: { ...reloads.counts },
    limit_store: await limitStoreState(view),
    unwritten: view.unwritten.list,
    rejected: last?.outcome === 'rejected' ? reloadOf(last) : null,
  };
}

export function reloadOf(record: ReloadRecord): Reload {
  const { at, outcome, from, to, changes, problems, warnings } = record;
  return {
    at,
    outcome,
    from,
    to: to ?? null,
    changes: changes ?? [],
    problems: problems ?? null,
    warnings: warnings ?? null,
  };
}
