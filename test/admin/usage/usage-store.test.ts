import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import sqlite from 'node-sqlite3-wasm';
import { UsageDb } from '../../../src/admin/usage/usage-db.ts';
import type { UsageBatch } from '../../../src/admin/usage/usage-messages.ts';
import { UsageStore, usageFile } from '../../../src/admin/usage/usage-store.ts';
import { openLog } from '../../../src/observe/log/log.ts';
import { noUsage, usageOf } from '../../../src/observe/usage.ts';
import { type UsageRow, UsageTally } from '../../../src/observe/usage-tally.ts';
import { ChildService } from '../../../src/process/child-service.ts';
import { quietOptions } from '../../../src/process/node/node-options.ts';
import { batchOf, requestEvent } from '../../helpers/admin.ts';
import { until } from '../../helpers/gate.ts';
import type { LogLine } from '../../helpers/gateway.ts';
import { childrenOf } from '../../helpers/live.ts';

function folder(t: TestContext): string {
  const dir = mkdtempSync(join(tmpdir(), 'gateway-usage-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** Ended with the test, also where an assertion fails: it has a process of its own, which the file would wait for. */
function storeIn(t: TestContext, where: () => string, log: ReturnType<typeof openLog>): UsageStore {
  const store = new UsageStore(where, log);
  t.after(() => store.close());
  return store;
}

function recorder(): { readonly logs: LogLine[]; readonly log: ReturnType<typeof openLog> } {
  const logs: LogLine[] = [];
  return { logs, log: openLog('info', { write: (line: string) => void logs.push(JSON.parse(line)) }) };
}

/**
 * Has processes that keep usage run `code` before anything else of theirs, with `folder`; as others do that are started
 * meanwhile.
 */
function begunWith(t: TestContext, code: string): void {
  const dir = folder(t);
  const file = join(dir, 'first.mjs');
  const begin = `import { existsSync, rmSync } from 'node:fs';
const folder = ${JSON.stringify(dir)};
const wait = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
`;
  writeFileSync(file, `${begin}if (process.argv[1]?.includes('usage-main')) {\n${code}\n}\n`);
  const before = process.env['NODE_OPTIONS'];
  process.env['NODE_OPTIONS'] = `${before ?? ''} --import ${pathToFileURL(file).href}`;
  t.after(() => {
    if (before === undefined) delete process.env['NODE_OPTIONS'];
    else process.env['NODE_OPTIONS'] = before;
  });
}

/** Requests in a file, which nobody writes to. */
function requestsIn(dir: string): number {
  const db = UsageDb.openToRead(usageFile(dir));
  const sum = db.query({ groupBy: [] })[0]?.requests ?? 0;
  db.close();
  return sum;
}

function row(given: Partial<UsageRow> = {}): UsageRow {
  return {
    day: '2026-11-20',
    key: 'team-a',
    model: 'fast',
    deployment: 'main',
    requests: 1,
    failed: 0,
    usage: { ...noUsage, input: 100, output: 10, cachedInput: 40, cacheWrite: 0 },
    group: '',
    backend: 'a',
    upstream_model: 'vendor-fast',
    certainty: 'measured',
    end_user: '',
    unpriced: 0,
    costNanoUsd: 1_500_000_000,
    ...given,
  };
}

const at = Date.parse('2026-11-20T12:00:00Z');
/** What none of these requests used. */
const ofNone = {
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
  estimated_requests: 0,
  reported_requests: 0,
  estimated_cost_usd: 0,
  units: {},
  tool_calls: {},
};

const tokens = usageOf({ input: 100, output: 10, cachedInput: 40 });
const nothing = {
  day: null,
  key: null,
  model: null,
  deployment: null,
  group: null,
  backend: null,
  upstream_model: null,
  certainty: null,
  end_user: null,
};

test('usage is summed by day, key, model and deployment, and is there after a restart', async (t) => {
  const dir = folder(t);
  const { log, logs } = recorder();
  const first = storeIn(t, () => dir, log);
  const used = requestEvent({ at, tokens, costNanoUsd: 1_500_000_000 });
  first.add(
    batchOf([used, used, requestEvent({ at, key: 'team-b', tokens, costNanoUsd: undefined, status: 502 })])
      .sums,
  );
  await first.close();

  const second = storeIn(t, () => dir, log);
  second.add(batchOf([requestEvent({ at: at + 86_400_000, tokens, costNanoUsd: 500_000_000 })]).sums);
  const byKey = await second.usageByDay({ groupBy: ['key'] });
  assert.deepEqual(byKey, [
    {
      ...nothing,
      key: 'team-a',
      requests: 3,
      failed: 0,
      input_tokens: 300,
      output_tokens: 30,
      cached_input_tokens: 120,
      cache_write_tokens: 0,
      ...ofNone,
      measured_requests: 3,
      unpriced_requests: 0,
      cost_usd: 3.5,
    },
    {
      ...nothing,
      key: 'team-b',
      requests: 1,
      failed: 1,
      input_tokens: 100,
      output_tokens: 10,
      cached_input_tokens: 40,
      cache_write_tokens: 0,
      ...ofNone,
      measured_requests: 1,
      unpriced_requests: 1,
      cost_usd: 0,
    },
  ]);
  const ofOneDay = await second.usageByDay({
    from: '2026-11-21',
    to: '2026-11-21',
    groupBy: ['day', 'model'],
  });
  assert.deepEqual(
    ofOneDay.map(({ day, model, requests, cost_usd }) => ({ day, model, requests, cost_usd })),
    [{ day: '2026-11-21', model: 'fast', requests: 1, cost_usd: 0.5 }],
  );
  assert.deepEqual(await second.usageByDay({ from: '2030-01-01', groupBy: [] }), []);
  await second.close();
  assert.deepEqual(logs, []);
  assert.equal(statSync(usageFile(dir)).mode & 0o777, 0o600);
});

test('what comes before the first of it is written adds up, also what is counted by names', async (t) => {
  const dir = folder(t);
  const service = new ChildService({
    module: 'admin/usage/usage-main',
    name: 'the process that keeps usage',
    args: () => [usageFile(dir)],
    execArgv: quietOptions,
    endWithinMs: 10_000,
  });
  t.after(() => service.kill('the test is over'));
  const named = (units: Record<string, number>, calls: Record<string, number>) => ({
    named: { units, tool_calls: calls },
  });
  const batches = [named({ page: 2 }, { web_search: 1 }), {}, named({ page: 3, row: 1 }, { web_search: 4 })];
  for (const [number, given] of batches.entries()) {
    service.tell({ number, rows: [row(given)] } satisfies UsageBatch);
  }
  await service.dismiss();
  const db = UsageDb.openToRead(usageFile(dir));
  t.after(() => db.close());
  const [sum] = db.query({ groupBy: [] });
  assert.equal(sum?.requests, 3);
  assert.deepEqual(sum?.units, { page: 5, row: 1 });
  assert.deepEqual(sum?.tool_calls, { web_search: 5 });
});

test('a stop waits for a process that is slow to start, and writes everything', async (t) => {
  begunWith(t, 'wait(3500);');
  const dir = folder(t);
  const { log, logs } = recorder();
  const store = storeIn(t, () => dir, log);
  store.add(batchOf([requestEvent({ at, tokens }), requestEvent({ at, tokens })]).sums);
  await store.close();
  assert.equal(requestsIn(dir), 2);
  assert.deepEqual(logs, []);
});

test('a stop outlasts the lock of a process that was killed in the middle', async (t) => {
  const dir = folder(t);
  UsageDb.open(usageFile(dir)).close();
  const { log, logs } = recorder();
  const store = storeIn(t, () => dir, log);
  const lock = `${usageFile(dir)}.lock`;
  mkdirSync(lock);
  store.add(batchOf([requestEvent({ at, tokens })]).sums);
  await store.close();
  assert.equal(requestsIn(dir), 1);
  assert.match(
    logs.map(({ msg }) => msg).join('; '),
    /^(?:usage can't be written[^;]*; it is tried again)?$/,
  );
});

test('what comes just after the process ended is written at the stop', async (t) => {
  begunWith(t, "if (existsSync(folder + '/first.mjs')) { rmSync(folder + '/first.mjs'); process.exit(7); }");
  const dir = folder(t);
  let ended = () => {};
  const hasEnded = new Promise<void>((resolve) => {
    ended = resolve;
  });
  const log = openLog('info', { write: (line: string) => /ended/.test(line) && ended() });
  const store = storeIn(t, () => dir, log);
  store.warmUp();
  await hasEnded;
  delete process.env['NODE_OPTIONS'];
  store.add(batchOf([requestEvent({ at, tokens })]).sums);
  await store.close();
  assert.equal(requestsIn(dir), 1);
});

test('what a stop could not wait for is said in the log', async (t) => {
  begunWith(t, 'wait(60_000);');
  const dir = folder(t);
  const { log, logs } = recorder();
  const store = new UsageStore(() => dir, log, { endWithinMs: 50 });
  store.add(batchOf([requestEvent({ at, tokens }), requestEvent({ at, tokens })]).sums);
  await store.close();
  const said = logs.map(({ level, msg, requests }) => ({ level, msg, requests }));
  const msg = `the usage of 2 requests was not written to ${usageFile(dir)} before the gateway stopped`;
  assert.deepEqual(said, [{ level: 'error', msg, requests: 2 }]);
});

test('the process that writes goes when there is nothing to write, comes again, and nothing is lost', async (t) => {
  const dir = folder(t);
  const { log, logs } = recorder();
  const store = new UsageStore(() => dir, log, { idleMs: 100 });
  t.after(() => store.close());
  const isThere = () => childrenOf(process.pid).some(({ command }) => command.includes(dir));
  for (const times of [1, 2]) {
    store.add(batchOf([requestEvent({ at, tokens })]).sums);
    await until(isThere, 'it comes');
    await until(() => !isThere(), 'it goes');
    assert.equal(requestsIn(dir), times);
  }
  assert.deepEqual(logs, []);
});

test('the process stays for as long as it could not write', async (t) => {
  const dir = folder(t);
  const { log, logs } = recorder();
  const blocked = join(dir, 'state');
  writeFileSync(blocked, 'a file where a folder should be');
  const store = new UsageStore(() => blocked, log, { idleMs: 10 });
  t.after(() => store.close());
  store.add(batchOf([requestEvent({ at, tokens })]).sums);
  const isThere = () => childrenOf(process.pid).some(({ command }) => command.includes(dir));
  await until(() => logs.length > 0, 'it can not write');
  assert.ok(isThere());
  rmSync(blocked);
  await until(() => !isThere(), 'it has written and goes');
  assert.equal(requestsIn(blocked), 1);
});

test('requests that were refused before an attempt used nothing', async (t) => {
  const dir = folder(t);
  const store = storeIn(t, () => dir, recorder().log);
  store.add(
    batchOf([requestEvent({ at, model: undefined, deployment: undefined, status: 429, attempts: [] })]).sums,
  );
  store.add(batchOf([requestEvent({ at, key: undefined, status: 401 })]).sums);
  assert.deepEqual(await store.usageByDay({ groupBy: [] }), []);
  await store.close();
});

test('where the folder can not be written to, usage waits and nothing else does', async (t) => {
  const dir = folder(t);
  const { log, logs } = recorder();
  const blocked = join(dir, 'state');
  writeFileSync(blocked, 'a file where a folder should be');
  const store = storeIn(t, () => blocked, log);
  store.add(batchOf([requestEvent({ at, tokens })]).sums);
  await assert.rejects(store.usageByDay({ groupBy: [] }));
  rmSync(blocked);
  mkdirSync(blocked);
  const sums = await store.usageByDay({ groupBy: [] });
  assert.equal(sums[0]?.requests, 1);
  await store.close();
  assert.match(logs[0]?.msg ?? '', /usage can't be written to .*; it is tried again/);
});

test('a file that is no database is put aside, and usage begins anew', async (t) => {
  const dir = folder(t);
  const { log, logs } = recorder();
  writeFileSync(
    usageFile(dir),
    'this is no database, and it is long enough to be taken for a header of one'.repeat(20),
  );
  const store = storeIn(t, () => dir, log);
  store.add(batchOf([requestEvent({ at, tokens })]).sums);
  assert.equal((await store.usageByDay({ groupBy: [] }))[0]?.requests, 1);
  await store.close();
  assert.equal(readdirSync(dir).filter((name) => name.includes('unreadable')).length, 1);
  assert.match(logs[0]?.msg ?? '', /was not readable and is now/);
});

test('after a reload that names another folder usage is kept there, and none is lost', async (t) => {
  const [before, after] = [folder(t), folder(t)];
  let current = before;
  const store = storeIn(t, () => current, recorder().log);
  store.add(batchOf([requestEvent({ at, tokens }), requestEvent({ at, tokens })]).sums);
  assert.equal((await store.usageByDay({ groupBy: [] }))[0]?.requests, 2);
  current = after;
  store.add(batchOf([requestEvent({ at, tokens })]).sums);
  assert.equal((await store.usageByDay({ groupBy: [] }))[0]?.requests, 1);
  await store.close();
  for (const [dir, requests] of [
    [before, 2],
    [after, 1],
  ] as const) {
    const db = UsageDb.openToRead(usageFile(dir));
    assert.equal(db.query({ groupBy: [] })[0]?.requests, requests);
    db.close();
  }
});

test('the lock of a process that was killed in the middle does not last', (t) => {
  const file = usageFile(folder(t));
  const db = UsageDb.open(file);
  mkdirSync(`${file}.lock`);
  const longAgo = Date.now() / 1000 - 60;
  utimesSync(`${file}.lock`, longAgo, longAgo);
  db.add([row()]);
  assert.equal(db.query({ groupBy: [] })[0]?.requests, 1);
  db.close();
});

test('days beyond what is kept are forgotten', (t) => {
  const db = UsageDb.open(usageFile(folder(t)));
  db.add([row({ day: '2025-01-01' }), row({ day: '2026-11-20' })]);
  db.forgetBefore('2025-10-17');
  assert.deepEqual(
    db.query({ groupBy: ['day'] }).map(({ day }) => day),
    ['2026-11-20'],
  );
  db.close();
});

test('a reader sees what another process has written', (t) => {
  const file = usageFile(folder(t));
  const writer = UsageDb.open(file);
  writer.add([row()]);
  const reader = UsageDb.openToRead(file);
  assert.equal(reader.query({ key: 'team-a', groupBy: ['key'] })[0]?.cost_usd, 1.5);
  assert.deepEqual(reader.query({ key: 'team-b', groupBy: ['key'] }), []);
  reader.close();
  writer.close();
  assert.throws(() => UsageDb.openToRead(join(folder(t), 'absent.sqlite')));
});

test('a file that was begun before a counter was known goes on, read or written', async (t) => {
  const dir = folder(t);
  const columns = ['requests', 'failed', 'input_tokens', 'output_tokens', 'cached_input_tokens'];
  const numbers = [...columns, 'cache_write_tokens', 'cost_nano_usd'];
  const db = new sqlite.Database(usageFile(dir));
  db.exec(`CREATE TABLE usage (day TEXT NOT NULL, key TEXT NOT NULL, model TEXT NOT NULL, deployment TEXT NOT NULL,
    ${numbers.map((name) => `${name} INTEGER NOT NULL`).join(', ')},
    PRIMARY KEY (day, key, model, deployment)) WITHOUT ROWID`);
  db.exec("INSERT INTO usage VALUES ('2026-11-20', 'team-a', 'fast', 'a', 2, 0, 7, 5, 0, 0, 1000)");
  db.close();
  const reading = UsageDb.openToRead(usageFile(dir));
  const [before] = reading.query({ groupBy: [] });
  reading.close();
  assert.deepEqual([before?.input_tokens, before?.reasoning_tokens], [7, 0]);
  const writing = UsageDb.open(usageFile(dir));
  writing.add([{ ...row(), usage: usageOf({ input: 1, reasoning: 3 }) }]);
  const [after] = writing.query({ groupBy: [] });
  writing.close();
  assert.deepEqual([after?.input_tokens, after?.reasoning_tokens, after?.measured_requests], [8, 3, 1]);
});

test('usage is told apart by backend, by the name it was asked for there, and by how sure it is', async (t) => {
  const dir = folder(t);
  const store = storeIn(t, () => dir, recorder().log);
  const sure = { at, tokens, costNanoUsd: 2_000_000_000 };
  store.add(
    batchOf([
      requestEvent({ ...sure, upstreamModel: 'gpt-4.1', certainty: 'estimated' }),
      requestEvent({ ...sure, upstreamModel: 'gpt-4.1' }),
      requestEvent({ ...sure, upstreamModel: 'gpt-4.1-mini', backend: 'b', costNanoUsd: undefined }),
    ]).sums,
  );
  const rows = await store.usageByDay({ groupBy: ['backend', 'upstream_model', 'certainty'] });
  assert.deepEqual(
    rows.map((row) => [row.backend, row.upstream_model, row.certainty, row.cost_usd, row.unpriced_requests]),
    [
      ['a', 'gpt-4.1', 'estimated', 2, 0],
      ['a', 'gpt-4.1', 'measured', 2, 0],
      ['b', 'gpt-4.1-mini', 'measured', 0, 1],
    ],
  );
  const [all] = await store.usageByDay({ groupBy: [] });
  assert.deepEqual([all?.cost_usd, all?.estimated_cost_usd, all?.estimated_requests], [4, 2, 1]);
  await store.close();
});

test('the group that a key belonged to stays with what was used', async (t) => {
  const dir = folder(t);
  const store = storeIn(t, () => dir, recorder().log);
  store.add(batchOf([requestEvent({ at, tokens, group: 'research' }), requestEvent({ at, tokens })]).sums);
  const rows = await store.usageByDay({ groupBy: ['key', 'group'] });
  assert.deepEqual(
    rows.map((row) => [row.key, row.group, row.requests]),
    [
      ['team-a', '', 1],
      ['team-a', 'research', 1],
    ],
  );
  await store.close();
});

test('names that backends are asked for count together beyond a thousand a day', () => {
  const tally = new UsageTally();
  const events = Array.from({ length: 1002 }, (_, i) =>
    requestEvent({ at, tokens, upstreamModel: `made-up-${i}` }),
  );
  for (const sum of batchOf(events).sums) tally.add(sum);
  const rows = tally.take();
  assert.equal(rows.length, 1001);
  assert.equal(rows.find((row) => row.upstream_model === '(others)')?.requests, 2);
});

test('end users count together beyond a thousand a day of one key, and ten thousand of all', () => {
  const tally = new UsageTally();
  const add = (key: string, many: number, day = at) => {
    const events = Array.from({ length: many }, (_, i) =>
      requestEvent({ at: day, key, tokens, endUser: `u${i}` }),
    );
    for (const sum of batchOf(events).sums) tally.add(sum);
    return tally.take();
  };
  const together = (rows: readonly UsageRow[]) => rows.find((row) => row.end_user === '(others)')?.requests;
  assert.equal(together(add('team-a', 1002)), 2);
  // What becomes known of another day makes no room on this one.
  assert.equal(together(add('team-a', 1001, at - 86_400_000)), 1);
  assert.equal(together(add('team-a', 1003)), 3);
  for (let key = 1; key < 10; key += 1) assert.equal(together(add(`team-${key}`, 1000)), undefined);
  assert.equal(together(add('team-z', 5)), 5);
  assert.equal(add('team-z', 0).length, 0);
  for (const sum of batchOf([requestEvent({ at, key: 'team-z', tokens })]).sums) tally.add(sum);
  assert.equal(tally.take()[0]?.end_user, '');
});

test('what counts by names in an older table goes into that of today', (t) => {
  const file = usageFile(folder(t));
  const old = new sqlite.Database(file);
  old.exec(`CREATE TABLE named_usage (day TEXT NOT NULL, key TEXT NOT NULL, model TEXT NOT NULL, deployment TEXT NOT NULL,
    kind TEXT NOT NULL, name TEXT NOT NULL, amount REAL NOT NULL,
    PRIMARY KEY (day, key, model, deployment, kind, name)) WITHOUT ROWID`);
  old.exec("INSERT INTO named_usage VALUES ('2026-11-20', 'team-a', 'fast', 'main', 'units', 'page', 4)");
  old.close();
  const db = UsageDb.open(file);
  t.after(() => db.close());
  const named = { units: { page: 2 }, tool_calls: {} };
  db.add([row({ named, end_user: 'ada' }), row({ named })]);
  assert.deepEqual(db.query({ groupBy: [] })[0]?.units, { page: 8 });
  const rows = db.query({ groupBy: ['end_user'] });
  assert.deepEqual(
    rows.map(({ end_user, units }) => [end_user, units]),
    [
      ['', { page: 6 }],
      ['ada', { page: 2 }],
    ],
  );
});

test('the key of an older table becomes that of today, and what was estimated keeps its share', (t) => {
  const file = usageFile(folder(t));
  const old = new sqlite.Database(file);
  const numbers = ['requests', 'measured_requests', 'estimated_requests', 'cost_nano_usd'];
  old.exec(`CREATE TABLE usage (day TEXT NOT NULL, key TEXT NOT NULL, model TEXT NOT NULL, deployment TEXT NOT NULL,
    ${numbers.map((name) => `${name} INTEGER NOT NULL`).join(', ')},
    PRIMARY KEY (day, key, model, deployment)) WITHOUT ROWID`);
  old.exec("INSERT INTO usage VALUES ('2026-11-20', 'team-a', 'fast', 'main', 4, 3, 1, 8000000000)");
  old.close();
  const reading = UsageDb.openToRead(file);
  const [read] = reading.query({ groupBy: ['upstream_model'] });
  reading.close();
  assert.deepEqual([read?.upstream_model, read?.cost_usd, read?.estimated_cost_usd], ['', 8, 2]);
  const writing = UsageDb.open(file);
  writing.add([row(), row({ certainty: 'estimated' })]);
  const rows = writing.query({ groupBy: ['upstream_model', 'certainty'] });
  const [all] = writing.query({ groupBy: [] });
  writing.close();
  assert.deepEqual(
    rows.map((one) => [one.upstream_model, one.certainty, one.requests]),
    [
      ['', '', 4],
      ['vendor-fast', 'estimated', 1],
      ['vendor-fast', 'measured', 1],
    ],
  );
  assert.deepEqual([all?.cost_usd, all?.estimated_cost_usd], [11, 3.5]);
});

test('units beside tokens are summed too, seconds with their fractions', async (t) => {
  const store = storeIn(t, () => folder(t), recorder().log);
  const used = requestEvent({
    at,
    tokens: usageOf({ images: 2, seconds: 1.25, characters: 7, searchUnits: 1 }),
  });
  store.add(batchOf([used, used]).sums);
  const [sum] = await store.usageByDay({ groupBy: [] });
  assert.deepEqual(
    [sum?.images, sum?.seconds, sum?.characters, sum?.search_units, sum?.input_tokens],
    [4, 2.5, 14, 2, 0],
  );
});
