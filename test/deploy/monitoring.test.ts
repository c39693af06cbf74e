import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { LimitsAndShownKeys } from '../../src/admin/prometheus/limits-and-shown-keys.ts';
import { gatewayMetrics } from '../../src/admin/prometheus/scrape.ts';
import { supervisorFamilies } from '../../src/admin/prometheus/supervisor-metrics.ts';
import { catalog, type ErrorCode, publicCode } from '../../src/errors.ts';
import { familySpecs } from '../../src/observe/metrics/metric-families.ts';
import type { GatewayView } from '../../src/supervisor/gateway-view.ts';
import { ReloadHistory } from '../../src/supervisor/reload-history.ts';
import { promtool } from '../helpers/promtool.ts';

const folder = join(import.meta.dirname, '../../examples/deploy');
const rules = join(folder, 'prometheus/gateway-alerts.yaml');

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly expr: string }[];
}

const dashboard = JSON.parse(readFileSync(join(folder, 'grafana/gateway.json'), 'utf8')) as {
  readonly panels: readonly Panel[];
};

/** Every name that a scrape can hold. */
async function metricNames(): Promise<ReadonlySet<string>> {
  const view = {
    config: { revision: 'x', groups: new Map() },
    transfer: { revision: 'x', chunks: [] },
    limits: { read: async () => [] },
    reloads: new ReloadHistory(),
    credentials: { states: [] },
    keySets: { states: [] },
    rooms: { waiting: () => [] },
    servers: {
      states: [
        {
          backend: 'b',
          server: '10.0.0.4:8000',
          load: { running: 1, waiting: 0, cache: 0.5, agoMs: 1 },
        },
      ],
      named: [{ backend: 'b', count: 1 }],
    },
    certificateEnds: new Map([['public', Date.now()]]),
    unwritten: { list: [] },
    workers: { wanted: 1, serving: 1, restarts: 0 },
    metrics: async () => new Map(),
  } as unknown as GatewayView;
  const own = await text(await gatewayMetrics(view, new LimitsAndShownKeys(view)).metrics());
  const names = new Set([...own.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name!));
  for (const [name, { kind }] of familySpecs) {
    if (kind !== 'histogram') names.add(name);
    else for (const part of ['bucket', 'sum', 'count']) names.add(`${name}_${part}`);
  }
  return names;
}

