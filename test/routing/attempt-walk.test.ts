import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AttemptWalk } from '../../src/routing/attempts/attempt-walk.ts';
import type { HealthState } from '../../src/routing/health.ts';
import type { Candidate, PlannedModel } from '../../src/routing/routing-table.ts';

/** Models by their deployments, such as `m1: a b`. */
function walkOver(
  models: Readonly<Record<string, string>>,
  { maxPerModel = 6, states = {} }: { maxPerModel?: number; states?: Record<string, HealthState> } = {},
) {
  const plan = Object.entries(models).map(([id, keys]) => {
    const eligible = keys.split(' ').map((key) => ({ key }) as Candidate);
    return { model: { id }, eligible } as unknown as PlannedModel;
  });
  const ordered: string[] = [];
  const walk = new AttemptWalk(plan, {
    maxPerModel,
    healthState: (key) => states[key] ?? 'healthy',
    order(planned) {
      ordered.push(planned.model.id);
      return planned.eligible;
    },
  });
  return { walk, ordered, next: () => walk.next()?.candidate.key };
}

test('the deployments of one model come before those of the next, and each order is made when its turn comes', () => {
  const { walk, ordered, next } = walkOver({ first: 'a b', second: 'c' });
  const steps: (string | undefined)[] = [];
  assert.deepEqual(ordered, []);
  for (let step = next(); step !== undefined; step = next()) {
    steps.push(`${step} of ${ordered.at(-1)}`);
    walk.begin();
  }
  assert.deepEqual(steps, ['a of first', 'b of first', 'c of second']);
});

test('a model takes its allowance and no more, and what is not tried takes none of it', () => {
  const { walk, next } = walkOver({ first: 'a b c d', second: 'e' }, { maxPerModel: 2 });
  assert.equal(next(), 'a');
  // Its limits are full: it is not tried.
  assert.equal(next(), 'b');
  walk.begin();
  assert.equal(next(), 'c');
  walk.begin();
  assert.equal(next(), 'e');
  assert.equal(next(), undefined);
});

test('what has gone out since the order was made is left out, and so is the rest of a model that is left', () => {
  const states: Record<string, HealthState> = {};
  const { walk, next } = walkOver({ first: 'a b c', second: 'd' }, { states });
  assert.equal(next(), 'a');
  walk.begin();
  states['b'] = 'out';
  assert.equal(next(), 'c');
  const left = walkOver({ first: 'a b c', second: 'd' });
  assert.equal(left.next(), 'a');
  left.walk.leaveModel();
  assert.equal(left.next(), 'd');
});

test('after a backend that may have worked on it a request is tried elsewhere once', () => {
  const { walk } = walkOver({ first: 'a b c d' });
  assert.equal(walk.after('not_connected'), 'next');
  assert.equal(walk.after('lost'), 'next');
  assert.equal(walk.after('failed'), 'next');
  assert.equal(walk.after('stalled'), 'enough');
  assert.equal(walk.after('answered'), 'ended');
});
