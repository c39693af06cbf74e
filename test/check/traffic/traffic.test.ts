import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Traffic, type TrafficReport } from '../../../src/check/traffic/traffic.ts';
import { trafficMarkdown, trafficText } from '../../../src/check/traffic/traffic-text.ts';
import { configText, loadText } from '../../helpers/gateway.ts';

const keys = '{ team: { secret: sk-team-0123456789abcdef }, other: { secret: sk-other-0123456789abcdef } }';
const backends =
  '{ a: { simulator: {} }, b: { url: "https://b.example/v1", auth: { bearer: sk-0123456789 } } }';
const model = (deployments: string) => `{ fast: { deployments: [${deployments}] } }`;
const onA = '{ backend: a, endpoints: { chat_completions: [streaming, vision] } }';
const onB = '{ backend: b, endpoints: { chat_completions: [streaming] } }';

/** A line as the access log has it. */
const line = (fields: object = {}) =>
  JSON.stringify({
    level: 'info',
    time: '2026-11-25T08:00:00.000Z',
    id: 'one',
    key: 'team',
    method: 'POST',
    path: '/v1/chat/completions',
    endpoint: 'chat_completions',
    model: 'fast',
    deployment: 'fast/a',
    status: 200,
    ms: 1.2,
    ...fields,
    msg: 'request',
  });

async function compared(before: string, after: string, lines: readonly string[]): Promise<TrafficReport> {
  const traffic = new Traffic(await loadText(before), await loadText(after), Date.now());
  for (const one of lines) traffic.add(one);
  return traffic.report();
}

const names = { logs: ['access.log'], before: 'old.yaml', after: 'new.yaml', cut: [] };
const old = configText({ backends, keys, models: model(onA) });

test('requests are told by where they went, key and model, with one to ask about', async () => {
  const lines = [
    line(),
    line({ id: 'two', time: '2026-11-25T09:00:00.000Z' }),
    line({ id: 'three', key: 'other', tags: ['vision'], needs: ['vision'], status: 503, code: '503' }),
    line({ id: 'four', key: 'other', model: 'none', chain: ['none', 'fast'] }),
  ];
  const report = await compared(old, configText({ backends, keys, models: model(onB) }), lines);
  assert.equal(
    trafficText(report, names),
    `4 requests of access.log, 2026-11-25T08:00:00.000Z to 2026-11-25T09:00:00.000Z, under new.yaml in place of old.yaml:
          0  go where they went
          3  go elsewhere
          1  are refused now
          0  are served now, and were refused before

Go elsewhere:
          3  fast/a -> fast/b
              2  key team, model fast
              1  key other, model none
      such as one, 2026-11-25T08:00:00.000Z
      gateway explain --config new.yaml --model fast --endpoint chat_completions --key team

Are refused now:
          1  fast/a -> 503
              1  key other, model fast
      such as three, 2026-11-25T08:00:00.000Z, its body needs vision
      gateway explain --config new.yaml --model fast --endpoint chat_completions --key other --tags vision
`,
  );
  assert.match(
    trafficMarkdown(report, names),
    /^### Traffic\n\n4 requests of [\s\S]*- \*\*3\*\* go elsewhere\n[\s\S]*\| 2 \| team \| fast \| fast\/a \| fast\/b \|/,
  );
});

test('a deployment of the same name on another backend, model or host is elsewhere', async () => {
  const after = configText({
    backends: backends.replace('b.example', 'c.example'),
    keys,
    models: model('{ backend: b, id: a, model: small, endpoints: { chat_completions: [] } }'),
  });
  const report = await compared(old, after, [line()]);
  assert.match(
    trafficText(report, names),
    /fast\/a \(on a, as fast, at simulator\) -> fast\/a \(on b, as small, at https:\/\/c\.example:443\)/,
  );
});

test('what stands in for the first is told apart, and weights and the order of equals say nothing', async () => {
  const both = configText({ backends, keys, models: model(`${onA}, ${onB}`) });
  const weighted = configText({
    backends,
    keys,
    models: model(`${onB}, ${onA.replace('{ ', '{ weight: 9, ')}`),
  });
  assert.equal((await compared(both, weighted, [line()])).unchanged, 1);
  const spare = configText({
    backends,
    keys,
    models: model(`${onA}, ${onB.replace('{ ', '{ priority: 1, ')}`),
  });
  assert.equal((await compared(old, spare, [line()])).changed.failover, 1);
  const drained = configText({
    backends,
    keys,
    models: model(`${onA.replace('{ ', '{ weight: 0, ')}, ${onB}`),
  });
  assert.equal((await compared(both, drained, [line()])).changed.elsewhere, 1);
});

