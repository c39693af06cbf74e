import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import sqlite from 'node-sqlite3-wasm';
import { UsageDb } from '../../../src/admin/usage/usage-db.ts';
import { usageFile } from '../../../src/admin/usage/usage-store.ts';
import { daysOf } from '../../../src/cli/usage/period.ts';
import { RequestBatcher } from '../../../src/observe/request-batch.ts';
import { noUsage, type Usage } from '../../../src/observe/usage.ts';
import { type UsageRow, UsageTally } from '../../../src/observe/usage-tally.ts';
import { requestEvent } from '../../helpers/admin.ts';
import { gateway } from '../recorder.ts';

const text = `version: 1
listen: { address: "127.0.0.1:8443", tls: { self_signed: true } }
backends: { a: { simulator: {} } }
models: { fast: { deployments: [ { backend: a, endpoints: { chat_completions: [] } } ] } }
keys: { team-a: { hash: "sha256:${'ab'.repeat(32)}" } }
state: { dir: state }
`;

function setUp(t: TestContext): { readonly dir: string; readonly config: string } {
  const dir = mkdtempSync(join(tmpdir(), 'gateway-export-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  const config = join(dir, 'gateway.yaml');
  writeFileSync(config, text);
  return { dir, config };
}

function fill(dir: string): void {
  const db = UsageDb.open(usageFile(join(dir, 'state')));
  const row: Omit<UsageRow, 'day'> = {
    key: 'team-a',
    model: 'fast',
    deployment: 'a',
    requests: 2,
    failed: 1,
    usage: { ...noUsage, input: 100, output: 10, cachedInput: 5, cacheWrite: 0 },
    group: 'research',
    backend: 'a',
    upstream_model: 'vendor-fast',
    certainty: 'measured',
    end_user: '',
    unpriced: 0,
    costNanoUsd: 2_500_000,
  };
  db.add([
    { ...row, day: '2026-11-19' },
    { ...row, day: '2026-11-20' },
    { ...row, day: '2026-11-20', key: 'team-b', group: '', model: 'gpt,"4"' },
  ]);
  db.close();
}

test('usage is printed as CSV, by what was asked for', async (t) => {
  const { dir, config } = setUp(t);
  fill(dir);
  const all = await gateway(['usage', 'export', '--config', config]);
  assert.deepEqual(all, {
    exitCode: 0,
    err: '',
    out: [
      'day,key,model,deployment,requests,failed,input_tokens,output_tokens,cached_input_tokens,cache_write_tokens,cost_usd,cache_write_1h_tokens,audio_input_tokens,image_input_tokens,reasoning_tokens,audio_output_tokens,image_output_tokens,measured_requests,estimated_requests,reported_requests,unpriced_requests,estimated_cost_usd,images,seconds,characters,search_units,units,tool_calls',
      '2026-11-19,team-a,fast,a,2,1,100,10,5,0,0.0025,0,0,0,0,0,0,2,0,0,0,0,0,0,0,0,,',
      '2026-11-20,team-a,fast,a,2,1,100,10,5,0,0.0025,0,0,0,0,0,0,2,0,0,0,0,0,0,0,0,,',
      '2026-11-20,team-b,"gpt,""4""",a,2,1,100,10,5,0,0.0025,0,0,0,0,0,0,2,0,0,0,0,0,0,0,0,,',
      '',
    ].join('\n'),
  });
  const byKey = await gateway(['usage', 'export', '--config', config, '--by', 'key', '--key', 'team-a']);
  assert.equal(byKey.out.split('\n')[1], 'team-a,4,2,200,20,10,0,0.005,0,0,0,0,0,0,4,0,0,0,0,0,0,0,0,,');
});

test('usage is printed by end user, also of a file from before they were kept', async (t) => {
  const { dir, config } = setUp(t);
  fill(dir);
  const file = usageFile(join(dir, 'state'));
  const old = new sqlite.Database(file);
  old.exec(`CREATE TABLE before AS SELECT * FROM usage; DROP TABLE usage;
    CREATE TABLE usage (day TEXT NOT NULL, key TEXT NOT NULL, model TEXT NOT NULL, deployment TEXT NOT NULL,
    "group" TEXT NOT NULL DEFAULT '', requests INTEGER NOT NULL, cost_nano_usd INTEGER NOT NULL,
    PRIMARY KEY (day, key, model, deployment, "group")) WITHOUT ROWID;
    INSERT INTO usage SELECT day, key, model, deployment, "group", requests, cost_nano_usd FROM before;
    DROP TABLE before`);
  old.close();
  const rows = async () => {
    const args = ['usage', 'export', '--config', config, '--by', 'key,end_user', '--format', 'json'];
    const { out, err } = await gateway(args);
    assert.equal(err, '');
    return (JSON.parse(out) as { key: string; end_user: string; requests: number; cost_usd: number }[]).map(
      ({ key, end_user, requests, cost_usd }) => [key, end_user, requests, cost_usd],
    );
  };
  const before = [
    ['team-a', '', 4, 0.005],
    ['team-b', '', 2, 0.0025],
  ];
  assert.deepEqual(await rows(), before);
  const db = UsageDb.open(file);
  const used = { requests: 1, failed: 0, unpriced: 0, usage: { ...noUsage }, costNanoUsd: 1_000_000 };
  const place = {
    key: 'team-a',
    model: 'fast',
    deployment: 'a',
    group: '',
    backend: 'a',
    upstream_model: 'v',
  };
  for (const end_user of ['ada', '=cmd()'])
    db.add([{ ...used, ...place, day: '2026-11-21', certainty: 'measured', end_user }]);
  db.close();
  assert.deepEqual(await rows(), [
    before[0],
    ['team-a', '=cmd()', 1, 0.001],
    ['team-a', 'ada', 1, 0.001],
    before[1],
  ]);
  const { out } = await gateway([
    'usage',
    'export',
    '--config',
    config,
    '--by',
    'end_user',
    '--from',
    '2026-11-21',
  ]);
  // A sheet takes no name for a formula.
  assert.deepEqual(
    out.split('\n').map((line) => line.split(',')[0]),
    ['end_user', "'=cmd()", 'ada', ''],
  );
});

test('usage is printed as JSON, of the days asked for', async (t) => {
  const { dir, config } = setUp(t);
  fill(dir);
  const { out } = await gateway([
    ...['usage', 'export', '--config', config, '--format', 'json'],
    ...['--from', '2026-11-20', '--to', '2026-11-20', '--by', 'day'],
  ]);
  assert.deepEqual(JSON.parse(out), [
    {
      day: '2026-11-20',
      key: null,
      model: null,
      deployment: null,
      group: null,
      backend: null,
      upstream_model: null,
      certainty: null,
      end_user: null,
      requests: 4,
      failed: 2,
      input_tokens: 200,
      output_tokens: 20,
      cached_input_tokens: 10,
      cache_write_tokens: 0,
      cache_write_1h_tokens: 0,
      audio_input_tokens: 0,
      image_input_tokens: 0,
      reasoning_tokens: 0,
      audio_output_tokens: 0,
      image_output_tokens: 0,
      images: 0,
      seconds: 0,
      characters: 0,
      search_units: 0,
      measured_requests: 4,
      estimated_requests: 0,
      reported_requests: 0,
      unpriced_requests: 0,
      cost_usd: 0.005,
      estimated_cost_usd: 0,
      units: {},
      tool_calls: {},
    },
  ]);
});

test('units of the file and calls of tools are kept by name, and summed with what they are of', async (t) => {
  const { dir, config } = setUp(t);
  fill(dir);
  const batcher = new RequestBatcher(10);
  const tally = new UsageTally();
  const at = Date.parse('2026-11-20T12:00:00Z');
  const use = (key: string, used: Partial<Usage>) =>
    batcher.add(requestEvent({ at, key, tokens: { ...noUsage, ...used } }));
  use('team-a', { namedUnits: { pages: 3 }, toolCalls: { web_search: 1 } });
  use('team-a', { namedUnits: { pages: 0.5, files: 1 } });
  use('team-b', { toolCalls: { web_search: 4 } });
  use('team-b', {});
  for (const sum of batcher.take(10).sums) tally.add(sum);
  const db = UsageDb.open(usageFile(join(dir, 'state')));
  const rows = tally.take();
  db.add(rows);
  db.add(rows);
  db.forgetBefore('2026-11-20');
  db.close();
  const exported = async (...words: readonly string[]) =>
    (await gateway(['usage', 'export', '--config', config, ...words])).out.trimEnd().split('\n');
  const byKey = await exported('--by', 'key');
  assert.deepEqual(
    byKey.map((line) => line.split(',').slice(-2)),
    [
      ['units', 'tool_calls'],
      ['files=2;pages=7', 'web_search=2'],
      ['', 'web_search=8'],
    ],
  );
  const [all] = JSON.parse(
    (await exported('--format', 'json', '--by', 'day', '--from', '2026-11-20')).join(''),
  );
  assert.deepEqual([all.units, all.tool_calls], [{ files: 2, pages: 7 }, { web_search: 10 }]);
  assert.deepEqual((await exported('--by', 'key', '--key', 'team-b')).length, 2);
});

test('a file of a version that kept no names is read and written', async (t) => {
  const { dir, config } = setUp(t);
  fill(dir);
  const file = usageFile(join(dir, 'state'));
  const before = new sqlite.Database(file);
  before.exec('DROP TABLE named_usage');
  before.close();
  const read = await gateway(['usage', 'export', '--config', config, '--by', 'key', '--format', 'json']);
  assert.deepEqual(JSON.parse(read.out)[0].units, {}, read.err);
  fill(dir);
  const again = await gateway(['usage', 'export', '--config', config, '--by', 'key', '--format', 'json']);
  assert.equal(JSON.parse(again.out)[0].requests, 8);
});

test('what can not be exported is said in words', async (t) => {
  const { config } = setUp(t);
  const none = await gateway(['usage', 'export', '--config', config]);
  assert.equal(none.exitCode, 2);
  assert.match(none.err, /no usage is kept at .*usage\.sqlite/);
  assert.match(
    none.err,
    /STATE_DIRECTORY is not set here.*STATE_DIRECTORY=\/var\/lib\/gateway gateway usage export/,
  );
  const by = await gateway(['usage', 'export', '--config', config, '--by', 'week']);
  assert.match(by.err, /--by week: usage can be summed by day, key, model, deployment/);
  const from = await gateway(['usage', 'export', '--config', config, '--from', 'yesterday']);
  assert.match(from.err, /--from yesterday: write a day such as 2026-01-31/);
});

test('a period is its days, and groups are what keys belonged to', async (t) => {
  const { dir, config } = setUp(t);
  fill(dir);
  const of = async (...args: readonly string[]) => {
    const { out, err } = await gateway(['usage', 'export', '--config', config, ...args, '--by', 'group,day']);
    return out === ''
      ? err
      : out
          .split('\n')
          .slice(1, -1)
          .map((line) => line.split(',').slice(0, 3).join(','));
  };
  assert.deepEqual(await of('--period', '2026-11'), [
    '2026-11-19,research,2',
    '2026-11-20,,2',
    '2026-11-20,research,2',
  ]);
  assert.deepEqual(await of('--period', '2026-10'), []);
  assert.match(
    String(await of('--period', 'soon')),
    /--period soon: write one of today, yesterday, this-week/,
  );
  assert.match(String(await of('--period', '2026-11', '--to', '2026-11-02')), /leave --from and --to away/);
});

test('periods begin and end as calendars have it, in UTC', () => {
  const now = Date.parse('2026-03-01T23:30:00Z'); // a Sunday
  const of = (period: string) => Object.values(daysOf(period, now)).join(' ');
  assert.deepEqual(
    ['today', 'yesterday', 'this-week', 'last-week', 'this-month', 'last-month', '2024-02'].map(of),
    [
      '2026-03-01 2026-03-01',
      '2026-02-28 2026-02-28',
      '2026-02-23 2026-03-01',
      '2026-02-16 2026-02-22',
      '2026-03-01 2026-03-01',
      '2026-02-01 2026-02-28',
      '2024-02-01 2024-02-29',
    ],
  );
});

test('logs are summed by session, of which nothing else is kept', async (t) => {
  const { dir, config } = setUp(t);
  const line = (fields: object) =>
    JSON.stringify({
      level: 'info',
      time: '2026-11-20T10:00:00.000Z',
      key: 'team-a',
      model: 'fast',
      status: 200,
      input_tokens: 100,
      output_tokens: 10,
      cached_tokens: 5,
      cost_usd: 0.1,
      msg: 'request',
      ...fields,
    });
  const logs = [join(dir, 'one.log'), join(dir, 'two.log')];
  writeFileSync(
    logs[0]!,
    [
      line({ session: 'one' }),
      line({ session: 'two', status: 502, cost_usd: undefined }),
      '{"msg":"serving"}',
      'no JSON "msg":"request"',
      line({ session: undefined, model: undefined }),
      line({
        session: 'one',
        time: '2026-11-21T00:00:00.000Z',
        nested: [{ deployment: 'b/b', input_tokens: 7, output_tokens: 3, cost_usd: 0.2 }],
      }),
    ].join('\n'),
  );
  writeFileSync(logs[1]!, `${line({ key: 'team-b', agent: 'a' })}\n`);
  const exported = (...more: readonly string[]) => gateway(['usage', 'export', '--log', ...logs, ...more]);
  const columns = 'requests,failed,input_tokens,output_tokens,cached_input_tokens,cost_usd,unpriced_requests';
  assert.deepEqual(await exported(), {
    exitCode: 0,
    err: '',
    out: `session,${columns}\none,2,0,207,23,10,0.4,0\n,1,0,100,10,5,0.1,0\ntwo,1,1,100,10,5,0,1\n`,
  });
  const narrowed = await exported(
    '--by',
    'day,agent',
    '--from',
    '2026-11-20',
    '--to',
    '2026-11-20',
    '--key',
    'team-b',
  );
  assert.equal(narrowed.out, `day,agent,${columns}\n2026-11-20,a,1,0,100,10,5,0.1,0\n`);
  const json = await exported('--by', 'session', '--format', 'json');
  assert.deepEqual(JSON.parse(json.out)[0].session, 'one');

  assert.match(
    (await exported('--by', 'group')).err,
    /--by group: a log can be summed by day, key, .*session/,
  );
  writeFileSync(logs[1]!, line({ sample: 0.1 }));
  const share = await exported();
  assert.equal(share.exitCode, 2);
  assert.match(share.err, /two\.log: the log has a share of the requests alone \(`log\.sample: 0\.1`\)/);
  writeFileSync(logs[0]!, '');
  writeFileSync(logs[1]!, '');
  assert.match((await exported()).err, /there is no request in/);
  assert.match((await gateway(['usage', 'export'])).err, /say which gateway: --config FILE .* or --log FILE/);
  const kept = await gateway(['usage', 'export', '--config', config, '--by', 'session']);
  assert.match(kept.err, /with --log FILE also by session, agent, request_class/);
});
