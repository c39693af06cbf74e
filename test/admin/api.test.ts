import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { KeysAnswer } from '../../src/admin/contract/keys.ts';
import type { ModelsAnswer } from '../../src/admin/contract/models.ts';
import type { OverviewAnswer } from '../../src/admin/contract/overview.ts';
import type { RequestsAnswer } from '../../src/admin/contract/requests.ts';
import type { ExplainAnswer } from '../../src/admin/contract/routing.ts';
import { LastHour } from '../../src/admin/live/last-hour.ts';
import { RecentRequests } from '../../src/admin/live/recent-requests.ts';
import { recordOf } from '../../src/admin/live/request-record.ts';
import type { status } from '../../src/admin/status.ts';
import { Histogram } from '../../src/observe/metrics/histogram.ts';
import { temporaryFolder } from '../config/fixtures.ts';
import { batchOf, requestEvent, servedText, startAdmin, type TestAdmin } from '../helpers/admin.ts';

async function read<Answer>(admin: TestAdmin, path: string): Promise<Answer> {
  const answer = await admin.call(path);
  assert.equal(answer.status, 200, path);
  return (await answer.json()) as Answer;
}

async function refusal(admin: TestAdmin, path: string, options?: RequestInit): Promise<string> {
  const answer = await admin.call(path, options);
  const { error } = (await answer.json()) as { error: { message: string } };
  return `${answer.status} ${error.message}`;
}

test('the overview counts what was answered, refused, failed and left, and who asked', async (t) => {
  const admin = await startAdmin(t);
  admin.tell([
    requestEvent({ ms: 100 }),
    requestEvent({ ms: 200 }),
    requestEvent({ status: 429, code: 'rate_limit_exceeded', attempts: [], tokens: undefined }),
    requestEvent({ status: 502, code: 'upstream_unreachable', tokens: undefined }),
    requestEvent({ status: 499, tokens: undefined }),
    requestEvent({ endpoint: 'models' }),
    requestEvent({ key: undefined, status: 401, code: 'invalid_api_key' }),
  ]);
  const { window, models, keys } = await read<OverviewAnswer>(admin, '/api/overview');
  const { requests, refused, failed, gone, output_tokens } = window;
  assert.deepEqual(
    { requests, refused, failed, gone, output_tokens },
    {
      requests: 5,
      refused: 1,
      failed: 1,
      gone: 1,
      output_tokens: 40,
    },
  );
  assert.ok(window.p50_ms! > 90 && window.p50_ms! < 110 && window.p99_ms! > 185 && window.p99_ms! < 215);
  assert.deepEqual(
    models.map(({ name, requests, failed }) => [name, requests, failed]),
    [['fast', 5, 1]],
  );
  assert.deepEqual(
    keys.map(({ name }) => name),
    ['team-a'],
  );
});

test('every attempt on a deployment is counted, with what went wrong last, also where another one answered', async (t) => {
  const admin = await startAdmin(t);
  const [answered] = requestEvent().attempts;
  const failed = { ...answered!, deployment: 'a', outcome: 'not_connected', status: undefined };
  const refused = { ...answered!, deployment: 'a', outcome: 'request_refused', status: 400 };
  const elsewhere = [failed, { ...answered!, deployment: 'b' }];
  admin.tell([
    requestEvent({ deployment: 'b', attempts: elsewhere }),
    requestEvent({ id: 'req-2', deployment: 'b', attempts: elsewhere }),
    requestEvent({ deployment: 'a', status: 400, attempts: [refused] }),
  ]);
  const { models } = await read<ModelsAnswer>(admin, '/api/models');
  const [a, b] = models[0]!.deployments;
  assert.deepEqual([a!.requests, a!.attempts, a!.failures], [1, 3, 2]);
  const { outcome, status, request } = a!.last_error!;
  assert.deepEqual(
    { outcome, status, request },
    { outcome: 'not_connected', status: null, request: 'req-2' },
  );
  assert.deepEqual([b!.attempts, b!.failures, b!.last_error], [2, 0, null]);
});

test('what was served by translation is told with the fields that were left out of it, by deployment', async (t) => {
  const admin = await startAdmin(t);
  const figures = (counts: Readonly<Record<string, number>>) =>
    new Map(Object.entries(counts).map(([labels, times]) => [labels, new Float64Array([times])]));
  admin.figures.set(
    'gateway_translated_requests_total',
    figures({
      'fast\na\nmessages\nchat_completions': 5,
      'fast\na\nresponses\nchat_completions': 2,
      'fast\nb\nmessages\nchat_completions': 1,
    }),
  );
  admin.figures.set(
    'gateway_translation_dropped_total',
    new Map([
      ['fast\na\ncache_control', new Float64Array([4])],
      ['fast\na\n__proto__', new Float64Array([1])],
    ]),
  );
  const { models } = await read<ModelsAnswer>(admin, '/api/models');
  const [a, b] = models[0]!.deployments;
  assert.equal(a!.translated, 7);
  assert.deepEqual(Object.entries(a!.dropped), [
    ['cache_control', 4],
    ['__proto__', 1],
  ]);
  assert.deepEqual([b!.translated, b!.dropped], [1, {}]);
  const { translations } = await read<Awaited<ReturnType<typeof status>>>(admin, '/status');
  assert.deepEqual(Object.keys(translations), ['fast/a', 'fast/b']);
  assert.equal(translations['fast/a']!.dropped['cache_control'], 4);
});

