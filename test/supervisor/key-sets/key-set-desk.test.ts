import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { KeySetSource } from '../../../src/config/types/identity.ts';
import type { KeySetOutcome } from '../../../src/identity/fetch-key-set.ts';
import type { KeySetItem, KeySetUse } from '../../../src/identity/key-set-sources.ts';
import type { PublishedKey } from '../../../src/lib/tokens/key-set.ts';
import { openLog } from '../../../src/observe/log/log.ts';
import { KeySetDesk } from '../../../src/supervisor/key-sets/key-set-desk.ts';
import { gate, until } from '../../helpers/gate.ts';
import type { LogLine } from '../../helpers/gateway.ts';
import { scratchFolder } from '../../helpers/scratch.ts';
import { settled, TestAlarms } from '../credentials/alarms.ts';

const second = 1000;
const minute = 60 * second;

function use(
  issuer: string,
  source: KeySetSource = { kind: 'url', url: `https://${issuer}/keys` },
): KeySetUse {
  return { id: `id of ${issuer}`, source, issuer };
}

function fetched(...ids: readonly string[]): KeySetOutcome {
  const keys = ids.map((id): PublishedKey => ({ id, algorithms: ['ES256'], jwk: {} }));
  return { kind: 'fetched', keys };
}

const away: KeySetOutcome = { kind: 'failed', message: 'it can not be reached' };

/** A desk under a clock of the test's, whose issuers answer what the test says. */
function made(answer: () => KeySetOutcome | Promise<KeySetOutcome>) {
  const clock = new TestAlarms();
  const askedMs: number[] = [];
  const given: KeySetItem[] = [];
  const forgotten: string[] = [];
  const logs: LogLine[] = [];
  const desk = new KeySetDesk({
    log: openLog('trace', { write: (line: string) => void logs.push(JSON.parse(line)) }),
    fetch: async () => {
      askedMs.push(clock.nowMs());
      return answer();
    },
    takers: { give: (items) => given.push(...items), forget: (ids) => forgotten.push(...ids) },
    clock,
    random: () => 0,
  });
  const idsGiven = () => given.at(-1)?.keys?.map(({ id }) => id);
  return { desk, clock, askedMs, given, idsGiven, forgotten, logs };
}

test('a key set is fetched once for all, and again every ten minutes', async () => {
  const { desk, clock, askedMs, given, idsGiven } = made(() => fetched('a'));
  await desk.expect([use('one')]);
  await desk.expect([use('one')]);
  assert.deepEqual(askedMs, [0]);
  assert.deepEqual(idsGiven(), ['a']);
  await clock.pass(9 * minute);
  assert.equal(askedMs.length, 1);
  await clock.pass(minute);
  assert.deepEqual(askedMs, [0, 10 * minute]);
  assert.deepEqual(new Set(given.map(({ generation }) => generation)), new Set([1]));
});

test('however many want a key that is not there, the issuer is asked once a second', async () => {
  const { desk, clock, askedMs, given } = made(() => fetched('a'));
  await desk.expect([use('one')]);
  for (let step = 0; step < 40; step += 1) {
    for (let wanted = 0; wanted < 50; wanted += 1) desk.want('id of one');
    await clock.pass(100);
  }
  assert.deepEqual(askedMs, [0, 1000, 2000, 3000, 4000]);
  assert.ok(given.every(({ isAsking }) => !isAsking));
});

test('who wants a key while the set is fetched has it fetched once more, and is told to wait', async () => {
  const held = gate();
  let answers = 0;
  const { desk, clock, askedMs, given } = made(async () => {
    answers += 1;
    if (answers === 2) await held.opened;
    return answers < 3 ? fetched('a') : fetched('a', 'b');
  });
  await desk.expect([use('one')]);
  await clock.pass(10 * minute);
  desk.want('id of one');
  held.open();
  await settled();
  assert.equal(given.at(-1)?.isAsking, true);
  await clock.pass(second);
  assert.deepEqual(askedMs, [0, 10 * minute, 10 * minute + second]);
  assert.equal(given.at(-1)?.isAsking, false);
  assert.equal(given.at(-1)?.generation, 2);
});

test('keys are kept while the issuer is away, which is said once, and so is that it is back', async () => {
  let isAway = false;
  const { desk, clock, idsGiven, logs, given } = made(() => (isAway ? away : fetched('a')));
  await desk.expect([use('one')]);
  isAway = true;
  await clock.pass(22 * minute);
  assert.deepEqual(idsGiven(), ['a']);
  assert.equal(given.at(-1)?.problem, 'it can not be reached');
  const problem = 'it can not be reached';
  assert.deepEqual(desk.states, [{ issuer: 'one', keys: 1, ageMs: 22 * minute, problem }]);
  const warnings = logs.filter(({ level }) => level === 'warn');
  assert.deepEqual(
    warnings.map(({ msg, issuer, reason }) => ({ msg, issuer, reason })),
    Array.from({ length: 2 }, () => ({
      msg: 'the keys of an issuer could not be renewed; the last ones stay in use',
      issuer: 'one',
      reason: 'it can not be reached',
    })),
  );
  isAway = false;
  await clock.pass(minute);
  assert.equal(given.at(-1)?.problem, undefined);
  assert.equal(logs.at(-1)?.msg, 'the keys of an issuer are there again');
});

test('an issuer that is away at the start holds nobody up, and is asked every few seconds', async () => {
  let isAway = true;
  const { desk, clock, askedMs, idsGiven, logs } = made(() => (isAway ? away : fetched('a')));
  await desk.expect([use('one')]);
  assert.equal(idsGiven(), undefined);
  assert.equal(logs.at(-1)?.level, 'error');
  await clock.pass(minute);
  assert.ok(askedMs.length > 12, String(askedMs.length));
  isAway = false;
  await clock.pass(5 * second);
  assert.deepEqual(idsGiven(), ['a']);
});

test('an issuer that does not answer is waited for five seconds', async () => {
  const never = gate();
  const { desk, clock } = made(async () => {
    await never.opened;
    return away;
  });
  let isThrough = false;
  void desk.expect([use('one')]).then(() => {
    isThrough = true;
  });
  await clock.pass(4900);
  assert.equal(isThrough, false);
  await clock.pass(100);
  assert.equal(isThrough, true);
  never.open();
});

test('what nobody needs any more is forgotten, and not fetched', async () => {
  const { desk, clock, askedMs, forgotten } = made(() => fetched('a'));
  await desk.expect([use('one'), use('two')]);
  desk.settle([use('two')]);
  assert.deepEqual(forgotten, ['id of one']);
  await clock.pass(10 * minute);
  assert.equal(askedMs.length, 3);
  desk.want('id of one');
  desk.close();
  await clock.pass(20 * minute);
  assert.equal(askedMs.length, 3);
});

test('a file is read again when it changes', async (t) => {
  const file = join(scratchFolder(t), 'keys.json');
  writeFileSync(file, '{}');
  const { desk, askedMs } = made(() => fetched('a'));
  t.after(() => desk.close());
  await desk.expect([use('one', { kind: 'file', file })]);
  writeFileSync(file, '{"keys":[]}');
  await until(() => askedMs.length > 1, 'it is read again');
});
