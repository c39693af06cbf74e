import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openLog } from '../../../src/observe/log/log.ts';
import { PendingObjects } from '../../../src/supervisor/state/pending-objects.ts';
import { SettledFile } from '../../../src/supervisor/state/settled-ids-file.ts';

const hour = 3_600_000;
const day = 24 * hour;

function started() {
  const at = { now: 20_000 * day };
  const asked: [id: string, ms: number][] = [];
  const pending = new Set<string>();
  const lines: string[] = [];
  const log = openLog('warn', { write: (line: string) => void lines.push(JSON.parse(line).msg) });
  const objects = new PendingObjects({
    afterMs: () => 10_000,
    look: (ids) => {
      for (const id of ids) asked.push([id, at.now]);
    },
    isPending: (id) => pending.has(id),
    log,
    now: () => at.now,
  });
  const take = (id: string, madeAt = at.now) => {
    pending.add(id);
    objects.take(id, JSON.stringify({ at: madeAt, limits: [] }));
  };
  return { at, asked, pending, lines, objects, take };
}

test('what is pending is asked for after waits that grow, in all for three days, and not once it is settled', (t) => {
  const { at, asked, pending, lines, objects, take } = started();
  t.after(() => objects.close());
  const from = at.now;
  take('response a 1');
  take('batch a 2');
  objects.take('batch a 3', '500');
  objects.look();
  assert.equal(asked.length, 0);
  at.now += 10_000;
  objects.look();
  assert.deepEqual(asked.splice(0), [
    ['response a 1', at.now],
    ['batch a 2', at.now],
  ]);
  pending.delete('batch a 2');
  for (; at.now < from + 4 * day; at.now += 5000) objects.look();
  assert.ok(asked.every(([id]) => id === 'response a 1'));
  const ages = asked.map(([, ms]) => ms - from);
  const waits = ages.slice(1).map((age, place) => age - ages[place]!);
  assert.ok(
    waits.every((wait, place) => wait >= (waits[place - 1] ?? 0)),
    String(waits),
  );
  assert.equal(Math.max(...waits), hour / 2);
  assert.ok(ages.length < 170 && ages.at(-1)! <= 3 * day, `${ages.length}`);
  assert.equal(objects.size, 0);
  assert.equal(lines.length, 1);
  assert.match(lines[0]!, /three days/);
});

test('what its backend has no more is asked for no more', (t) => {
  const { at, asked, objects, take } = started();
  t.after(() => objects.close());
  take('response a 1');
  take('response a 2');
  objects.take('response a 1', JSON.stringify({ at: at.now, limits: [], isGone: true }));
  // A name that a client made up says nothing of that.
  objects.take('response a 2', JSON.stringify({ at: at.now, asked: '"isGone":true', limits: [] }));
  at.now += 10_000;
  objects.look();
  assert.deepEqual(
    asked.map(([id]) => id),
    ['response a 2'],
  );
});

test('many that are due at once are asked for by and by', (t) => {
  const { at, asked, objects, take } = started();
  t.after(() => objects.close());
  for (let place = 0; place < 50; place += 1) take(`response a ${place}`);
  at.now += 10_000;
  const told: number[] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    objects.look();
    told.push(asked.splice(0).length);
  }
  assert.deepEqual(told, [20, 20, 10, 0]);
});

test('after a restart it is asked for soon, however old it is, and what is too old is not', async (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'gateway-pending-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  const { at, asked, objects } = started();
  t.after(() => objects.close());
  const log = openLog('silent');
  const before = await SettledFile.open(dir, log, undefined, () => at.now);
  const note = (ageMs: number) => JSON.stringify({ at: at.now - ageMs, limits: [] });
  await before.note('response a new', note(hour));
  await before.note('response a old', note(4 * day));
  await before.note('response a done', note(hour));
  await before.first('response a done');
  const file = await SettledFile.open(dir, log, undefined, () => at.now);
  const restarted = new PendingObjects({
    afterMs: () => 10_000,
    look: (ids) => {
      for (const id of ids) asked.push([id, at.now]);
    },
    isPending: (id) => file.isNoted(id),
    log,
    now: () => at.now,
  });
  t.after(() => restarted.close());
  file.watch((id, text) => restarted.take(id, text));
  await file.note('response a later', note(0));
  at.now += 10_000;
  restarted.look();
  assert.deepEqual(
    asked.map(([id]) => id),
    ['response a new', 'response a later'],
  );
});
