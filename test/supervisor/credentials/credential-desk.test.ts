import assert from 'node:assert/strict';
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { CredentialSource, Oauth2Source } from '../../../src/config/types/credentials.ts';
import type { CredentialItem } from '../../../src/credentials/delivery.ts';
import type { SourceUse } from '../../../src/credentials/source-uses.ts';
import type { RenewalOutcome } from '../../../src/credentials/sources/renew-once.ts';
import type { Renewed } from '../../../src/credentials/sources/source.ts';
import { openLog } from '../../../src/observe/log/log.ts';
import { CredentialDesk } from '../../../src/supervisor/credentials/credential-desk.ts';
import { gate, until } from '../../helpers/gate.ts';
import type { LogLine } from '../../helpers/gateway.ts';
import { scratchFolder } from '../../helpers/scratch.ts';
import { settled, TestAlarms } from './alarms.ts';

const second = 1000;
const minute = 60 * second;

function use(name: string, command = '/bin/mint'): SourceUse {
  const source: CredentialSource = {
    kind: 'exec',
    command: [command],
    everyMs: undefined,
    timeoutMs: 10_000,
    env: [],
  };
  return { id: `id of ${command}`, source, backends: [name] };
}

function token(
  text: string,
  lifetimeMs: number | undefined = 10 * minute,
  more: Partial<Renewed> = {},
): RenewalOutcome {
  const value = { kind: 'token', token: text } as const;
  return { kind: 'renewed', renewed: { value, lifetimeMs, subject: 'somebody', ...more } };
}

function failure(code: string, isLasting = false): RenewalOutcome {
  return { kind: 'failed', code, message: `it says ${code}`, isLasting };
}

/** A desk under a clock of the test's, whose renewals come to what the test says. */
function made(answer: (source: CredentialSource) => RenewalOutcome | Promise<RenewalOutcome>) {
  const clock = new TestAlarms();
  const asked: { readonly atMs: number; readonly command: string }[] = [];
  const given: CredentialItem[] = [];
  const forgotten: string[] = [];
  const logs: LogLine[] = [];
  const desk = new CredentialDesk({
    log: openLog('trace', { write: (line: string) => void logs.push(JSON.parse(line)) }),
    renew: async (source) => {
      asked.push({ atMs: clock.nowMs(), command: source.kind === 'exec' ? source.command[0] : source.kind });
      return answer(source);
    },
    takers: { give: (items) => given.push(...items), forget: (ids) => forgotten.push(...ids) },
    clock,
    random: () => 0,
  });
  const told = (level: string) => logs.filter((line) => line.level === level).map(({ msg }) => msg);
  return { clock, asked, given, forgotten, logs, desk, told };
}

test('a source is renewed before its value runs out, again and again, and each value is given on with its time', async () => {
  const { clock, asked, given, desk } = made(() => token(`value-${asked.length}`));
  await desk.expect([use('a')]);
  await clock.pass(16 * minute);
  assert.deepEqual(
    asked.map(({ atMs }) => atMs / minute),
    [0, 5, 10, 15],
  );
  assert.deepEqual(
    given.map(({ generation, value, usableForMs }) => [generation, value, usableForMs]),
    [1, 2, 3, 4].map((n) => [n, { kind: 'token', token: `value-${n}` }, 9.5 * minute]),
  );
  const [item] = desk.items;
  assert.equal(item!.usableForMs, 8.5 * minute, 'a worker that comes later has less of it');
  desk.close();
  await clock.pass(60 * minute);
  assert.equal(asked.length, 4);
});

test('a failure while the value is good is tried again ever more seldom, said once, and over with the next value', async () => {
  const answers = [token('first-value'), failure('unreachable')];
  const { clock, asked, given, desk, told } = made(
    () => answers[Math.min(asked.length, answers.length) - 1]!,
  );
  await desk.expect([use('a')]);
  await clock.pass(7 * minute);
  assert.deepEqual(
    asked.map(({ atMs }) => atMs / second),
    [0, 300, 301, 303, 307, 315, 331, 363],
  );
  const [state] = desk.states;
  assert.equal(state!.state, 'failing');
  assert.deepEqual(state!.error, { code: 'unreachable', message: 'it says unreachable', isLasting: false });
  assert.equal(given.at(-1)!.problem, 'it says unreachable');
  assert.equal(given.length, 2, 'the same failure is told once');
  assert.deepEqual(told('warn'), ['a credential could not be renewed; the one before is still good']);
  answers.push(token('second-value'));
  answers.splice(1, 1);
  await clock.pass(minute);
  assert.equal(desk.states[0]!.state, 'valid');
  assert.equal(given.at(-1)!.problem, undefined);
  assert.deepEqual(told('info'), ['a credential is there', 'a credential is renewed again']);
});