test('a sampled log is scaled by what its lines say of the share that was kept', async () => {
  const lines = [line({ sample: 0.1 }), line({ status: 503, code: '503' })];
  const report = await compared(old, configText({ backends, keys, models: model(onB) }), lines);
  assert.deepEqual([report.requests, report.changed.elsewhere, report.isSampled], [11, 11, true]);
  assert.match(trafficText(report, names), /keeps a share of the requests that went well/);
});

test('tags of a key count as each file has them', async () => {
  const tagged = old.replace('sk-team-0123456789abcdef', 'sk-team-0123456789abcdef, tags: [vision]');
  const lines = [line({ tags: ['streaming', 'vision'] })];
  const toB = configText({ backends, keys, models: model(onB) });
  assert.equal((await compared(tagged, toB, lines)).changed.elsewhere, 1);
  assert.equal((await compared(old, toB, lines)).changed.refused, 1);
});

test('where addresses are logged whole they are held against the ranges of a key', async () => {
  const ranged = old.replace(
    'sk-team-0123456789abcdef',
    'sk-team-0123456789abcdef, allow_from: [10.0.0.0/8]',
  );
  const lines = [line({ client: '10.1.2.3' }), line({ client: '192.0.2.1' })];
  const report = await compared(old, ranged, lines);
  assert.deepEqual([report.unchanged, report.changed.refused], [1, 1]);
  assert.deepEqual(report.moves[0]?.after, { refusal: 'address_not_allowed' });
  const masked = await compared(old, `${ranged}\nlog: { client_ip: masked }`, lines);
  assert.equal(masked.unchanged, 2);
});

test('a file that comes to infer needs says that the log has none', async () => {
  const off = `${old}\nrouting: { infer: off }`;
  const report = await compared(off, old, [line()]);
  assert.equal(report.isBlindToNeeds, true);
  assert.match(trafficText(report, names), /the log does not say what bodies need/);
});

test('lines that are cut, of other versions, of other things or unrouted are counted and told', async () => {
  const lines = [
    line().slice(0, 80),
    'not JSON',
    '',
    '[1, 2]',
    '{"level":"info","msg":"the gateway stops"}',
    line({ path: undefined }),
    line({ tags: 'vision' }),
    line({ sample: 0 }),
    line({ chain: [1] }),
    line({ model: 'm'.repeat(1000) }),
    line({ tags: Array.from({ length: 1000 }, () => 'a tag of many characters') }),
    line({ key: undefined, model: undefined, code: 'invalid_api_key', status: 401 }),
    line({ endpoint: 'models', model: undefined }),
    line({ endpoint: 'unheard_of' }),
  ];
  const { unread, unrouted, requests } = await compared(old, old, lines);
  assert.equal(requests, 0);
  assert.deepEqual(unread, {
    unreadable: 3,
    unreadable_at: [1, 2, 4],
    too_long: 0,
    older: 1,
    unknown: 5,
    aside: 1,
  });
  assert.deepEqual(unrouted, { 200: 2, invalid_api_key: 1 });
});

test('names out of a log steer neither a terminal nor a comment', async () => {
  const lines = [
    line({ model: 'fast', key: 'team' }),
    line({ id: '\u001b[2J|@all', key: 'x|`@[a](b)\u001b[2J' }),
  ];
  const report = await compared(
    configText({ backends, keys: keys.replace('other', 'x'), models: model(onA) }),
    old,
    lines,
  );
  const withForeign = await compared(
    old,
    configText({ backends, keys: '{ other: { secret: sk-other-0123456789abcdef } }', models: model(onA) }),
    lines,
  );
  for (const one of [report, withForeign]) {
    for (const text of [trafficText(one, names), trafficMarkdown(one, names)])
      assert.ok(!text.includes('\u001b'));
  }
});

test('ten thousand keys and as many models take no more than what is told apart', async () => {
  const config = await loadText(old);
  const emptied = await loadText(configText({ backends, keys, models: model(onB) }));
  const traffic = new Traffic(config, emptied, Date.now());
  for (let at = 0; at < 20_000; at += 1) traffic.add(line({ chain: [`m${at}`, 'fast'], model: `m${at}` }));
  const { moves, changed } = traffic.report();
  assert.equal(changed.elsewhere, 20_000);
  const rows = moves.flatMap((move) => move.rows);
  assert.equal(rows.length, 10_001);
  assert.deepEqual([rows[0]?.key, rows[0]?.requests], [null, 10_000]);
});
