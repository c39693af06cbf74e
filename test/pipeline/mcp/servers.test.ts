import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cursorSeal } from '../../../src/pipeline/mcp/cursor-seal.ts';
import { CachedAnswer } from '../../../src/pipeline/mcp/servers/cached-answer.ts';
import { ServerSessions, type Session } from '../../../src/pipeline/mcp/servers/server-sessions.ts';

test('sessions are one a caller, at most a thousand, ten minutes after their last use', async () => {
  const clock = { now: 0 };
  const ended: string[] = [];
  let begun = 0;
  const sessions = new ServerSessions(
    async () => {
      begun += 1;
      return { id: `s${begun}`, version: '2025-11-25' };
    },
    ({ id }) => void ended.push(id!),
    () => clock.now,
  );
  const first = await sessions.of('a');
  assert.equal(await sessions.of('a'), first);
  assert.notEqual(await sessions.of('b'), first);
  clock.now = 9 * 60_000;
  await sessions.of('a');
  clock.now = 11 * 60_000;
  assert.equal(await sessions.of('a'), first);
  await new Promise(setImmediate);
  assert.deepEqual(ended, ['s2']);
  for (let caller = 0; caller < 1000; caller += 1) await sessions.of(`c${caller}`);
  assert.equal(sessions.size, 1000);
  await new Promise(setImmediate);
  assert.deepEqual(ended, ['s2', 's1']);
  const lost = await sessions.of('c999');
  sessions.lost('c999', first);
  assert.equal(await sessions.of('c999'), lost);
  sessions.lost('c999', lost);
  assert.notEqual(await sessions.of('c999'), lost);
});

test('a session that could not be begun is begun anew', async () => {
  let fails = true;
  const sessions = new ServerSessions(
    async (): Promise<Session> => {
      if (fails) throw new Error('no');
      return { id: 's', version: '2025-11-25' };
    },
    () => {},
  );
  await assert.rejects(sessions.of('a'));
  fails = false;
  assert.equal((await sessions.of('a')).id, 's');
});

test('what is kept is asked for once at a time, as long as it is good, and a failure is kept for a moment', async () => {
  let asked = 0;
  let ttlMs = 60_000;
  let fails = false;
  const kept = new CachedAnswer(async () => {
    asked += 1;
    if (fails) throw new Error('no');
    return { value: asked, ttlMs };
  });
  assert.deepEqual(await Promise.all([kept.get(), kept.get(), kept.get()]), [1, 1, 1]);
  assert.equal(await kept.get(), 1);
  assert.equal(kept.latest(), 1);
  kept.forget();
  assert.equal(kept.latest(), undefined);
  ttlMs = 0;
  assert.equal(await kept.get(), 2);
  assert.equal(await kept.get(), 3);
  assert.equal(kept.latest(), 3);
  assert.equal(kept.leftMs(), 0);
  fails = true;
  await assert.rejects(kept.get());
  assert.equal(kept.latest(), undefined);
  await assert.rejects(kept.get());
  assert.equal(asked, 4);
  fails = false;
  assert.equal(await kept.get(performance.now() + 1001), 5);
});

test('a cursor is good for the caller alone who was given it, in whichever worker', () => {
  const hashes = ['a'.repeat(64)];
  const of = (id: string, subject?: string) =>
    cursorSeal({ id, hashes, caller: subject === undefined ? undefined : { issuer: 'i', subject } });
  const cursor = of('team', 'ada').seal('["tools","github",7]');
  assert.match(cursor, /^[\w-]+$/);
  assert.ok(!Buffer.from(cursor, 'base64url').includes('github'));
  assert.equal(of('team', 'ada').open(cursor), '["tools","github",7]');
  for (const other of [of('team'), of('team', 'alan'), of('other', 'ada')])
    assert.equal(other.open(cursor), undefined);
  assert.equal(of('team', 'ada').open(`${cursor.slice(0, -2)}AA`), undefined);
  for (const text of ['', 'abc', '{}', 'x'.repeat(5000)]) assert.equal(of('team').open(text), undefined);
});
