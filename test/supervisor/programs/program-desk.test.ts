import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ProgramConfig, type ProgramOutcome, programId } from '../../../src/config/types/programs.ts';
import { openLog } from '../../../src/observe/log/log.ts';
import { ProgramDesk } from '../../../src/supervisor/programs/program-desk.ts';
import type { LogLine } from '../../helpers/gateway.ts';
import { settled, TestAlarms } from '../credentials/alarms.ts';

const minute = 60_000;
const program = (name: string, more: Partial<ProgramConfig> = {}): ProgramConfig => ({
  name,
  command: [`/bin/${name}`],
  env: [],
  everyMs: 15 * minute,
  timeoutMs: 1000,
  value: 'first',
  ...more,
});

function deskOf() {
  const clock = new TestAlarms();
  const logs: LogLine[] = [];
  const log = openLog('info', { write: (line: string) => void logs.push(JSON.parse(line)) });
  const ran: string[] = [];
  let outcome: ProgramOutcome = { kind: 'printed', value: 'first' };
  let changes = 0;
  const desk = new ProgramDesk({
    log,
    clock,
    run: async ({ name }) => {
      ran.push(name);
      return outcome;
    },
    changed: () => {
      changes += 1;
    },
  });
  return {
    desk,
    clock,
    ran,
    logs,
    give: (next: ProgramOutcome) => {
      outcome = next;
    },
    changes: () => changes,
    follow: (...programs: readonly ProgramConfig[]) =>
      desk.follow({ programs: new Map(programs.map((one) => [one.name, one])) }),
    known: (one: ProgramConfig) => desk.known.get(programId(one)),
  };
}

test('each is run every so often, and the files are read again where it prints something else', async () => {
  const { follow, clock, ran, changes, give, known } = deskOf();
  follow(program('a'), program('b', { everyMs: 20 * minute }));
  await clock.pass(20 * minute);
  assert.deepEqual(ran, ['a', 'b']);
  assert.equal(changes(), 0);
  give({ kind: 'printed', value: 'second' });
  await clock.pass(10 * minute);
  assert.deepEqual(ran, ['a', 'b', 'a']);
  assert.equal(changes(), 1);
  assert.deepEqual([known(program('a')), known(program('b'))], ['second', 'first']);
});

test('one that fails keeps what it printed, is tried sooner, and told once', async () => {
  const { follow, clock, ran, changes, give, known, logs } = deskOf();
  follow(program('a'));
  give({ kind: 'failed', reason: 'it ended with code 3' });
  await clock.pass(15 * minute);
  assert.equal(clock.nextMs, 30_000);
  await clock.pass(30_000 + 60_000);
  assert.equal(ran.length, 3);
  await clock.pass(60 * minute);
  assert.ok(clock.nextMs! <= 15 * minute);
  assert.equal(known(program('a')), 'first');
  give({ kind: 'printed', value: 'first' });
  await clock.pass(15 * minute);
  assert.equal(changes(), 0);
  assert.deepEqual(
    logs.map(({ msg }) => msg),
    ['a program gave no secret: the one before stays', 'a program gives its secret again'],
  );
  assert.deepEqual([logs[0]!['program'], logs[0]!['reason']], ['a', 'it ended with code 3']);
});

test('a reload runs nothing that is known, and forgets what is no more', async () => {
  const { desk, follow, clock, ran, give, known } = deskOf();
  follow(program('a'));
  give({ kind: 'printed', value: 'second' });
  await clock.pass(15 * minute);
  // The reload was rejected; another one follows with the value of before.
  follow(program('a', { timeoutMs: 500 }), program('b'));
  await settled();
  assert.deepEqual([ran.length, known(program('a')), known(program('b'))], [1, 'second', 'first']);
  follow(program('b', { everyMs: minute }));
  assert.equal(known(program('a')), undefined);
  assert.equal(clock.nextMs, minute);
  desk.close();
  await clock.pass(60 * minute);
  assert.equal(ran.length, 1);
});
