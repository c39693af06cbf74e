import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { Exposition } from '../../../src/admin/prometheus/exposition.ts';
import { isRequestField } from '../../../src/api/translation/requests/decode/index.ts';
import { familySpecs, requestFamilies } from '../../../src/observe/metrics/metric-families.ts';
import { RequestMetrics } from '../../../src/observe/metrics/request-metrics.ts';
import { providerOf } from '../../../src/observe/semantic-names.ts';
import { usageOf } from '../../../src/observe/usage.ts';
import { type WorkerMetrics, workerMetricsOf } from '../../../src/supervisor/worker-metrics.ts';
import { requestEvent } from '../../helpers/admin.ts';
import { loadText } from '../../helpers/gateway.ts';
import { assertSoundMetrics, seriesValue } from '../../helpers/promtool.ts';

const config = await loadText(`version: 1
listen: { address: "127.0.0.1:0", tls: { self_signed: true } }
backends:
  main: { url: "https://api.openai.com" }
  local: { simulator: {} }
models:
  fast:
    deployments:
      - { backend: main, price: { input: 1, output: 2 }, endpoints: { chat_completions: [], messages: [] } }
      - { backend: local, endpoints: { chat_completions: [] } }
keys: { team-a: { secret: sk-team-a-0123456789abcdef } }
`);

async function textOf(exposition: Exposition, figures: WorkerMetrics): Promise<string> {
  return text(exposition.chunks(figures, ''));
}

async function scrapeOf(metrics: RequestMetrics): Promise<string> {
  return textOf(new Exposition(), workerMetricsOf(metrics.report()));
}

const attempt = {
  model: 'fast',
  deployment: 'main',
  outcome: 'answered',
  status: 200,
  startMs: 1,
  ms: 300,
  connectMs: 0.02,
  firstByteMs: 120,
};
const answered = {
  deployment: 'main',
  ms: 310,
  firstByteMs: 125,
  streamed: true,
  tokens: usageOf({ input: 1000, output: 11, cachedInput: 400, cacheWrite: 0 }),
  costNanoUsd: 2_000_000,
  attempts: [attempt],
};

