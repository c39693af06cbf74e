import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { Agent } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ModelsAnswer } from '../../src/admin/contract/models.ts';
import type { ExplainAnswer } from '../../src/admin/contract/routing.ts';
import { UsageDb } from '../../src/admin/usage/usage-db.ts';
import { usageFile } from '../../src/admin/usage/usage-store.ts';
import { packageVersion } from '../../src/process/package-paths.ts';
import { startBackend } from '../helpers/backend.ts';
import { until } from '../helpers/gate.ts';
import { begin, type LogLine, readReply } from '../helpers/gateway.ts';
import { hello, liveText, workersOf } from '../helpers/live.ts';
import { assertSoundMetrics, seriesValue } from '../helpers/promtool.ts';
import { type Served, serve } from '../helpers/serve.ts';

const freshConnections = new Agent({ keepAlive: false });
const answered =
  'gateway_requests_total{endpoint="chat_completions",model="first",deployment="one",status="200"}';

test('a scrape sums all workers, also what a worker had counted before it died', async (t) => {
  const served = await serve(t, liveText());
  for (let count = 0; count < 8; count += 1) await served.call('/v1/chat/completions', { body: hello });
  await served.call('/v1/chat/completions', { body: { ...hello, model: 'nobody' } });
  const { status, text } = await served.admin('/metrics');
  assert.equal(status, 200);
  await assertSoundMetrics(text);
  assert.equal(seriesValue(text, answered), 8);
  assert.equal(seriesValue(text, 'gateway_key_requests_total{key="test",status="200"}'), 8);
  assert.equal(
    seriesValue(text, 'gateway_deployment_circuits{model="first",deployment="one",state="closed"}'),
    2,
  );
  assert.ok((seriesValue(text, 'gateway_workers_resident_memory_bytes') ?? 0) > 50_000_000);
  assert.ok((seriesValue(text, 'gateway_worker_event_loop_delay_seconds{percentile="99"}') ?? -1) >= 0);

  const [victim] = workersOf(served);
  process.kill(victim!, 'SIGKILL');
  await until(
    async () => {
      const { workers } = await served.status();
      return workers.serving === 2 && workers.restarts === 1;
    },
    'the worker is replaced',
    10_000,
  );
  await served.call('/v1/chat/completions', { body: hello });
  assert.equal(seriesValue((await served.admin('/metrics')).text, answered), 9);
});

test('the version is in the log from its first line on, in /status and among the metrics', async (t) => {
  const served = await serve(t, liveText());
  const version = packageVersion();
  const isReady = ({ msg }: LogLine) => msg === 'the gateway is ready';
  await until(() => served.logs.some(isReady), 'it has told that it is ready');
  const [first] = served.logs;
  assert.equal(first?.msg, 'the gateway starts');
  assert.equal(first['version'], version);
  const ready = served.logs.find(isReady)!;
  const { version: of, address, workers, level } = ready;
  assert.deepEqual(
    { of, address, workers, level },
    { of: version, address: `127.0.0.1:${served.port}`, workers: 2, level: 'info' },
  );
  assert.equal((await served.status()).version, version);
  const { text } = await served.admin('/metrics');
  assert.equal(seriesValue(text, `gateway_build_info{version="${version}",node="${process.version}"}`), 1);
  served.child.kill('SIGTERM');
  assert.equal(await served.ended, 0);
  const ends = served.logs.filter(({ msg }) => /^the gateway (stops|has stopped)/.test(msg));
  assert.deepEqual(
    ends.map((line) => line['version']),
    [version, version],
  );
});

test('a backend that is not well when it is asked is shown as such, without any request', async (t) => {
  let isWell = false;
  const backend = await startBackend(t, (_seen, response) => {
    response.writeHead(isWell ? 204 : 500).end();
  });
  const health = 'health: { path: /healthz, interval: 100ms }';
  const served = await serve(t, liveText({ backend: `{ url: "${backend.url}", ${health} }` }));
  const state = async () => {
    const { models } = JSON.parse((await served.admin('/api/models')).text) as ModelsAnswer;
    return models[0]!.deployments[0]!.state!;
  };
  await until(async () => (await state()).workers_probed_down === 2, 'both workers know', 10_000);
  assert.equal((await state()).standing, 'out');
  const { text } = await served.admin('/metrics');
  await assertSoundMetrics(text);
  const series = 'gateway_deployment_probe_down{model="first",deployment="one"}';
  assert.equal(seriesValue(text, series), 2);
  const { models } = JSON.parse((await served.admin('/api/explain?model=first')).text) as ExplainAnswer;
  const [why] = models[0]!.deployments[0]!.reasons;
  assert.equal(why?.text, 'out of service as its backend is not well when asked (`health`)');
  isWell = true;
  await until(async () => (await state()).workers_probed_down === 0, 'both see that it is well', 10_000);
  assert.equal((await state()).standing, 'healthy');
  assert.equal(seriesValue((await served.admin('/metrics')).text, series), undefined);

  isWell = false;
  await until(async () => (await state()).standing === 'out', 'down again', 10_000);
  await served.save(liveText({ backend: `{ url: "${backend.url}" }` }));
  await served.reloaded('applied');
  assert.equal((await state()).standing, 'healthy', 'nobody asks it any more');
});

