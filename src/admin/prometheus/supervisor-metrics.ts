import { exportResults } from '../../observe/metrics/export-counts.ts';
import {
  type FamilyKind,
  type FamilySpec,
  type Labels,
  type Series,
  seriesKey,
} from '../../observe/metrics/series.ts';
import { packageVersion } from '../../process/package-paths.ts';
import { renewalResults } from '../../supervisor/credentials/renewed-credential.ts';
import type { GatewayView } from '../../supervisor/gateway-view.ts';
import { messageResults } from '../../supervisor/messages/outbox.ts';
import { familyHead, numberWriter } from './exposition.ts';

/** A series: the values of its labels, and its number. */
type Sample<Label extends string> = readonly [values: Labels<Label>, value: number];

interface ReadFamily {
  readonly spec: FamilySpec;
  /** Its series as they are now. */
  readonly read: (view: GatewayView) => ReadonlyMap<string, Series>;
}

function family<Label extends string>(
  kind: Exclude<FamilyKind, 'histogram'>,
  name: string,
  help: string,
  labels: readonly Label[],
  read: (view: GatewayView) => readonly Sample<Label>[],
): ReadFamily {
  const spec: FamilySpec<Label> = { name, help, kind, labels, bounds: [], merge: 'sum' };
  return {
    spec,
    read: (view) =>
      new Map(read(view).map(([values, value]) => [seriesKey(spec, values), Float64Array.of(value)])),
  };
}

/** One number without labels. */
function plain(
  kind: 'counter' | 'gauge',
  name: string,
  help: string,
  read: (view: GatewayView) => number,
): ReadFamily {
  return family(kind, name, help, [], (view) => [[{}, read(view)]]);
}