test('a request that another model answered counts by both', async () => {
  const metrics = new RequestMetrics(isRequestField);
  const record = metrics.recorder(config);
  record(requestEvent({ ...answered, fellBackFrom: 'smart' }));
  record(requestEvent(answered));
  const scrape = await scrapeOf(metrics);
  assert.equal(seriesValue(scrape, 'gateway_fallbacks_total{requested_model="smart",model="fast"}'), 1);
  assert.doesNotMatch(scrape, /gateway_fallbacks_total\{requested_model="fast"/);
});

test('a request is counted by all that the operator asks about', async () => {
  const metrics = new RequestMetrics(isRequestField);
  metrics.recorder(config)(requestEvent(answered));
  const scrape = await scrapeOf(metrics);
  await assertSoundMetrics(scrape);
  const expected: Record<string, number> = {
    'gateway_requests_total{endpoint="chat_completions",model="fast",deployment="main",status="200"}': 1,
    'gateway_key_requests_total{key="team-a",status="200"}': 1,
    'gateway_attempts_total{model="fast",deployment="main",outcome="answered"}': 1,
    'gateway_tokens_total{model="fast",deployment="main",type="input"}': 1000,
    'gateway_tokens_total{model="fast",deployment="main",type="output"}': 11,
    'gateway_tokens_total{model="fast",deployment="main",type="cached_input"}': 400,
    'gateway_key_tokens_total{key="team-a",type="output"}': 11,
    'gateway_cost_usd_total{model="fast",deployment="main"}': 0.002,
    'gateway_key_cost_usd_total{key="team-a"}': 0.002,
    'gateway_phase_duration_seconds_count{phase="connect"}': 1,
    'gen_ai_server_request_duration_seconds_bucket{endpoint="chat_completions",gen_ai_operation_name="chat",gen_ai_request_model="fast",le="0.16"}': 0,
    'gen_ai_server_request_duration_seconds_bucket{endpoint="chat_completions",gen_ai_operation_name="chat",gen_ai_request_model="fast",le="0.32"}': 1,
    'gen_ai_server_request_duration_seconds_bucket{endpoint="chat_completions",gen_ai_operation_name="chat",gen_ai_request_model="fast",le="+Inf"}': 1,
    'gen_ai_server_request_duration_seconds_sum{endpoint="chat_completions",gen_ai_operation_name="chat",gen_ai_request_model="fast"}': 0.31,
    'gen_ai_server_time_to_first_token_seconds_sum{endpoint="chat_completions",gen_ai_operation_name="chat",gen_ai_request_model="fast"}': 0.125,
    'gen_ai_server_time_per_output_token_seconds_sum{endpoint="chat_completions",gen_ai_operation_name="chat",gen_ai_request_model="fast"}': 0.0185,
    'gen_ai_client_operation_duration_seconds_sum{gen_ai_operation_name="chat",gen_ai_provider_name="openai",gen_ai_request_model="fast",deployment="main"}': 0.3,
    'gen_ai_client_token_usage_sum{gen_ai_operation_name="chat",gen_ai_provider_name="openai",gen_ai_request_model="fast",deployment="main",gen_ai_token_type="input"}': 1000,
  };
  for (const [series, value] of Object.entries(expected))
    assert.equal(seriesValue(scrape, series), value, series);
});

test('every family counts in a backend out of step, a look of a guard, a server of tools, and in one of an answer, one that fell back, one of images that is overstated, one without a price, one without usage, a translated one, one that waited in vain and refusals', () => {
  const metrics = new RequestMetrics(isRequestField);
  const record = metrics.recorder(config);
  metrics.outOfStep('backend');
  metrics.looked('dlp', 'requests', 'passed', 3);
  metrics.listed('github', 'answered');
  const tools = {
    method: 'tools/call',
    server: 'github',
    tool: 'github/search',
    named: 'search',
    outcome: 'answered',
  } as const;
  record(requestEvent({ endpoint: 'mcp', tools, attempts: [] }));
  record(requestEvent({ ...answered, title: 'an application', affinity: 'kept' }));
  record(requestEvent({ ...answered, costNanoUsd: undefined, fellBackFrom: 'smart' }));
  record(requestEvent({ ...answered, tokens: usageOf({ images: 2 }), isOverstated: true }));
  record(requestEvent({ ...answered, tokens: undefined, costNanoUsd: undefined }));
  record(requestEvent({ code: 'rate_limit_exceeded', status: 429, deployment: undefined, attempts: [] }));
  const told = {
    changed: [],
    lost: [],
    leftOut: [],
    nearly: [],
    dropped: ['cache_control'],
    unknown: ['chat_completions:new'],
  };
  record(requestEvent({ ...answered, translation: { from: 'messages', to: 'chat_completions', ...told } }));
  record(requestEvent({ untranslatable: 'logprobs', status: 400, deployment: undefined, attempts: [] }));
  const queued = { model: 'fast', class: 'low', ms: 30_000 };
  record(requestEvent({ queued, code: 'queue_timeout', status: 429, deployment: undefined, attempts: [] }));
  const counted = [...metrics.changes(100)].filter(({ values }) => values.some((value) => value > 0));
  const names = new Set(counted.map(({ name }) => name));
  assert.deepEqual(
    Object.values(requestFamilies)
      .map(({ name }) => name)
      .filter((name) => !names.has(name)),
    [],
  );
});

test('names that clients make up are one value each, whatever they are', async () => {
  const metrics = new RequestMetrics(isRequestField);
  const record = metrics.recorder(config);
  for (let index = 0; index < 500; index += 1) {
    const title = `application ${index}`;
    const asked = `model-${index}`;
    record(
      requestEvent({
        asked,
        isKnownModel: false,
        model: undefined,
        deployment: undefined,
        title,
        status: 404,
        attempts: [],
      }),
    );
    record(requestEvent({ key: undefined, title: `nobody ${index}`, status: 401, attempts: [] }));
  }
  const scrape = await scrapeOf(metrics);
  const series = (name: string) => scrape.split('\n').filter((line) => line.startsWith(`${name}{`)).length;
  assert.equal(series('gateway_title_requests_total'), 101);
  assert.equal(seriesValue(scrape, 'gateway_title_requests_total{title="(other)"}'), 400);
  assert.equal(
    seriesValue(
      scrape,
      'gateway_requests_total{endpoint="chat_completions",model="(unknown)",deployment="(none)",status="404"}',
    ),
    500,
  );
});

test('a backend that answers with every status there can be makes no more series than HTTP has words', async () => {
  const metrics = new RequestMetrics(isRequestField);
  const record = metrics.recorder(config);
  for (let status = 200; status < 1000; status += 1) record(requestEvent({ ...answered, status }));
  const scrape = await scrapeOf(metrics);
  const lines = scrape.split('\n').filter((line) => line.startsWith('gateway_requests_total{'));
  assert.ok(lines.length < 80, String(lines.length));
  assert.ok(lines.some((line) => line.includes('status="9xx"')));
});

test('text from outside is written as text', async () => {
  const metrics = new RequestMetrics(isRequestField);
  metrics.recorder(config)(requestEvent({ title: 'a "quoted\\" {name}' }));
  const scrape = await scrapeOf(metrics);
  await assertSoundMetrics(scrape);
  assert.match(scrape, /\{title="a \\"quoted\\\\\\" \{name\}"\} 1/);
});

test('what nobody reported is not counted as nothing', async () => {
  const metrics = new RequestMetrics(isRequestField);
  metrics.recorder(config)(requestEvent({ ...answered, tokens: undefined, costNanoUsd: undefined }));
  const scrape = await scrapeOf(metrics);
  assert.doesNotMatch(scrape, /gateway_tokens_total|gateway_cost_usd_total|gen_ai_client_token_usage/);
  assert.equal(seriesValue(scrape, 'gateway_answers_without_usage_total{model="fast",deployment="main"}'), 1);
});

test('usage is counted by how sure it is, and an estimate is an answer without usage', async () => {
  const metrics = new RequestMetrics(isRequestField);
  const record = metrics.recorder(config);
  record(requestEvent({ ...answered, certainty: 'measured' }));
  record(requestEvent({ ...answered, certainty: 'estimated' }));
  record(requestEvent({ ...answered, certainty: 'estimated' }));
  const scrape = await scrapeOf(metrics);
  assert.equal(seriesValue(scrape, 'gateway_usage_requests_total{certainty="measured"}'), 1);
  assert.equal(seriesValue(scrape, 'gateway_usage_requests_total{certainty="estimated"}'), 2);
  assert.equal(seriesValue(scrape, 'gateway_answers_without_usage_total{model="fast",deployment="main"}'), 2);
});

test('what was used at no price is counted for its deployment', async () => {
  const metrics = new RequestMetrics(isRequestField);
  const record = metrics.recorder(config);
  record(requestEvent({ ...answered, costNanoUsd: undefined }));
  record(requestEvent({ ...answered, costNanoUsd: 0 }));
  const series = 'gateway_unpriced_requests_total{model="fast",deployment="main"}';
  assert.equal(seriesValue(await scrapeOf(metrics), series), 1);
});

test('counting goes on over a change of the configuration', async () => {
  const metrics = new RequestMetrics(isRequestField);
  metrics.recorder(config)(requestEvent(answered));
  metrics.recorder(config)(requestEvent(answered));
  const series = 'gateway_attempts_total{model="fast",deployment="main",outcome="answered"}';
  assert.equal(seriesValue(await scrapeOf(metrics), series), 2);
});

test('beyond a number of keys those that come later are counted together, and always the same ones', async () => {
  const metrics = new RequestMetrics(isRequestField);
  const record = metrics.recorder(config);
  const exposition = new Exposition();
  record(requestEvent({ key: 'first' }));
  await textOf(exposition, workerMetricsOf(metrics.report()));
  for (let index = 0; index < 3000; index += 1) record(requestEvent({ key: `key-${index}` }));
  const scrape = await textOf(exposition, workerMetricsOf(metrics.report()));
  assert.equal(seriesValue(scrape, 'gateway_key_requests_total{key="first",status="200"}'), 1);
  assert.equal(seriesValue(scrape, 'gateway_key_requests_total{key="(other)",status="200"}'), 1001);
});

test('every family has a name of its own and a sentence', () => {
  for (const { name, help, bounds } of familySpecs.values()) {
    assert.match(name, /^(gateway|gen_ai)_[a-z_]+$/);
    assert.match(help, /^[A-Z].*\.$/);
    assert.deepEqual(
      [...bounds],
      [...bounds].sort((a, b) => a - b),
    );
  }
});

test('providers are known by their hosts, others by the name of their backend', () => {
  assert.equal(providerOf('api.anthropic.com', 'claude'), 'anthropic');
  assert.equal(providerOf('mine.openai.azure.com', 'azure-eu'), 'azure.ai.openai');
  assert.equal(providerOf('europe-west1-aiplatform.googleapis.com', 'vertex'), 'gcp.vertex_ai');
  assert.equal(providerOf('notapi.openai.com.example', 'fake'), 'fake');
});

test('a scrape after others says what a first one would, whatever changed and went in between', async () => {
  const exposition = new Exposition();
  const metrics = new RequestMetrics(isRequestField);
  const record = metrics.recorder(config);
  for (let scrape = 0; scrape < 6; scrape += 1) {
    for (const status of scrape % 2 === 0 ? [200] : [200, 400 + scrape]) {
      record(requestEvent({ ...answered, status, ms: 10 ** (scrape + 1) }));
    }
    const figures = new Map(workerMetricsOf(metrics.report()));
    if (scrape === 4) figures.delete(requestFamilies.duration.name);
    const said = await textOf(exposition, figures);
    assert.equal(said, await textOf(new Exposition(), figures), `scrape ${scrape}`);
    assert.equal(await textOf(exposition, figures), said, `scrape ${scrape}, again`);
    assert.equal(said.includes(`${requestFamilies.duration.name}_bucket`), scrape !== 4);
  }
});

test('what a scrape says is handed on in pieces, also a text that is longer than one', async () => {
  const metrics = new RequestMetrics(isRequestField);
  const record = metrics.recorder(config);
  const long = 'x'.repeat(100_000);
  for (const key of ['a', long, 'b']) record(requestEvent({ ...answered, key }));
  const lengths: number[] = [];
  let said = '';
  for await (const piece of new Exposition().chunks(workerMetricsOf(metrics.report()), '# first\n')) {
    lengths.push(piece.length);
    said += String(piece);
  }
  assert.ok(said.startsWith('# first\n# HELP '), said.slice(0, 40));
  assert.ok(lengths.length > 2 && lengths.every((length) => length < 110_000), String(lengths));
  for (const key of ['a', long, 'b']) {
    assert.equal(seriesValue(said, `gateway_key_requests_total{key="${key}",status="200"}`), 1);
  }
});

test('a field that requests have keeps its series, however many are made up below others', async () => {
  const metrics = new RequestMetrics(isRequestField);
  const record = metrics.recorder(config);
  const told = { from: 'messages', to: 'chat_completions', changed: [], lost: [], leftOut: [], nearly: [] };
  const tell = (field: string) =>
    record(requestEvent({ ...answered, translation: { ...told, dropped: [field], unknown: [] } }));
  for (let index = 0; index < 300; index += 1) tell(`metadata.made_up_${index}`);
  tell('temperature');
  const scrape = await scrapeOf(metrics);
  const series = (field: string) =>
    seriesValue(scrape, `gateway_translation_dropped_total{model="fast",deployment="main",field="${field}"}`);
  assert.deepEqual([series('(other)'), series('temperature')], [100, 1]);
});

test('names that clients and backends make up name no series of translated requests', async () => {
  const metrics = new RequestMetrics(isRequestField);
  const record = metrics.recorder(config);
  const told = { from: 'messages', to: 'chat_completions', changed: [], lost: [], leftOut: [], nearly: [] };
  const dropped = [
    'messages[].content[].cache_control',
    'metadata',
    '\u001b[31m',
    'made_up',
    'metadata.\u001b[2J',
    'tools.Zq',
  ];
  const unknown = ['chat_completions:new', 'chat_completions:\u001b[2J'];
  record(requestEvent({ ...answered, translation: { ...told, dropped, unknown } }));
  const refused = { status: 400, deployment: undefined, attempts: [] };
  record(requestEvent({ ...refused, untranslatable: 'made_up_\u009b31m' }));
  record(requestEvent({ ...refused, untranslatable: 'logit_bias' }));
  const scrape = await scrapeOf(metrics);
  await assertSoundMetrics(scrape);
  const fields = [...scrape.matchAll(/^gateway_translation_\w+\{[^}]*(?:field|type)="([^"]*)"/gm)].map(
    ([, name]) => name,
  );
  assert.deepEqual(
    fields.sort(),
    [
      '(other)',
      '(other)',
      '(other)',
      'logit_bias',
      'messages[].content[].cache_control',
      'metadata',
      'chat_completions:new',
    ].sort(),
  );
});