test('models come with their deployments, capabilities, health and share of the traffic', async (t) => {
  const admin = await startAdmin(t);
  admin.tell([requestEvent(), requestEvent(), requestEvent({ deployment: 'b' })]);
  admin.figures.set('gateway_attempts_in_flight', new Map([['fast\na', new Float64Array([3])]]));
  const circuits = new Map([
    ['fast\na\nopen', new Float64Array([1])],
    ['fast\na\nclosed', new Float64Array([1])],
  ]);
  admin.figures.set('gateway_deployment_circuits', circuits);
  const { models, total } = await read<ModelsAnswer>(admin, '/api/models');
  assert.equal(total, 2);
  const [a, b] = models[0]!.deployments;
  assert.deepEqual(a!.endpoints, { chat_completions: ['streaming', 'vision'], messages: ['streaming'] });
  assert.deepEqual(a!.state, {
    standing: 'healthy',
    workers_out: 1,
    workers_probed_down: 0,
    workers_without_credential: 0,
    workers_refused_usage: 0,
    in_flight: 3,
    latency_ms: null,
  });
  assert.deepEqual([a!.requests, b!.requests, models[0]!.requests], [2, 1, 3]);
  assert.deepEqual(
    (await read<ModelsAnswer>(admin, '/api/models?search=dee')).models.map(({ id }) => id),
    ['deep'],
  );
  assert.equal((await read<ModelsAnswer>(admin, '/api/models?limit=1')).models.length, 1);
});

test('a model says which endpoints of a deployment are translated, and to what', async (t) => {
  const text = servedText.replace('messages: []', 'messages: { via: chat_completions }');
  const admin = await startAdmin(t, text);
  const { models } = await read<ModelsAnswer>(admin, '/api/models');
  const [a, b] = models[0]!.deployments;
  assert.deepEqual(a!.via, { messages: 'chat_completions' });
  assert.deepEqual(a!.endpoints.messages, ['streaming', 'vision']);
  assert.deepEqual(b!.via, {});
});

test('capabilities come with what the lock beside the file has of them, as it is at the moment', async (t) => {
  const folder = await temporaryFolder(t);
  const lock = join(folder, 'capabilities.lock');
  const admin = await startAdmin(t, servedText, join(folder, 'gateway.yaml'));
  const proofs = async () => {
    const { models } = await read<ModelsAnswer>(admin, '/api/models?search=fast');
    return models[0]!.deployments.map((deployment) => deployment.proofs);
  };
  assert.deepEqual(await proofs(), [null, null]);
  const entry = (result: string) => ({ result, at: '2026-01-02T03:04:05Z' });
  const identity = { model: 'fast', name: 'a', host: 'simulator', upstream_model: 'fast' };
  const endpoints = { chat_completions: { vision: entry('not_proven'), streaming: entry('proven') } };
  const deployments = [{ ...identity, endpoints }];
  await writeFile(lock, JSON.stringify({ version: 1, deployments }), { mode: 0o640 });
  const at = '2026-01-02T03:04:05.000Z';
  const never = { state: 'never', at: null };
  assert.deepEqual(await proofs(), [
    {
      chat_completions: { streaming: { state: 'proven', at }, vision: { state: 'not_proven', at } },
      messages: { streaming: never },
    },
    { chat_completions: { streaming: never } },
  ]);
  await writeFile(lock, '{ "version": 1, "deployments": [', { mode: 0o640 });
  assert.deepEqual(await proofs(), [null, null]);
});

test('keys are shown without their secrets, with the line they stand on', async (t) => {
  const admin = await startAdmin(t);
  const answer = await read<KeysAnswer>(admin, '/api/keys');
  const [key] = answer.keys;
  assert.deepEqual([key!.id, key!.line, key!.models, key!.state], ['team-a', 14, ['fast'], 'active']);
  assert.equal(answer.keys_file.kind, 'absent');
  assert.doesNotMatch(JSON.stringify(answer), /sk-team|[0-9a-f]{64}/);
});

test('an explanation is that of `gateway explain`, with what is live', async (t) => {
  const admin = await startAdmin(t);
  const ask = '/api/explain?endpoint=chat_completions&model=fast&tags=vision&down=a';
  const { outcome, models } = await read<ExplainAnswer>(admin, ask);
  assert.deepEqual(outcome, { status: 200, deployment: 'deep/b', or: [] });
  assert.deepEqual(
    models.map(({ model }) => model),
    ['fast', 'deep'],
  );
  assert.equal(models[0]!.deployments[0]!.live?.standing, 'healthy');
});