/** The metrics of the supervisor: its configuration, reloads and workers. Read when asked for. */
const families: readonly ReadFamily[] = [
  family(
    'gauge',
    'gateway_build_info',
    'The version of the gateway and of its Node.js; always 1.',
    ['version', 'node'],
    () => [[{ version: packageVersion(), node: process.version }, 1]],
  ),
  plain('gauge', 'gateway_primary_resident_memory_bytes', 'Memory of the supervisor.', () =>
    process.memoryUsage.rss(),
  ),
  plain(
    'gauge',
    'gateway_primary_start_time_seconds',
    'The start time of the supervisor, in Unix seconds.',
    () => Math.round(Date.now() / 1000 - process.uptime()),
  ),
  family(
    'gauge',
    'gateway_certificate_expiry_seconds',
    "The expiry of a listener's certificate, in Unix seconds.",
    ['listener'],
    (view) => [...view.certificateEnds].map(([listener, endsMs]) => [{ listener }, endsMs / 1000]),
  ),
  family(
    'gauge',
    'gateway_credential_valid_seconds',
    'The remaining time of a renewed credential, by the first backend that uses it; 0 without a value, absent for one that does not expire.',
    ['source'],
    (view) =>
      view.credentials.states.flatMap(({ name: source, state, validForMs }) => {
        const isGood = state === 'valid' || state === 'failing';
        return validForMs === undefined && isGood ? [] : [[{ source }, (validForMs ?? 0) / 1000] as const];
      }),
  ),
  family(
    'counter',
    'gateway_credential_renewals_total',
    'Renewals of a credential by result: renewed, unchanged (the old value again), failed.',
    ['source', 'result'],
    (view) =>
      view.credentials.states.flatMap(({ name: source, renewals }) =>
        renewalResults.map((result) => [{ source, result }, renewals[result]] as const),
      ),
  ),
  family(
    'gauge',
    'gateway_key_set_age_seconds',
    "The age of an issuer's keys; absent before the first fetch.",
    ['issuer'],
    (view) =>
      view.keySets.states.flatMap(({ issuer, ageMs }) =>
        ageMs === undefined ? [] : [[{ issuer }, ageMs / 1000] as const],
      ),
  ),
  family(
    'gauge',
    'gateway_key_set_keys',
    'Keys of an issuer that can check its tokens; 0 before the first fetch.',
    ['issuer'],
    (view) => view.keySets.states.map(({ issuer, keys }) => [{ issuer }, keys]),
  ),
  family(
    'gauge',
    'gateway_queue_length',
    'Requests that wait for slots on this host, by the model of the room and their class; absent for none.',
    ['model', 'class'],
    (view) => lengthsOf(view),
  ),
  family(
    'gauge',
    'gateway_backend_replicas',
    'Servers behind the name of a backend (`replicas: { dns }`); 0 without any.',
    ['backend'],
    (view) => view.servers.named.map(({ backend, count }) => [{ backend }, count]),
  ),
  family(
    'gauge',
    'gateway_backend_server_requests',
    "A server's requests, by its own report (`load`): running and waiting; absent if unknown.",
    ['backend', 'state', 'replica'],
    (view) =>
      view.servers.states.flatMap(({ backend, server: replica, load }) =>
        load === undefined
          ? []
          : (['running', 'waiting'] as const).map(
              (state) => [{ backend, state, replica }, load[state]] as const,
            ),
      ),
  ),
  family(
    'gauge',
    'gateway_backend_server_cache_usage_ratio',
    "The used share of a server's cache, by its own report (`load`); absent without a report.",
    ['backend', 'replica'],
    (view) =>
      view.servers.states.flatMap(({ backend, server: replica, load }) =>
        load?.cache === undefined ? [] : [[{ backend, replica }, load.cache] as const],
      ),
  ),
  family(
    'gauge',
    'gateway_config_info',
    'The revision of the served configuration; always 1.',
    ['revision'],
    (view) => [[{ revision: view.config.revision }, 1]],
  ),
  plain(
    'gauge',
    'gateway_config_loaded_timestamp_seconds',
    'The time at which the served configuration took effect, in Unix seconds.',
    (view) => secondsOf(view.reloads.loadedAt),
  ),
  plain(
    'gauge',
    'gateway_config_last_reload_successful',
    'The last reload: 1 applied or unchanged, 0 rejected.',
    (view) => (view.reloads.last?.outcome === 'rejected' ? 0 : 1),
  ),
  plain(
    'gauge',
    'gateway_config_last_reload_timestamp_seconds',
    'The time of the last reload, in Unix seconds; 0 for never.',
    (view) => (view.reloads.last === undefined ? 0 : secondsOf(view.reloads.last.at)),
  ),
  family('counter', 'gateway_config_reloads_total', 'Reloads by their result.', ['result'], (view) =>
    Object.entries(view.reloads.counts).map(([result, count]) => [{ result }, count]),
  ),
  family(
    'counter',
    'gateway_otlp_exports_total',
    'Times that metrics were sent to the collector at `metrics.otlp`, by result: delivered, or failed.',
    ['result'],
    ({ config, metricExports }) =>
      config.metrics === undefined
        ? []
        : exportResults.map((result) => [{ result }, metricExports[result]] as const),
  ),
  family(
    'counter',
    'gateway_messages_total',
    'Messages of `notify` by result: delivered, failed (each try), dropped (a day old, or too many).',
    ['result'],
    ({ config, messages }) =>
      config.notify === undefined
        ? []
        : messageResults.map((result) => [{ result }, messages.counts[result]] as const),
  ),
  family(
    'gauge',
    'gateway_messages_waiting',
    'Messages of `notify` that are not delivered yet.',
    [],
    ({ config, messages }) => (config.notify === undefined ? [] : [[{}, messages.waiting]]),
  ),
  plain(
    'gauge',
    'gateway_unwritten_files',
    "Files of `state.dir` that can't be written now, such as on a full disk; normally 0.",
    (view) => view.unwritten.list.length,
  ),
  family(
    'gauge',
    'gateway_workers',
    'Worker processes: the wanted number, and those that serve the current configuration.',
    ['state'],
    ({ workers }) => [
      [{ state: 'wanted' }, workers.wanted],
      [{ state: 'serving' }, workers.serving],
    ],
  ),
  plain(
    'counter',
    'gateway_worker_restarts_total',
    'Workers that died or hung, and were replaced.',
    (view) => view.workers.restarts,
  ),
];

/** Names, types and help texts of the supervisor's metrics, in the order in which they are written. */
export const supervisorFamilies: readonly FamilySpec[] = families.map(({ spec }) => spec);

/** The supervisor's metrics, each with its series as they are now. */
export function supervisorSeries(
  view: GatewayView,
): readonly (readonly [spec: FamilySpec, series: ReadonlyMap<string, Series>])[] {
  return families.map(({ spec, read }) => [spec, read(view)]);
}

/** The supervisor's metrics in Prometheus' text format. */
export function supervisorText(view: GatewayView): string {
  let text = '';
  for (const [spec, series] of supervisorSeries(view)) {
    const write = numberWriter(spec);
    text += familyHead(spec);
    for (const [key, values] of series) text += write(key, values);
  }
  return text;
}

function secondsOf(iso: string): number {
  return Date.parse(iso) / 1000;
}

/** The number of waiting requests in each room, by class. */
function lengthsOf({ rooms }: GatewayView): readonly Sample<'model' | 'class'>[] {
  const lengths = new Map<string, { readonly labels: Labels<'model' | 'class'>; count: number }>();
  for (const { model, class: ofClass, count } of rooms.waiting()) {
    const name = `${model} ${ofClass}`;
    const known = lengths.get(name);
    if (known === undefined) lengths.set(name, { labels: { model, class: ofClass }, count });
    else known.count += count;
  }
  return [...lengths.values()].map(({ labels, count }) => [labels, count]);
}