function named(text: string): readonly string[] {
  return [...text.matchAll(/\b(?:gateway|gen_ai)_[a-z_]+\b(?=\{|\[|\))/g)].map(([name]) => name);
}

test('the alert rules are valid, and fire when they should', async () => {
  const checked = await promtool(['check', 'rules', rules]);
  assert.equal(checked.code, 0, checked.said);
  const tested = await promtool(['test', 'rules', join(folder, 'prometheus/gateway-alerts.test.yaml')]);
  assert.equal(tested.code, 0, tested.said);
  const config = await promtool([
    'check',
    'config',
    '--syntax-only',
    join(folder, 'prometheus/prometheus.yml'),
  ]);
  assert.equal(config.code, 0, config.said);
});

test('every alert has a test', () => {
  const alerts = [...readFileSync(rules, 'utf8').matchAll(/alert: (\w+)/g)].map(([, name]) => name!);
  const tests = readFileSync(join(folder, 'prometheus/gateway-alerts.test.yaml'), 'utf8');
  assert.ok(alerts.length >= 10);
  for (const alert of alerts) assert.ok(tests.includes(`alertname: ${alert}`), alert);
});

test('alerts and dashboard only ask for figures that there are', async () => {
  const known = await metricNames();
  const queries = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  const used = [...queries, readFileSync(rules, 'utf8')].flatMap(named);
  assert.ok(used.length >= 30);
  assert.deepEqual(
    [...new Set(used)].filter((name) => !known.has(name)),
    [],
  );
});

test('alerts and dashboard only ask for codes that there are', () => {
  const queries = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  const asked = [...queries, readFileSync(rules, 'utf8')]
    .flatMap((query) => [...query.matchAll(/\bcode=~?"([^"]+)"/g)])
    .flatMap(([, codes = '']) => codes.split('|'));
  const known = new Set((Object.keys(catalog) as ErrorCode[]).map(publicCode));
  assert.ok(asked.length > 0);
  assert.deepEqual(
    asked.filter((code) => !known.has(code)),
    [],
  );
});

test('the alert about a key that is refused is about all that its limits refuse', () => {
  const [, codes = ''] =
    /gateway_key_refusals_total\{code=~"([^"]+)"\}/.exec(readFileSync(rules, 'utf8')) ?? [];
  const ofLimits = (Object.keys(catalog) as ErrorCode[]).filter(
    (code) => catalog[code].ofKey && catalog[code].status === 429,
  );
  assert.deepEqual(codes.split('|').sort(), ofLimits.map(publicCode).sort());
});

/** What is looked up when there is a question, and would only fill a wall. */
const offTheDashboard: readonly string[] = [
  'gateway_usage_requests_total',
  'gateway_unpriced_requests_total',
  'gateway_key_tokens_total',
  'gateway_key_cost_usd_total',
  'gateway_answers_without_usage_total',
  'gateway_usage_overstated_total',
  'gen_ai_client_operation_time_to_first_chunk_seconds',
  'gen_ai_client_token_usage',
  'gateway_deployment_put_last',
  'gateway_deployment_drained',
  'gateway_deployment_latency_seconds',
  'gateway_guard_looks_total',
  'gateway_mcp_held_back',
  'gateway_mcp_lists_total',
  'gateway_mcp_request_duration_seconds',
  'gateway_mcp_requests_total',
  'gateway_mcp_server_out',
  'gateway_mcp_tool_calls_total',
  'gateway_guard_down',
  'gateway_guard_duration_seconds',
  'gateway_mirrored_requests_total',
  'gateway_contents_total',
  'gateway_contents_waiting_bytes',
  'gateway_buffered_bytes',
  'gateway_socket_turns',
  'gateway_backend_out_of_step_total',
  'gateway_workers_heap_bytes',
];

test('every figure that workers count stands on the dashboard, or is said not to', () => {
  const queries = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  const shown = new Set(queries.flatMap(named).map((name) => name.replace(/_(?:bucket|sum|count)$/, '')));
  const hidden = [...familySpecs.keys()].filter((name) => !shown.has(name));
  assert.deepEqual(hidden.sort(), [...offTheDashboard].sort());
});

/** Names and dates, which say nothing of how well it is. */
const onlyLookedUp: readonly string[] = [
  'gateway_build_info',
  'gateway_config_info',
  'gateway_config_last_reload_timestamp_seconds',
  'gateway_config_loaded_timestamp_seconds',
  'gateway_primary_start_time_seconds',
];

test('every figure of the process that supervises stands on the dashboard or in an alert, or is said not to', () => {
  const queries = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  // Alerts compare some with the time, as they are.
  const watched = new Set([...queries, readFileSync(rules, 'utf8')].join('\n').match(/\bgateway_[a-z_]+\b/g));
  const hidden = supervisorFamilies.map(({ name }) => name).filter((name) => !watched.has(name));
  assert.deepEqual(hidden.sort(), [...onlyLookedUp].sort());
});

test('the panels of the dashboard have numbers of their own and do not lie on each other', () => {
  const { panels } = dashboard;
  assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
  for (const [index, one] of panels.entries()) {
    const { x, y, w, h } = one.gridPos;
    assert.ok(x + w <= 24, one.title);
    for (const { gridPos: other, title } of panels.slice(index + 1)) {
      const isApart =
        other.x >= x + w || x >= other.x + other.w || other.y >= y + h || y >= other.y + other.h;
      assert.ok(isApart, `${one.title} and ${title}`);
    }
  }
});

test('every query of the dashboard is one that Prometheus understands', async (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'gateway-queries-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  const queries = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  const recorded = queries.map((expr, index) => ({
    record: `query_${index}`,
    expr: expr
      .replaceAll('$__rate_interval', '5m')
      .replaceAll('$job', 'gateway')
      .replaceAll('$instance', '.*'),
  }));
  const file = join(dir, 'queries.yaml');
  writeFileSync(file, JSON.stringify({ groups: [{ name: 'panels', rules: recorded }] }));
  const { code, said } = await promtool(['check', 'rules', file]);
  assert.equal(code, 0, said);
});
