import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type AnsweredFailure, admits, type Circuit, closedCircuit } from '../../src/routing/circuit.ts';
import { runs } from '../helpers/full.ts';
import { defaultCircuitSettings, nextCircuit } from './circuit-settings.ts';

type Judgement = 'success' | 'failure' | 'unjudged';

/** The circuit after attempts that begin and end at once, at the given times. */
function after(start: Circuit, ends: readonly (readonly [Judgement, number])[]): Circuit {
  return ends.reduce((circuit, [kind, now]) => {
    const begun = nextCircuit(circuit, { kind: 'attempt' }, now);
    return nextCircuit(begun, { kind, startedAt: now }, now);
  }, start);
}

function failures(...times: readonly number[]): readonly (readonly [Judgement, number])[] {
  return times.map((now) => ['failure', now]);
}

const opened = after(closedCircuit, failures(0, 1, 2, 3, 4));

test('five failures in a row within 30 s open it for 10 s', () => {
  assert.deepEqual(opened, { state: 'open', since: 4, until: 10_004, openMs: 10_000 });
  assert.equal(after(closedCircuit, failures(0, 1, 2, 3)).state, 'closed');
  assert.equal(after(closedCircuit, failures(0, 10_000, 20_000, 29_000, 30_000)).state, 'open');
  assert.equal(after(closedCircuit, failures(0, 10_000, 20_000, 29_000, 30_001)).state, 'closed');
  assert.equal(after(closedCircuit, failures(0, 10_000, 20_000, 29_000, 30_001, 30_002)).state, 'open');
});

test('a success between them breaks the row, an outcome that says nothing does not', () => {
  const between = (kind: Judgement) => [...failures(0, 1, 2, 3), [kind, 4] as const, ...failures(5)];
  assert.equal(after(closedCircuit, between('success')).state, 'closed');
  assert.equal(after(closedCircuit, between('unjudged')).state, 'open');
});

test('half-open lets exactly one through', () => {
  assert.equal(admits(opened, 10_003), false);
  assert.equal(admits(opened, 10_004), true);
  const trying = nextCircuit(opened, { kind: 'attempt' }, 10_004);
  assert.equal(trying.state, 'half_open');
  for (const now of [10_004, 10_005, 1_000_000]) assert.equal(admits(trying, now), false);
});

test('success of the one closes it, and it then takes five failures again', () => {
  const closed = after(opened, [['success', 10_004]]);
  assert.deepEqual(closed, closedCircuit);
  assert.equal(after(closed, failures(10_005)).state, 'closed');
});

test('failure of the one opens it for twice as long, at most 120 s', () => {
  let circuit = opened;
  const lengths: number[] = [];
  for (let round = 0; round < 6; round += 1) {
    assert.ok(circuit.state === 'open');
    lengths.push(circuit.openMs);
    circuit = after(circuit, failures(circuit.until));
  }
  assert.deepEqual(lengths, [10_000, 20_000, 40_000, 80_000, 120_000, 120_000]);
});

test('when the one learns nothing, the next request is let through', () => {
  const circuit = after(opened, [['unjudged', 10_010]]);
  assert.equal(circuit.state === 'open' && circuit.openMs, 10_000);
  assert.equal(admits(circuit, 10_010), true);
});

test('what began before it opened neither closes it nor counts as the one', () => {
  const stale = { kind: 'success', startedAt: 3 } as const;
  assert.equal(nextCircuit(opened, stale, 5_000), opened);
  const trying = nextCircuit(opened, { kind: 'attempt' }, 10_004);
  assert.equal(nextCircuit(trying, stale, 10_005), trying);
  assert.equal(nextCircuit(trying, { kind: 'failure', startedAt: 3 }, 10_005), trying);
});

test('the one counts even if its clock was read a moment before it was let through', () => {
  const trying = nextCircuit(opened, { kind: 'attempt' }, 10_004.3);
  assert.equal(nextCircuit(trying, { kind: 'success', startedAt: 10_004.1 }, 10_050).state, 'closed');
  assert.equal(nextCircuit(trying, { kind: 'failure', startedAt: 10_004.1 }, 10_050).state, 'open');
});

test('the last resort of a chain closes it by its success and does not lengthen it by its failure', () => {
  assert.deepEqual(after(opened, [['success', 5_000]]), closedCircuit);
  assert.equal(after(opened, failures(5_000)), opened);
});

test('a success on a circuit without failures changes nothing, not even the object', () => {
  assert.equal(after(closedCircuit, [['success', 5]]), closedCircuit);
});

