import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { Collector, NotDelivered } from '../../../src/admin/otlp/metric-exporter.ts';
import { type Figures, MetricMessages } from '../../../src/admin/otlp/metric-messages.ts';
import type { MetricsConfig } from '../../../src/config/types/telemetry.ts';
import { conventionMetric } from '../../../src/observe/metrics/genai-names.ts';
import { familySpecs } from '../../../src/observe/metrics/metric-families.ts';
import { type FamilySpec, widthOf } from '../../../src/observe/metrics/series.ts';
import { type Manner, type ReceivedPoint, startMetricsCollector } from '../../helpers/metrics-collector.ts';
import { ownerOfFile } from '../../helpers/serve.ts';

const collector = await startMetricsCollector(ownerOfFile());
const way = { url: `${collector.url}/v1/metrics`, headers: {}, everyMs: 2000 };

function of(name: string, series: Readonly<Record<string, readonly number[]>>): Figures[number] {
  return [
    spec(name),
    new Map(Object.entries(series).map(([key, values]) => [key, Float64Array.from(values)])),
  ];
}

function spec(name: string): FamilySpec {
  return familySpecs.get(name)!;
}

/** A histogram's numbers: one value in a bucket. */
function observed(name: string, bucket: number, sum: number): readonly number[] {
  const values = Array.from({ length: widthOf(spec(name)) }, () => 0);
  values[bucket] = 1;
  values[values.length - 1] = sum;
  return values;
}

/** Sends what is to be told, and gives what the collector got of it. */
async function told(
  messages: MetricMessages,
  figures: Figures,
  now: number,
): Promise<readonly ReceivedPoint[]> {
  const before = collector.messages.length;
  const to = new Collector(way);
  try {
    for await (const message of messages.of(figures, [now, 500_000_000])) await to.send(message);
  } finally {
    to.close();
  }
  return collector.messages.slice(before).flat();
}

function messagesIn(way: Partial<MetricsConfig>): MetricMessages {
  return new MetricMessages({ names: 'gateway', temporality: 'cumulative', ...way }, [1000, 0]);
}

const requests = 'gateway_requests_total';
const phases = 'gateway_phase_duration_seconds';
const key = 'chat_completions\nfast\none\n200';

test('counters, gauges and histograms are told as the official package writes them, since the start', async () => {
  const figures: Figures = [
    of(requests, { [key]: [3] }),
    of('gateway_buffered_bytes', { '': [17] }),
    of(phases, { route: observed(phases, 2, 0.0002) }),
  ];
  const [counter, gauge, histogram] = await told(messagesIn({}), figures, 2000);
  const { 'service.instance.id': instance, 'service.version': version, ...resource } = counter!.resource;
  assert.match(instance!, /^[0-9a-f-]{36}$/);
  assert.match(version!, /^\d/);
  assert.deepEqual(resource, { 'service.name': 'gateway' });
  assert.deepEqual(
    { ...counter, resource },
    {
      metric: requests,
      unit: '',
      kind: 'sum',
      temporality: 2,
      isMonotonic: true,
      attributes: { endpoint: 'chat_completions', model: 'fast', deployment: 'one', status: '200' },
      resource,
      startMs: 1_000_000,
      endMs: 2_000_500,
      value: 3,
      count: undefined,
      buckets: undefined,
      bounds: undefined,
    },
  );
  assert.deepEqual(
    [gauge!.metric, gauge!.kind, gauge!.unit, gauge!.value],
    ['gateway_buffered_bytes', 'gauge', 'By', 17],
  );
  assert.deepEqual(
    [histogram!.unit, histogram!.temporality, histogram!.count, histogram!.value],
    ['s', 2, 1, 0.0002],
  );
  assert.deepEqual(histogram!.bounds, spec(phases).bounds);
  assert.equal(histogram!.buckets!.length, spec(phases).bounds.length + 1);
  assert.equal(histogram!.buckets![2], 1);
});

test('a delta is what came since the collector took the last, and comes again where it did not', async () => {
  const messages = messagesIn({ temporality: 'delta' });
  const [first] = await told(messages, [of(requests, { [key]: [3] })], 2000);
  assert.deepEqual([first!.temporality, first!.value, first!.startMs], [1, 3, 1_000_000]);
  collector.behave((response) => response.writeHead(400).end());
  await assert.rejects(told(messages, [of(requests, { [key]: [5] })], 2030), {
    name: 'NotDelivered',
    message: 'HTTP 400',
  });
  collector.behave();
  const [second] = await told(messages, [of(requests, { [key]: [9] })], 2060);
  assert.deepEqual([second!.value, second!.startMs, second!.endMs], [6, 2_000_500, 2_060_500]);
  assert.deepEqual(await told(messages, [of(requests, { [key]: [9] })], 2090), []);
  // What has begun anew is told in full.
  const [anew] = await told(messages, [of(requests, { [key]: [1] })], 2120);
  assert.equal(anew!.value, 1);
});

test('very many series go in several messages, each with at most a thousand', async () => {
  const series = Object.fromEntries(
    Array.from({ length: 2500 }, (_, index) => [`m${index}\nd\nanswered`, [index]]),
  );
  const before = collector.messages.length;
  const points = await told(messagesIn({}), [of('gateway_attempts_total', series)], 2000);
  assert.equal(points.length, 2500);
  assert.deepEqual(
    collector.messages.slice(before).map(({ length }) => length),
    [1000, 1000, 500],
  );
});

const convention = JSON.parse(readFileSync('test/fixtures/otel/genai-metrics.json', 'utf8')) as {
  readonly commit: string;
  readonly metrics: Readonly<Record<string, { readonly instrument: string; readonly unit: string }>>;
  readonly attributes: readonly string[];
};

