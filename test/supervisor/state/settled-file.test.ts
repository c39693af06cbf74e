import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openLog } from '../../../src/observe/log/log.ts';
import { SettledFile } from '../../../src/supervisor/state/settled-ids-file.ts';

const day = 24 * 60 * 60 * 1000;

function folder(t: { after(done: () => void): void }): string {
  const dir = mkdtempSync(join(tmpdir(), 'gateway-settled-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

test('an id is new once, for all who ask at the same time, and after a restart', async (t) => {
  const dir = folder(t);
  const log = openLog('silent');
  const file = await SettledFile.open(dir, log);
  const asked = await Promise.all(['a', 'a', 'b', 'a'].map((id) => file.first(id)));
  assert.deepEqual(asked, [true, false, true, false]);
  appendFileSync(join(dir, 'settled.txt'), '20000 tor');
  const later = await SettledFile.open(dir, log);
  assert.deepEqual([await later.first('a'), await later.first('c')], [false, true]);
  const last = await SettledFile.open(dir, log);
  assert.deepEqual([await last.first('b'), await last.first('c')], [false, false]);
});

test('an id is forgotten after 30 days, in memory and on disk', async (t) => {
  const dir = folder(t);
  let now = 20_000 * day;
  const file = await SettledFile.open(dir, openLog('silent'), undefined, () => now);
  await file.first('batch a old');
  now += 30 * day;
  assert.equal(await file.first('batch a old'), false);
  now += day;
  assert.equal(await file.first('batch a new'), true);
  assert.equal(readFileSync(join(dir, 'settled.txt'), 'utf8'), '20031 batch a new\n');
  assert.equal(await file.first('batch a old'), true);
});

test('what is noted of an object is there until that is counted, over a restart and for 30 days', async (t) => {
  const dir = folder(t);
  const log = openLog('silent');
  let now = 20_000 * day;
  const file = await SettledFile.open(dir, log, undefined, () => now);
  await file.note('response a one', '{"input":1}');
  await file.note('response a two', '{"input":2}');
  assert.equal(await file.first('response a one'), true);
  await file.note('response a one', 'late');
  const later = await SettledFile.open(dir, log, undefined, () => now);
  for (const each of [file, later]) {
    assert.deepEqual(
      [await each.noted('response a one'), await each.noted('response a two')],
      [undefined, '{"input":2}'],
    );
    assert.equal(await each.first('response a one'), false);
  }
  now += 31 * day;
  await later.first('b');
  assert.equal(await later.noted('response a two'), undefined);
  assert.equal(readFileSync(join(dir, 'settled.txt'), 'utf8'), '20031 b\n');
});

test('what is remembered goes along to another folder', async (t) => {
  const [from, to] = [folder(t), folder(t)];
  const log = openLog('silent');
  const file = await SettledFile.open(from, log);
  await file.first('a');
  file.follow(join(to, 'state'), 'second');
  await file.first('b');
  const moved = await SettledFile.open(join(to, 'state'), log, 'second');
  assert.deepEqual([await moved.first('a'), await moved.first('b')], [false, false]);
});

test('how many parts of an object are counted is raised, over a restart, until it is counted as a whole', async (t) => {
  const dir = folder(t);
  const log = openLog('silent');
  const file = await SettledFile.open(dir, log);
  assert.deepEqual(
    await Promise.all([file.advance('a', 3), file.advance('a', 5), file.advance('a', 4)]),
    [0, 3, 5],
  );
  const later = await SettledFile.open(dir, log);
  assert.equal(await later.advance('a', 6), 5);
  await later.first('a');
  assert.equal(await later.advance('a', 7), Number.POSITIVE_INFINITY);
});