test('however attempts overlap, an open circuit lets through at most one at a time', () => {
  const step = fc.record({
    waitMs: fc.constantFrom(0, 1, 500, 10_000, 40_000),
    action: fc.constantFrom('begin' as const, 'end' as const),
    which: fc.nat(),
    kind: fc.constantFrom<Judgement>('success', 'failure', 'failure', 'failure', 'unjudged'),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let circuit: Circuit = closedCircuit;
      let now = 0;
      const running: { startedAt: number; isTrial: boolean }[] = [];
      for (const { waitMs, action, which, kind } of steps) {
        now += waitMs;
        if (action === 'begin') {
          if (!admits(circuit, now)) continue;
          const isTrial = circuit.state === 'open';
          circuit = nextCircuit(circuit, { kind: 'attempt' }, now);
          if (isTrial)
            assert.ok(running.every((attempt) => !attempt.isTrial || circuit.state !== 'half_open'));
          running.push({ startedAt: now, isTrial });
        } else {
          const [ended] = running.splice(which % Math.max(running.length, 1), 1);
          if (ended !== undefined) circuit = nextCircuit(circuit, { kind, startedAt: ended.startedAt }, now);
        }
        if (circuit.state === 'open') {
          assert.ok(circuit.until <= now + defaultCircuitSettings.maxOpenMs);
          assert.ok(admits(circuit, now + defaultCircuitSettings.maxOpenMs), 'it is never shut for good');
        }
        if (circuit.state === 'half_open') {
          assert.equal(running.filter(({ isTrial }) => isTrial).length, 1, 'the one is still under way');
        }
        if (circuit.state === 'closed') assert.ok(circuit.failedAt.length < defaultCircuitSettings.failures);
      }
    }),
    { numRuns: runs(2000) },
  );
});

const seconds = 1000;

/** Failures that a backend answered, to these keys, one after the other. */
function answeredTo(start: Circuit, keys: string, doubt: AnsweredFailure['doubt']): Circuit {
  return [...keys].reduce(
    (circuit, by, at) =>
      nextCircuit(circuit, { kind: 'failure', startedAt: at, answered: { by, doubt } }, at),
    start,
  );
}

test('answers open it only where they came to two keys, while others use the deployment', () => {
  assert.equal(answeredTo(closedCircuit, 'a'.repeat(100), 'others_use_it').state, 'closed');
  assert.equal(answeredTo(closedCircuit, 'aaaab', 'others_use_it').state, 'open');
  const many = answeredTo(closedCircuit, 'a'.repeat(100), 'others_use_it');
  assert.ok(many.state === 'closed' && many.failedAt.length === 5, 'what is remembered is bounded');
});

test('where requests can go nowhere else answers alone open nothing, whoever gets them', () => {
  const row = answeredTo(closedCircuit, 'abcdefgh', 'nowhere_else');
  assert.equal(row.state, 'closed');
  assert.equal(nextCircuit(row, { kind: 'failure', startedAt: 9 }, 9).state, 'open');
});

test('what the answers to one key opened is open for that key alone, until a second one fails', () => {
  const open = answeredTo(closedCircuit, 'aaaaa', undefined);
  assert.equal(open.state, 'open');
  const asks = (circuit: Circuit, key: string) => admits(circuit, 5, { key, isAlone: false });
  assert.deepEqual([asks(open, 'a'), asks(open, 'b')], [false, true]);
  const failed = { kind: 'failure', startedAt: 6, answered: { by: 'b', doubt: 'others_use_it' } } as const;
  assert.equal(asks(nextCircuit(open, failed, 7), 'b'), false);
  assert.equal(asks(nextCircuit(open, { kind: 'success', startedAt: 6 }, 7), 'a'), true);
});

test('one key is not the trial twice in a row while others are about', () => {
  const due = 10 * seconds + 4;
  const trying = nextCircuit(opened, { kind: 'attempt', by: 'a' }, due);
  const answered = { by: 'a', doubt: 'others_use_it' } as const;
  const again = nextCircuit(trying, { kind: 'failure', startedAt: due, answered }, due);
  assert.ok(again.state === 'open');
  const asks = (key: string, isAlone = false) => admits(again, again.until, { key, isAlone });
  assert.deepEqual([asks('a'), asks('b'), asks('a', true)], [false, true, true]);
});

test('that others reach the server ends a row of failures to, and no other row', () => {
  const failed = (circuit: Circuit, at: number, answered?: 'unreached') =>
    nextCircuit(circuit, { kind: 'failure', startedAt: at, answered }, at);
  let circuit: Circuit = closedCircuit;
  for (let at = 0; at < 3; at += 1) circuit = failed(circuit, at, 'unreached');
  circuit = failed(circuit, 3);
  circuit = nextCircuit(circuit, { kind: 'reached' }, 4);
  assert.deepEqual(circuit, { state: 'closed', failedAt: [3] });
  for (let at = 5; at < 9; at += 1) circuit = failed(circuit, at, 'unreached');
  assert.equal(circuit.state, 'open');
  assert.equal(nextCircuit(circuit, { kind: 'reached' }, 9), circuit);
});
