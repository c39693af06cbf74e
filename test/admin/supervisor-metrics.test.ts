import assert from 'node:assert/strict';
import { test } from 'node:test';
import { supervisorFamilies, supervisorText } from '../../src/admin/prometheus/supervisor-metrics.ts';
import type { GatewayView } from '../../src/supervisor/gateway-view.ts';

const view = {
  rooms: {
    waiting: () => [
      { model: 'fast', class: 'low', key: 'a', count: 2, longestMs: 10 },
      { model: 'fast', class: 'low', key: 'b', count: 3, longestMs: 10 },
      { model: 'fast', class: 'high', key: 'a', count: 1, longestMs: 10 },
    ],
  },
  servers: {
    states: [
      { backend: 'b', server: '10.0.0.4:8000', load: { running: 4, waiting: 2, cache: 0.5, agoMs: 10 } },
      { backend: 'b', server: '10.0.0.5:8000', load: undefined },
    ],
    named: [{ backend: 'b', count: 2 }],
  },
  certificateEnds: new Map([['public', 1_800_000_000_500]]),
  credentials: {
    states: [
      {
        name: 'a"b\\c',
        state: 'valid',
        validForMs: 1500,
        renewals: { renewed: 3, unchanged: 0, failed: 1 },
      },
      {
        name: 'forever',
        state: 'valid',
        validForMs: undefined,
        renewals: { renewed: 1, unchanged: 0, failed: 0 },
      },
      {
        name: 'gone',
        state: 'out',
        validForMs: undefined,
        renewals: { renewed: 0, unchanged: 0, failed: 2 },
      },
    ],
  },
  keySets: {
    states: [
      { issuer: 'main', keys: 2, ageMs: 1250 },
      { issuer: 'away', keys: 0, ageMs: undefined },
    ],
  },
  config: { revision: 'abc' },
  reloads: {
    loadedAt: '2026-01-01T00:00:00.250Z',
    last: { outcome: 'rejected', at: '2026-01-01T00:00:01.000Z' },
    counts: { applied: 1, unchanged: 0, rejected: 2 },
  },
  unwritten: { list: [] },
  workers: { wanted: 2, serving: 1, restarts: 5 },
} as unknown as GatewayView;

const lines = supervisorText(view).split('\n');

function seriesOf(name: string): readonly string[] {
  return lines.filter((line) => line.startsWith(name));
}

test('each family has its head, whether or not it has a series', () => {
  assert.equal(lines.at(-1), '');
  for (const { name, help, kind } of supervisorFamilies) {
    const at = lines.indexOf(`# HELP ${name} ${help}`);
    assert.equal(lines[at + 1], `# TYPE ${name} ${kind}`);
  }
});

test('what is known of credentials, key sets, reloads and workers is told, and nothing of what is not', () => {
  assert.deepEqual(seriesOf('gateway_certificate_expiry'), [
    'gateway_certificate_expiry_seconds{listener="public"} 1800000000.5',
  ]);
  assert.deepEqual(seriesOf('gateway_credential_valid'), [
    'gateway_credential_valid_seconds{source="a\\"b\\\\c"} 1.5',
    'gateway_credential_valid_seconds{source="gone"} 0',
  ]);
  assert.equal(seriesOf('gateway_credential_renewals').length, 9);
  assert.deepEqual(seriesOf('gateway_queue_length'), [
    'gateway_queue_length{model="fast",class="low"} 5',
    'gateway_queue_length{model="fast",class="high"} 1',
  ]);
  assert.deepEqual(seriesOf('gateway_backend_'), [
    'gateway_backend_replicas{backend="b"} 2',
    'gateway_backend_server_requests{backend="b",state="running",replica="10.0.0.4:8000"} 4',
    'gateway_backend_server_requests{backend="b",state="waiting",replica="10.0.0.4:8000"} 2',
    'gateway_backend_server_cache_usage_ratio{backend="b",replica="10.0.0.4:8000"} 0.5',
  ]);
  assert.ok(lines.includes('gateway_credential_renewals_total{source="gone",result="failed"} 2'));
  assert.deepEqual(seriesOf('gateway_key_set_age'), ['gateway_key_set_age_seconds{issuer="main"} 1.25']);
  assert.deepEqual(seriesOf('gateway_key_set_keys'), [
    'gateway_key_set_keys{issuer="main"} 2',
    'gateway_key_set_keys{issuer="away"} 0',
  ]);
  assert.deepEqual(seriesOf('gateway_config_'), [
    'gateway_config_info{revision="abc"} 1',
    'gateway_config_loaded_timestamp_seconds 1767225600.25',
    'gateway_config_last_reload_successful 0',
    'gateway_config_last_reload_timestamp_seconds 1767225601',
    'gateway_config_reloads_total{result="applied"} 1',
    'gateway_config_reloads_total{result="unchanged"} 0',
    'gateway_config_reloads_total{result="rejected"} 2',
  ]);
  assert.deepEqual(seriesOf('gateway_workers'), [
    'gateway_workers{state="wanted"} 2',
    'gateway_workers{state="serving"} 1',
  ]);
  assert.deepEqual(seriesOf('gateway_worker_restarts'), ['gateway_worker_restarts_total 5']);
});