test('once a value has run out its source is tried every second, and it is back with the next value', async () => {
  let isUp = true;
  const { clock, asked, desk, told } = made(() =>
    isUp ? token(`value-${asked.length}`, minute) : failure('unreachable'),
  );
  await desk.expect([use('a')]);
  isUp = false;
  await clock.pass(54 * second);
  assert.equal(desk.states[0]!.state, 'out');
  assert.equal(asked.at(-1)!.atMs, 54 * second, 'it is tried at the very moment');
  const before = asked.length;
  await clock.pass(10 * second);
  assert.equal(asked.length - before, 10);
  assert.deepEqual(told('error'), ['a credential has run out: its deployments are out until it is renewed']);
  isUp = true;
  await clock.pass(second);
  assert.equal(desk.states[0]!.state, 'valid');
  assert.equal(desk.states[0]!.generation, 2);
});

test('a failure that does not mend itself is tried every thirty seconds and more, also once there is nothing left', async () => {
  const { clock, asked, desk } = made(() =>
    asked.length === 1 ? token('value', 4 * minute) : failure('invalid_client', true),
  );
  await desk.expect([use('a')]);
  await clock.pass(226 * second);
  assert.deepEqual(
    asked.map(({ atMs }) => atMs / second),
    [0, 120, 150, 210, 216],
  );
});

test('while something is wrong it is said again every ten minutes', async () => {
  const { clock, desk, told } = made(() => failure('unreachable'));
  const expected = desk.expect([use('a')]);
  await clock.pass(31 * minute);
  await expected;
  assert.equal(told('error').length, 4);
  assert.deepEqual(
    new Set(told('error')),
    new Set(['a credential could not be had: its deployments are out until it is there']),
  );
});

test('first values are waited for up to five seconds, and not at all where asking again does not help', async () => {
  const held = gate();
  const { clock, desk } = made(async ({ kind, ...source }) => {
    if ('command' in source && source.command[0] === '/bin/hangs') await held.opened;
    return 'command' in source && source.command[0] === '/bin/refused'
      ? failure('invalid_client', true)
      : token(kind);
  });
  await desk.expect([use('a'), use('b', '/bin/refused')]);
  let isThere = false;
  const late = desk.expect([use('c', '/bin/hangs')]).then(() => {
    isThere = true;
  });
  await clock.pass(4999);
  assert.equal(isThere, false);
  await clock.pass(1);
  await late;
  held.open();
  await settled();
  assert.deepEqual(
    desk.states.map(({ name, state }) => [name, state]),
    [
      ['a', 'valid'],
      ['b', 'starting'],
      ['c', 'valid'],
    ],
  );
});

test('a source that hangs keeps no other from being renewed', async () => {
  const held = gate();
  const { clock, asked, desk } = made(async (source) => {
    const hangs = 'command' in source && source.command[0] === '/bin/hangs';
    if (hangs) await held.opened;
    return token(`value-${asked.length}`, minute);
  });
  const expected = desk.expect([use('a', '/bin/hangs'), use('b')]);
  await clock.pass(2 * minute);
  await expected;
  assert.equal(asked.filter(({ command }) => command === '/bin/hangs').length, 1, 'one at a time');
  assert.equal(asked.filter(({ command }) => command === '/bin/mint').length, 5);
});

test('a value that is the one before is no news: it is looked at again after a quarter of what is left', async () => {
  const { clock, asked, desk, given } = made(() =>
    token('same', Math.max(second, 10 * minute - clock.nowMs())),
  );
  await desk.expect([use('a')]);
  await clock.pass(9 * minute);
  const at = asked.map(({ atMs }) => atMs / second);
  assert.deepEqual(at.slice(0, 4), [0, 300, 375, 431.25]);
  assert.ok(given.every(({ generation }) => generation === 1));
  assert.equal(desk.states[0]!.renewals.unchanged, asked.length - 1);
  assert.equal(desk.states[0]!.renewals.renewed, 1);
});

