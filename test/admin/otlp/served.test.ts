import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../helpers/gate.ts';
import { hello, liveText } from '../../helpers/live.ts';
import { type MetricsCollector, startMetricsCollector } from '../../helpers/metrics-collector.ts';
import { ownerOfFile, type Served, serve } from '../../helpers/serve.ts';

const owner = ownerOfFile();
const collector = await startMetricsCollector(owner);
const text = (to: MetricsCollector | undefined) =>
  liveText({
    more:
      to === undefined
        ? ''
        : `metrics: { otlp: "${to.url}/", every: 1s, names: genai, headers: { X-Api-Key: "canary-of-a-collector" } }`,
  });
const gateway = await serve(owner, text(collector));

/** Requests that are answered while something else is not well. */
async function isAnswered(): Promise<void> {
  for (let times = 0; times < 5; times += 1)
    assert.equal((await gateway.call('/v1/chat/completions', { body: hello })).status, 200);
}

function newest(metric: string): number | undefined {
  const found = collector.messages.flat().filter((point) => point.metric === metric);
  return found.at(-1)?.value;
}

const complaints = (served: Served) =>
  served.logs.filter(({ msg }) => msg.startsWith('metrics can not be delivered'));

test('what is counted reaches the collector at the path of the protocol, with its header', async () => {
  await isAnswered();
  await until(() => newest('gateway_requests_total') === 5, 'the requests are told');
  assert.equal(collector.headers[0]![':path'], '/v1/metrics');
  assert.equal(collector.headers[0]!['x-api-key'], 'canary-of-a-collector');
  const points = collector.messages.flat();
  assert.ok(points.some(({ metric }) => metric === 'gen_ai.server.request.duration'));
  // Of the process that supervises, and of limits nothing, as there are none.
  assert.ok(points.some(({ metric }) => metric === 'gateway_config_info'));
  const { text: page } = await gateway.admin('/metrics');
  assert.match(page, /^gateway_otlp_exports_total\{result="delivered"\} [1-9]/m);
});

test('a collector that hangs, or asks for a pause, costs a line, and no request', async () => {
  const asked = async (what: string) => {
    const before = collector.asked;
    await isAnswered();
    await until(() => collector.asked > before, what);
  };
  collector.behave(() => {});
  await asked('it is asked while it hangs');
  collector.behave((response) => response.writeHead(429, { 'retry-after': '3600' }).end());
  await asked('it is asked while it wants a pause');
  await until(() => complaints(gateway).length > 0, 'the log says so');
  assert.deepEqual(
    complaints(gateway).map(({ level }) => level),
    ['warn'],
  );
  const told = collector.messages.length;
  collector.behave();
  await until(() => collector.messages.length > told, 'it is told again');
  await until(() => newest('gateway_requests_total') === 15, 'all that was counted meanwhile is told');
  await until(() => gateway.logs.some(({ msg }) => msg === 'metrics are delivered again'), 'the log says so');
  const { text: page } = await gateway.admin('/metrics');
  assert.match(page, /^gateway_otlp_exports_total\{result="failed"\} [1-9]/m);
  assert.ok(!JSON.stringify(gateway.logs).includes('canary') && !page.includes('canary'));
});

test('a reload has them sent elsewhere, or no more, and a gateway that stops sends the last', async () => {
  const other = await startMetricsCollector(owner);
  await gateway.save(text(other));
  await gateway.reloaded('applied');
  await until(() => other.messages.length > 0, 'the other one is told');
  const { asked } = collector;
  await gateway.call('/v1/chat/completions', { body: hello });
  gateway.child.kill('SIGTERM');
  assert.equal(await gateway.ended, 0);
  assert.equal(collector.asked, asked);
  const last = other.messages.flat().filter(({ metric }) => metric === 'gateway_requests_total');
  assert.equal(last.at(-1)!.value, 16);
});