test('what was counted stays when a reload lets a worker go', async (t) => {
  const served = await serve(t, liveText());
  for (let count = 0; count < 8; count += 1) await served.call('/v1/chat/completions', { body: hello });
  await served.save(liveText({ workers: 1 }));
  await served.reloaded('applied');
  await until(() => workersOf(served).length === 1, 'one worker is left', 10_000);
  const { text } = await served.admin('/metrics');
  assert.equal(seriesValue(text, answered), 8);
  assert.equal(seriesValue(text, 'gateway_config_last_reload_successful'), 1);
});

test('after SIGUSR1 every process writes to the log file anew, and no line is lost', async (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'gateway-rotate-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  const file = join(dir, 'gateway.log');
  const served = await serve(t, liveText({ more: `log: { file: ${JSON.stringify(file)} }` }));
  const lines = (path: string) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as { readonly msg: string })
      .filter(({ msg }) => msg === 'request').length;
  for (let count = 0; count < 6; count += 1) await served.call('/v1/chat/completions', { body: hello });
  renameSync(file, `${file}.1`);
  served.child.kill('SIGUSR1');
  await until(() => existsSync(file), 'the file is there again', 10_000);
  for (let count = 0; count < 6; count += 1) await served.call('/v1/chat/completions', { body: hello });
  served.child.kill('SIGTERM');
  assert.equal(await served.ended, 0);
  assert.equal(lines(`${file}.1`) + lines(file), 12);
  assert.ok(lines(file) >= 1);
  assert.deepEqual(served.logs, []);
});

test('a reload to a log file that can not be opened is rejected, and says why', async (t) => {
  const served = await serve(t, liveText());
  await served.save(liveText({ more: 'log: { file: /proc/no/such/folder/gateway.log }' }));
  const record = await served.reloaded('rejected');
  assert.match(
    record?.problems ?? '',
    /log\.file: \/proc\/no\/such\/folder\/gateway\.log can't be written to/,
  );
});

for (const [what, replace, price, isNamed] of [
  ['a deployment has a price', /,? read_token: [^ ]+/, true, false],
  ['the file names state.dir', /,? read_token: [^ ]+/, false, true],
  ['there is no admin listener at all', /\nadmin: .*/, true, false],
] as const) {
  test(`what keys used is kept without an admin token where ${what}`, async (t) => {
    const dir = mkdtempSync(join(tmpdir(), 'gateway-used-'));
    t.after(() => rmSync(dir, { recursive: true, force: true }));
    const text = liveText(isNamed ? { more: `state: { dir: ${JSON.stringify(dir)} }` } : {})
      .replace(replace, '')
      .replace('endpoints:', price ? 'price: { input: 1, output: 1 }, endpoints:' : 'endpoints:');
    const served = await serve(t, text, { env: { STATE_DIRECTORY: dir } });
    const ca = readFileSync(join(dir, 'dev-ca.pem'), 'utf8');
    await readReply(
      await begin({ port: served.port, ca, agent: freshConnections }, '/v1/chat/completions', {
        body: hello,
      }),
    );
    served.child.kill('SIGTERM');
    assert.equal(await served.ended, 0);
    const db = UsageDb.openToRead(usageFile(dir));
    assert.equal(db.query({ groupBy: ['key'] })[0]?.requests, 1);
    db.close();
  });
}

test('what keys used is kept when the gateway ends, and at most seconds of it are lost when it is killed', async (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'gateway-used-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  const text = liveText({ more: `state: { dir: ${JSON.stringify(dir)} }` });
  const requests = () => {
    const db = UsageDb.openToRead(usageFile(dir));
    const [sum] = db.query({ groupBy: ['key'] });
    db.close();
    return sum?.requests ?? 0;
  };
  const first = await serve(t, text, { env: { STATE_DIRECTORY: dir } });
  // A folder of its own has a certificate of its own.
  const ca = readFileSync(join(dir, 'dev-ca.pem'), 'utf8');
  const call = async ({ port }: Served) =>
    readReply(await begin({ port, ca, agent: freshConnections }, '/v1/chat/completions', { body: hello }));
  await call(first);
  await call(first);
  first.child.kill('SIGTERM');
  await first.ended;
  assert.equal(requests(), 2);

  const second = await serve(t, text, { env: { STATE_DIRECTORY: dir } });
  await call(second);
  await until(() => requests() === 3, 'it is written while the gateway runs', 5000);
  second.child.kill('SIGKILL');
  await second.ended;
  const third = await serve(t, text, { env: { STATE_DIRECTORY: dir } });
  await call(third);
  third.child.kill('SIGTERM');
  await third.ended;
  assert.equal(requests(), 4);
});