test('a value that a backend refuses is renewed at once, once a minute, and only where it is the newest', async () => {
  const { clock, asked, desk } = made(() => token(`value-${asked.length}`, 60 * minute));
  const { id } = use('a');
  await desk.expect([use('a')]);
  desk.refused(id, 1);
  desk.refused(id, 1);
  await settled();
  assert.equal(asked.length, 2);
  desk.refused(id, 1);
  desk.refused('unknown', 1);
  await clock.pass(59 * second);
  desk.refused(id, 2);
  assert.equal(asked.length, 2);
  await clock.pass(second);
  desk.refused(id, 1);
  assert.equal(asked.length, 2);
  desk.refused(id, 2);
  assert.equal(asked.length, 3);
});

test('what asks for a renewal during one has it made again', async () => {
  const held = gate();
  const { clock, asked, desk } = made(async () => {
    if (asked.length === 2) await held.opened;
    return token(`value-${asked.length}`, minute);
  });
  await desk.expect([use('a')]);
  await clock.pass(30 * second);
  assert.equal(asked.length, 2);
  desk.refused(use('a').id, 1);
  held.open();
  await settled();
  assert.equal(desk.states[0]!.generation, 2);
});

test('sources that are not used any more end, those that stay keep their values, whoever uses them by now', async () => {
  const { clock, asked, desk, forgotten } = made(() => token('value', minute));
  await desk.expect([use('a'), use('b', '/bin/other')]);
  const renamed = use('renamed');
  await desk.expect([renamed]);
  desk.settle([renamed]);
  assert.deepEqual(forgotten, [use('b', '/bin/other').id]);
  assert.deepEqual(
    desk.states.map(({ name, generation }) => [name, generation]),
    [['renamed', 1]],
  );
  await clock.pass(31 * second);
  assert.deepEqual(
    asked.map(({ command }) => command),
    ['/bin/mint', '/bin/other', '/bin/mint'],
  );
});

test('a file that a source names has it renewed when it changes, through a link that is swapped too', async (t) => {
  const folder = scratchFolder(t);
  const put = (version: string) => {
    mkdirSync(join(folder, version));
    writeFileSync(join(folder, version, 'token'), version);
    symlinkSync(version, join(folder, `${version}.link`));
    renameSync(join(folder, `${version}.link`), join(folder, 'data'));
  };
  put('first');
  const { asked, desk } = made(() => token(`value-${asked.length}`, 60 * minute));
  t.after(() => desk.close());
  const assertionFile = join(folder, 'data', 'token');
  const source = { kind: 'oauth2', assertionFile, client: { kind: 'none' } } as Oauth2Source;
  await desk.expect([{ id: 'federated', source, backends: ['a'] }]);
  assert.equal(asked.length, 1);
  put('second');
  await until(() => asked.length === 2, 'it is renewed', 2000);
  await until(() => desk.states[0]!.generation === 2, 'and has another value');
});

test('a file that its source led to has it renewed when it changes, too', async (t) => {
  const file = join(scratchFolder(t), 'subject-token');
  writeFileSync(file, 'one');
  const { desk, given } = made(() => token(`made of ${given.length}`, 10 * minute, { alsoRead: [file] }));
  await desk.expect([use('a')]);
  t.after(() => desk.close());
  assert.equal(given.length, 1);
  writeFileSync(file, 'two');
  await until(() => given.length === 2, 'it is renewed', 2000);
});

test('what is odd and yet works is said once, and a lifetime that is none is the one taken for granted', async () => {
  const warning = 'it says -1';
  const { clock, asked, desk, logs } = made(() => token(`value-${asked.length}`, -1, { warning }));
  await desk.expect([use('a')]);
  await clock.pass(61 * minute);
  assert.equal(asked.length, 3);
  assert.deepEqual(
    logs.filter(({ level }) => level === 'warn').map(({ source, warning: said }) => [source, said]),
    [['a', `${warning}; its source does not say how long it lives: 45 min are taken for granted`]],
  );
});

test('nothing of a value is in a line of the log, or in what is told of its state', async () => {
  const { clock, desk, logs } = made(() => token('canary-0123456789', minute));
  await desk.expect([use('a')]);
  await clock.pass(5 * minute);
  assert.ok(logs.length > 5);
  assert.doesNotMatch(JSON.stringify([logs, desk.states]), /canary/);
});