test('a question that names nothing is refused in words', async (t) => {
  const admin = await startAdmin(t);
  assert.equal(await refusal(admin, '/api/explain'), '400 name the "model" of the request.');
  assert.equal(await refusal(admin, '/api/explain?model='), '400 name the "model" of the request.');
  assert.equal(
    await refusal(admin, '/api/explain?model=fast&key=team-b'),
    '400 no key is named "team-b" (did you mean "team-a"?).',
  );
  assert.match(
    await refusal(admin, '/api/explain?model=fast&endpoint=chat'),
    /^400 no endpoint is named "chat" \(did you mean "chat_completions"\?\)/,
  );
  assert.match(await refusal(admin, '/api/requests?status=many'), /^400 "status" must be/);
  assert.match(await refusal(admin, '/api/keys?limit=1e9'), /^400 "limit" must be a whole number up to 1000/);
  assert.equal(await refusal(admin, '/api/nothing'), '404 There is no such path here.');
  assert.equal(await refusal(admin, '/api/models', { method: 'DELETE' }), '405 Use GET or HEAD.');
});

test('where no file for keys is named, making one says how to get there', async (t) => {
  const admin = await startAdmin(t);
  const body = JSON.stringify({ id: 'new' });
  assert.match(
    await refusal(admin, '/api/keys', { method: 'POST', body }),
    /^409 .*add `keys_file: keys\.yaml`/,
  );
});

test('a key of the main file is not changed here, and a field that nobody knows makes no key', async (t) => {
  const admin = await startAdmin(t);
  const main = '409 The key "team-a" is on line 14 of <stdin> and is changed there.';
  const text = await refusal(admin, '/api/keys/team-a', { method: 'DELETE' });
  assert.equal(text, main);
  assert.equal(
    await refusal(admin, '/api/keys/nobody', { method: 'DELETE' }),
    '404 No key is named "nobody".',
  );
  const body = JSON.stringify({ id: 'new', model: ['fast'] });
  assert.match(
    await refusal(admin, '/api/keys', { method: 'POST', body }),
    /^400 "model" is not a field here/,
  );
  const huge = JSON.stringify({ id: 'x'.repeat(70_000) });
  assert.match(await refusal(admin, '/api/keys', { method: 'POST', body: huge }), /^413/);
  assert.match(await refusal(admin, '/api/keys', { method: 'POST', body: '[1]' }), /^400 The body must be/);
});

test('the latest requests are filtered here, so that what is rare is found beside what is frequent', () => {
  const recent = new RecentRequests();
  recent.add(recordOf(requestEvent({ key: 'rare', status: 503 })));
  for (let count = 0; count < 1500; count += 1) recent.add(recordOf(requestEvent({ key: 'busy' })));
  assert.equal(recent.find({}).requests.length, 200);
  assert.equal(recent.find({}).newest, 1501);
  assert.deepEqual(
    recent.find({ key: 'rare' }).requests.map(({ number }) => number),
    [1],
  );
  assert.equal(recent.find({ status: '5xx' }).requests.length, 1);
  assert.equal(recent.find({ after: 1499 }).requests.length, 2);
  for (let count = 0; count < 1000; count += 1) recent.add(recordOf(requestEvent()));
  assert.equal(recent.find({ key: 'rare' }).requests.length, 0, 'but not for ever');
});

test('a reader who asks with the number of the last answer gets what came since', async (t) => {
  const admin = await startAdmin(t);
  admin.tell([requestEvent({ id: 'one' })]);
  const { newest } = await read<RequestsAnswer>(admin, '/api/requests');
  admin.tell([requestEvent({ id: 'two' })]);
  const { requests } = await read<RequestsAnswer>(admin, `/api/requests?after=${newest}`);
  assert.deepEqual(
    requests.map(({ id }) => id),
    ['two'],
  );
});

test('a percentile is off by at most five percent', () => {
  const histogram = new Histogram();
  assert.equal(histogram.percentile(0.5), null);
  for (let ms = 1; ms <= 1000; ms += 1) histogram.add(ms);
  for (const share of [0.1, 0.5, 0.95, 0.99]) {
    const percentile = histogram.percentile(share)!;
    assert.ok(Math.abs(percentile / (share * 1000) - 1) < 0.06, `${share}: ${percentile}`);
  }
});

test('figures leave the window with their time, and the memory with the hour', () => {
  let now = 1_800_000_000_000;
  const hour = new LastHour(() => now);
  hour.add(batchOf([requestEvent()]));
  now += 20 * 60_000;
  hour.add(batchOf([requestEvent({ deployment: 'b' })]));
  assert.equal(hour.window(900).requests, 1);
  assert.equal(hour.window(3600).requests, 2);
  const { answered, at } = hour.series(900, 10);
  assert.equal(at.length, 90);
  assert.deepEqual([answered.at(-1), answered.slice(0, -1).some((count) => count > 0)], [1, false]);
  assert.deepEqual(
    hour
      .shares('deployment')
      .busiest(5)
      .map(({ name }) => name),
    ['fast/a', 'fast/b'],
  );
  now += 3600_000 + 70_000;
  assert.equal(hour.window(3600).requests, 0);
  assert.equal(hour.shares('model').busiest(5).length, 0);
});
