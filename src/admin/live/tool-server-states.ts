/** The servers of `mcp`, put together from what each worker knows of them. */
import { parseExactTool } from '../../config/derived/tool-patterns.ts';
import type { Config } from '../../config/types/gateway.ts';
import { stateFamilies } from '../../observe/metrics/metric-families.ts';
import { seriesKey } from '../../observe/metrics/series.ts';
import { type ToolListName, type ToolServerReport, toolLists } from '../../observe/tool-server-report.ts';
import type { GatewayView } from '../../supervisor/gateway-view.ts';
import type { ToolServerReports } from '../../supervisor/servers/tool-server-questions.ts';
import type { Drain } from '../../supervisor/state/drains.ts';
import type { WorkerMetrics } from '../../supervisor/worker-metrics.ts';
import type { ToolServer, UnwellToolServer } from '../contract/tool-servers.ts';

/** The servers of the configuration that is served, in its order. */
export async function toolServers(view: GatewayView): Promise<readonly ToolServer[]> {
  const { config, workers } = view;
  if (config.mcp === undefined) return [];
  const reports = await view.toolServers();
  const drains = view.drains.of('tools');
  return [...config.mcp.servers.keys()].map((server) => ({
    ...toolServer(server, reportsOf(reports, server), workers.serving),
    ...drainsOf(server, drains),
  }));
}

const failing = ['health', 'circuit', 'credential'] as const;

/** The servers of the configuration that some worker sends nothing, though no operator took them out. */
export function unwellToolServers(
  { mcp }: Config,
  metrics: WorkerMetrics | undefined,
): readonly UnwellToolServer[] {
  const { toolServerOut: family } = stateFamilies;
  const series = metrics?.get(family.name);
  if (series === undefined) return [];
  return [...(mcp?.servers.keys() ?? [])].flatMap((server) =>
    failing.flatMap((reason) => {
      const out = series.get(seriesKey(family, { server, reason }))?.[0] ?? 0;
      return out === 0 ? [] : { server, reason, workers_out: out };
    }),
  );
}

/** The drains of a server; one that is drained stands so, whatever the workers know by now. */
function drainsOf(server: string, drains: readonly Drain[]) {
  const whole = drains.find(({ name }) => name === server);
  const tools = drains.filter(({ name }) => name.startsWith(`${server}/`));
  return {
    ...(whole !== undefined && { standing: 'drained' as const }),
    drained: whole === undefined ? null : { at: whole.at, by: whole.by },
    drained_tools: tools.map(({ name, at, by }) => ({ tool: name, at, by })),
  };
}

/** The tools in the newest list of a server that a worker keeps; undefined where none keeps one. */
export function keptTools(
  reports: ToolServerReports,
  server: string,
): { readonly listed: string; readonly names: readonly string[] } | undefined {
  const newest = latest(reportsOf(reports, server), ({ lists }) => lists.tools?.at ?? 0);
  const list = newest?.lists.tools;
  return list && { listed: isoTime(list.at), names: newest.tools };
}

/** True if some worker keeps a list with the tool; null where none keeps one, and for a name of something else. */
export function isListed(reports: ToolServerReports, name: string): boolean | null {
  const tool = parseExactTool(name);
  if (tool?.kind !== 'tool') return null;
  const kept = reportsOf(reports, tool.server).filter(({ lists }) => lists.tools !== undefined);
  return kept.length === 0 ? null : kept.some(({ tools }) => tools.includes(tool.name));
}

/** The reports about one server. */
function reportsOf(reports: ToolServerReports, server: string): readonly ToolServerReport[] {
  return reports.flatMap((of) => of.filter((report) => report.server === server));
}

function toolServer(
  server: string,
  reports: readonly ToolServerReport[],
  serving: number,
): Omit<ToolServer, 'drained' | 'drained_tools'> {
  const outs = reports.flatMap(({ out }) => out ?? []);
  const error = latest(
    reports.flatMap(({ lastError }) => lastError ?? []),
    ({ at }) => at,
  );
  const lists = Object.fromEntries(toolLists.map((name) => [name, newestList(reports, name)])) as Readonly<
    Record<ToolListName, { readonly at: number; readonly items: number } | undefined>
  >;
  const listed = latest(Object.values(lists).flatMap((list) => list?.at ?? []));
  const items = (name: ToolListName) => lists[name]?.items ?? null;
  return {
    server,
    standing: outs.length === 0 ? 'well' : outs.length >= serving ? 'down' : 'partly',
    workers_out: outs.length,
    out: outs[0]?.text ?? null,
    last_error: error === undefined ? null : { at: isoTime(error.at), error: error.text },
    revision: reports.find(({ revision }) => revision !== undefined)?.revision ?? null,
    listed: listed === undefined ? null : isoTime(listed),
    tools: items('tools'),
    prompts: items('prompts'),
    resources: items('resources'),
    templates: items('templates'),
    held_back: heldBack(reports),
  };
}

/** The things that some worker holds back: of those that know of the most, since each asks for itself. */
function heldBack(reports: readonly ToolServerReport[]): ToolServer['held_back'] {
  const most = latest(
    reports.flatMap(({ held }) => held ?? []),
    ({ counts }) => counts.new + counts.changed,
  );
  return most === undefined ? null : { ...most.counts, items: most.items };
}

function newestList(reports: readonly ToolServerReport[], name: ToolListName) {
  return latest(
    reports.flatMap(({ lists }) => lists[name] ?? []),
    ({ at }) => at,
  );
}

function latest(all: readonly number[]): number | undefined;
function latest<Item>(all: readonly Item[], at: (item: Item) => number): Item | undefined;
function latest<Item>(all: readonly Item[], at: (item: Item) => number = Number): Item | undefined {
  return all.reduce<Item | undefined>(
    (newest, one) => (newest === undefined || at(one) > at(newest) ? one : newest),
    undefined,
  );
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