test('the names of the conventions are those of the commit that the page names', () => {
  const named = [...familySpecs.keys()].flatMap((name) =>
    ['chat', 'embeddings'].flatMap((operation) =>
      ['input', 'output'].map((type) =>
        conventionMetric(name, { gen_ai_operation_name: operation, gen_ai_token_type: type }),
      ),
    ),
  );
  const ours = Object.fromEntries(
    named.flatMap((one) =>
      one === undefined ? [] : [[one.name, { instrument: 'histogram', unit: one.unit }]],
    ),
  );
  assert.deepEqual(ours, convention.metrics);
  const page = readFileSync('docs/monitoring.md', 'utf8');
  assert.ok(page.includes(convention.commit));
  for (const name of Object.keys(convention.metrics)) assert.ok(page.includes(`\`${name}\``), name);
});

test('with `names: genai` every series that the conventions have a name for has it, and its attributes', async () => {
  const duration = 'gen_ai_client_operation_duration_seconds';
  const tokens = 'gen_ai_client_token_usage';
  const server = 'gen_ai_server_request_duration_seconds';
  const first = 'gen_ai_client_operation_time_to_first_chunk_seconds';
  const points = await told(
    messagesIn({ names: 'genai' }),
    [
      of(server, { 'chat_completions\nchat\nfast': observed(server, 1, 0.02) }),
      of(duration, {
        'chat\nopenai\nfast\none': observed(duration, 1, 0.02),
        'embeddings\nopenai\nsmall\none': observed(duration, 1, 0.03),
      }),
      of(tokens, {
        'chat\nopenai\nfast\none\ninput': observed(tokens, 1, 4),
        'chat\nopenai\nfast\none\noutput': observed(tokens, 1, 5),
        'embeddings\nopenai\nsmall\none\ninput': observed(tokens, 1, 6),
      }),
      of(first, { 'chat\nopenai\nfast\none': observed(first, 1, 0.002) }),
      of(requests, { [key]: [3] }),
    ],
    2000,
  );
  const named = (model: string, more: Readonly<Record<string, string>>) => ({
    'gen_ai.operation.name': 'chat',
    'gen_ai.request.model': model,
    ...more,
  });
  const attempt = named('fast', { 'gen_ai.provider.name': 'openai', 'gateway.deployment': 'fast/one' });
  assert.deepEqual(
    points.map(({ metric, unit, value, attributes }) => [metric, unit, value, attributes]),
    [
      [
        'gen_ai.server.request.duration',
        's',
        0.02,
        named('fast', { 'gateway.endpoint': 'chat_completions', 'gen_ai.provider.name': 'gateway' }),
      ],
      ['gen_ai.client.inference.duration', 's', 0.02, attempt],
      [
        'gen_ai.client.operation.duration',
        's',
        0.03,
        {
          'gen_ai.operation.name': 'embeddings',
          'gen_ai.request.model': 'small',
          'gen_ai.provider.name': 'openai',
          'gateway.deployment': 'small/one',
        },
      ],
      ['gen_ai.client.inference.operation.input_tokens', '{token}', 4, attempt],
      ['gen_ai.client.inference.operation.output_tokens', '{token}', 5, attempt],
      [
        tokens,
        '',
        6,
        {
          gen_ai_operation_name: 'embeddings',
          gen_ai_provider_name: 'openai',
          gen_ai_request_model: 'small',
          deployment: 'one',
          gen_ai_token_type: 'input',
        },
      ],
      [
        first,
        's',
        0.002,
        {
          gen_ai_operation_name: 'chat',
          gen_ai_provider_name: 'openai',
          gen_ai_request_model: 'fast',
          deployment: 'one',
        },
      ],
      [requests, '', 3, { endpoint: 'chat_completions', model: 'fast', deployment: 'one', status: '200' }],
    ],
  );
  for (const { metric, attributes } of points.filter(
    ({ metric }) => convention.metrics[metric] !== undefined,
  ))
    for (const name of convention.attributes) assert.ok(attributes[name] !== undefined, `${metric} ${name}`);
});

/** Why a message is not delivered to a collector that does so. */
async function reasonFor(manner: Manner): Promise<string> {
  collector.behave(manner);
  const to = new Collector({ ...way, everyMs: 200 });
  try {
    for await (const message of messagesIn({}).of([of(requests, { [key]: [3] })], [2000, 0]))
      await to.send(message);
    return 'none';
  } catch (error) {
    assert.ok(error instanceof NotDelivered);
    return error.message;
  } finally {
    to.close();
    collector.behave();
  }
}

const noAnswer = 'no answer in time, or one that asks for a pause';

test('a collector that sends elsewhere is not followed; one that is away, asks for a pause or hangs is left in time', async (t) => {
  const elsewhere = await startMetricsCollector(t);
  const location = elsewhere.url;
  assert.equal(
    await reasonFor((response) => response.writeHead(307, { location }).end('canary')),
    'HTTP 307',
  );
  assert.equal(elsewhere.asked, 0);
  assert.equal(
    await reasonFor((response) => response.writeHead(429, { 'retry-after': '3600' }).end()),
    noAnswer,
  );
  const since = performance.now();
  for (const manner of [(response: ServerResponse) => void response.destroy(), () => {}])
    await reasonFor(manner);
  const drips: NodeJS.Timeout[] = [];
  await reasonFor((response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    drips.push(setInterval(() => response.write(' '), 20));
  });
  for (const drip of drips) clearInterval(drip);
  assert.ok(performance.now() - since < 3000);
});
