import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { KeySetsAnswer } from '../../../src/admin/contract/issuer-key-sets.ts';
import { until } from '../../helpers/gate.ts';
import { audience, TestIssuer } from '../../helpers/issuer.ts';
import { hello, liveText, workersOf } from '../../helpers/live.ts';
import { seriesValue } from '../../helpers/promtool.ts';
import { type Served, serve } from '../../helpers/serve.ts';

async function start(t: TestContext) {
  const issuer = await TestIssuer.start(t);
  const text = (key = 'service') =>
    liveText({
      keys: '{ test: { secret: sk-test-0123456789abcdef }, service: {}, other: { models: [none-*] } }',
      more: `identity: { issuers: { main: { issuer: "${issuer.url}", audience: "${audience}", rules: [ { when: { sub: "service-*" }, key: ${key} } ] } } }`,
    });
  const served = await serve(t, text());
  return { issuer, served, text };
}

/** The answers to so many requests on fresh connections: with every second one, each of two workers is asked. */
async function statuses(served: Served, key: string, times = 6): Promise<readonly number[]> {
  const replies = Array.from({ length: times }, () =>
    served.call('/v1/chat/completions', { key, body: hello }),
  );
  return (await Promise.all(replies)).map(({ status }) => status);
}

const keysAsked = ({ asked }: TestIssuer) => asked.filter((path) => path === '/keys').length;

test('all workers have the keys of one request, those that are started later too', async (t) => {
  const { issuer, served } = await start(t);
  const token = await issuer.token();
  assert.deepEqual(new Set(await statuses(served, token)), new Set([200]));
  process.kill(workersOf(served)[0]!, 'SIGKILL');
  await until(async () => {
    const { workers } = await served.status();
    return workers.restarts === 1 && workers.serving === 2;
  }, 'a worker is replaced');
  await issuer.close();
  assert.deepEqual(new Set(await statuses(served, token)), new Set([200]));
  assert.equal(keysAsked(issuer), 1);
});

test('a new key is asked for once a second at most by all workers together, and nobody else waits for it', async (t) => {
  const { issuer, served } = await start(t);
  const before = await issuer.token();
  await statuses(served, before);
  const startedMs = performance.now();
  let open = () => {};
  issuer.gate = new Promise((resolve) => {
    open = resolve;
  });
  await issuer.rotate({ keepsOld: true });
  const waiting = statuses(served, await issuer.token(), 12);
  await until(() => keysAsked(issuer) + issuer.asked.length > 3, 'the issuer is asked');
  assert.deepEqual(new Set(await statuses(served, before)), new Set([200]));
  assert.deepEqual(new Set(await statuses(served, 'sk-test-0123456789abcdef')), new Set([200]));
  open();
  assert.deepEqual(new Set(await waiting), new Set([200]));
  const seconds = Math.ceil((performance.now() - startedMs) / 1000);
  assert.ok(keysAsked(issuer) <= 1 + seconds, `${keysAsked(issuer)} times in ${seconds} s`);
});

test('a rule that leads elsewhere holds with the reload, also for tokens that are remembered', async (t) => {
  const { issuer, served, text } = await start(t);
  const token = await issuer.token();
  assert.deepEqual(new Set(await statuses(served, token)), new Set([200]));
  await served.save(text('other'));
  await served.reloaded('applied');
  assert.deepEqual(new Set(await statuses(served, token)), new Set([403]));
  assert.equal(keysAsked(issuer), 1);
});

test('how old a key set is, and why it can not be renewed, stands in the status, the API and the metrics', async (t) => {
  const issuer = await TestIssuer.start(t);
  const away = await TestIssuer.start(t);
  await away.close();
  const entry = ({ url }: TestIssuer) =>
    `{ issuer: "${url}", audience: "${audience}", rules: [{ when: {}, key: service }] }`;
  const served = await serve(
    t,
    liveText({
      keys: '{ service: {} }',
      more: `identity: { issuers: { main: ${entry(issuer)}, away: ${entry(away)} } }`,
    }),
  );
  const answer = JSON.parse((await served.admin('/api/key-sets')).text) as KeySetsAnswer;
  const [main, gone] = answer.key_sets;
  assert.deepEqual({ ...main, age_s: 0 }, { issuer: 'main', keys: 1, age_s: 0, error: null });
  assert.ok(main!.age_s! >= 0 && main!.age_s! < 600);
  assert.deepEqual({ ...gone, error: '' }, { issuer: 'away', keys: 0, age_s: null, error: '' });
  assert.match(gone!.error!, /can not be reached \(ECONNREFUSED\)/);
  const status = JSON.parse((await served.admin('/status')).text) as {
    readonly key_sets: KeySetsAnswer['key_sets'];
  };
  assert.deepEqual(
    status.key_sets.map(({ issuer: name, keys }) => [name, keys]),
    [
      ['main', 1],
      ['away', 0],
    ],
  );
  const { text } = await served.admin('/metrics');
  assert.ok(seriesValue(text, 'gateway_key_set_age_seconds{issuer="main"}')! < 600);
  assert.equal(seriesValue(text, 'gateway_key_set_age_seconds{issuer="away"}'), undefined);
  assert.equal(seriesValue(text, 'gateway_key_set_keys{issuer="main"}'), 1);
  assert.equal(seriesValue(text, 'gateway_key_set_keys{issuer="away"}'), 0);
});
