/** The places inside a deployment: known to health and figures, and to nobody above. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AttemptWalk } from '../../src/routing/attempts/attempt-walk.ts';
import { leastBusy } from '../../src/routing/balance/least-busy.ts';
import { type LiveDeployment, LiveDeployments } from '../../src/routing/live-deployments.ts';
import type { AttemptEnd } from '../../src/routing/live-view.ts';
import { atPlaces, type Place } from '../../src/routing/places.ts';
import { type Candidate, candidateOf, type PlannedModel } from '../../src/routing/routing-table.ts';
import { deployment } from './configs.ts';

const settings = { failures: 2, windowMs: 30_000, openMs: 10_000, maxOpenMs: 120_000 };
const facts = { stickyKey: undefined, inputTokens: 0, outputTokens: 0 };

/** A deployment `m/several` of these servers, and one that is one server. */
function several(...names: readonly string[]) {
  const clock = { now: 0 };
  const live = new LiveDeployments(() => clock.now);
  const servers = names.map(
    (name): Server => ({
      name,
      isDown: false,
      missingCredential: undefined,
      isGone: false,
      waits: 0,
      itsShare: 1,
      told: { waiting: (): number => server(name).waits },
      share: (): number => server(name).itsShare,
    }),
  );
  const server = (name: string): Server => servers.find((one) => one.name === name)!;
  const replicas = {
    get list(): readonly Place[] {
      return servers.filter(({ isGone }) => !isGone);
    },
    get: (name: string): Place | undefined => servers.find((one) => one.name === name && !one.isGone),
  };
  const all: LiveDeployment[] = ['several', 'single'].map((name) => ({
    key: `m/${name}`,
    backend: name,
    server: `http://${name}:80`,
    family: 'generation',
  }));
  const probed = ({ backend }: LiveDeployment) =>
    backend === 'several' ? { isDown: false, replicas } : { isDown: false };
  const view = live.view(all, probed);
  live.retain(all, probed);
  const candidates = ['several', 'single'].map((backend) =>
    candidateOf(deployment('m', { backend, endpoints: { chat_completions: [] } })),
  );
  const random = () => 0.5;
  const order = (of: readonly Candidate[] = candidates) =>
    atPlaces(
      of,
      {
        placesOf: (key) => view.placesOf(key),
        healthState: (key) => view.healthState(key),
        now: () => clock.now,
      },
      leastBusy.make({ load: view, random }),
      facts,
    ).map(({ key }) => key);
  const fail = (key: string) => {
    for (const _ of [1, 2]) view.end(view.begin(key, settings), failed, settings);
  };
  return { clock, live, view, server, order, fail, candidates };
}

interface Server extends Place {
  isDown: boolean;
  isGone: boolean;
  waits: number;
  itsShare: number;
}

const failed: AttemptEnd = { outcome: 'failed', firstByteMs: undefined, retryAfterMs: undefined };

test('the places of a deployment stand in its stead, by what is under way and what waits there', () => {
  const { view, order, server } = several('a:1', 'b:1', 'c:1');
  view.begin('m/several@a:1', settings);
  server('b:1').waits = 3;
  assert.deepEqual(order(), ['m/several@c:1', 'm/several@a:1', 'm/several@b:1', 'm/single']);
  assert.equal(view.inFlight('m/several'), 1 / 3);
  assert.equal(view.busyness('m/several'), 4 / 3);
  assert.equal(view.inFlight('m/several@a:1'), 1);
});

test('one that starts slowly takes a tenth of what the others have under way', () => {
  const { view, order, server } = several('a:1', 'b:1');
  server('b:1').itsShare = 0.1;
  assert.equal(order()[0], 'm/several@a:1', 'of equals the one with the greater share');
  view.begin('m/several@a:1', settings);
  view.begin('m/several@b:1', settings);
  for (let under = 2; under < 10; under += 1) {
    assert.equal(order()[0], 'm/several@a:1');
    view.begin('m/several@a:1', settings);
  }
  view.begin('m/several@a:1', settings);
  view.begin('m/several@a:1', settings);
  assert.equal(order()[0], 'm/several@b:1');
});

test('a deployment is as well as the best of its servers', () => {
  const { live, view, fail, server, order } = several('a:1', 'b:1');
  fail('m/several@a:1');
  assert.equal(view.healthState('m/several@a:1'), 'out');
  assert.equal(view.healthState('m/several'), 'healthy');
  assert.deepEqual(order(), ['m/several@b:1', 'm/single']);
  server('b:1').isDown = true;
  assert.equal(view.healthState('m/several'), 'out');
  assert.equal(
    view.whyOut('m/several'),
    'none of its 2 replicas can be used, of a:1: its circuit is open for another 10 s',
  );
  server('b:1').isDown = false;
  live.drain(['m/several@b:1']);
  assert.equal(view.healthState('m/several@b:1'), 'drained');
  assert.equal(view.healthState('m/several'), 'out');
  live.drain(['m/several']);
  assert.equal(view.healthState('m/several'), 'drained');
  assert.equal(view.healthState('m/several@a:1'), 'drained');
  assert.equal(view.isClosed('m/several@a:1'), true);
});

test('one that has gone is out, what it had under way ends, and it is told of no longer', () => {
  const { live, view, server } = several('a:1', 'b:1');
  const begun = view.begin('m/several@a:1', settings);
  server('a:1').isGone = true;
  assert.equal(view.healthState('m/several@a:1'), 'out');
  const told = () => [...live.states()].map(({ key, replica, inFlight }) => [key, replica, inFlight]);
  assert.deepEqual(told(), [
    ['m/single', undefined, 0],
    ['m/several', 'a:1', 1],
    ['m/several', 'b:1', 0],
  ]);
  view.end(begun, { outcome: 'answered', firstByteMs: 1, retryAfterMs: undefined }, settings);
  assert.deepEqual(told(), [
    ['m/single', undefined, 0],
    ['m/several', 'b:1', 0],
  ]);
  server('b:1').isGone = true;
  assert.equal(view.healthState('m/several'), 'out');
  assert.equal(view.whyOut('m/several'), 'its name leads to no server');
  assert.deepEqual(told(), [
    ['m/several', undefined, 0],
    ['m/single', undefined, 0],
  ]);
  assert.equal([...live.states()][0]?.isProbedDown, true);
});

test('a request is tried on one further server, which takes nothing of its attempts', () => {
  const { candidates } = several('a:1', 'b:1', 'c:1');
  const places = ['a:1', 'b:1', 'c:1'].map(
    (name): Candidate => ({ ...candidates[0]!, key: `m/several@${name}`, replica: name }),
  );
  const planned = { model: { id: 'm' }, eligible: [...places, candidates[1]!] } as unknown as PlannedModel;
  const next = {
    model: { id: 'n' },
    eligible: [{ ...candidates[1]!, key: 'n/x' }],
  } as unknown as PlannedModel;
  const tried = (maxPerModel: number, full: readonly string[] = []) => {
    const walk = new AttemptWalk([planned, next], {
      maxPerModel,
      healthState: () => 'healthy',
      order: ({ eligible }) => eligible,
    });
    const steps: string[] = [];
    for (let step = walk.next(); step !== undefined; step = walk.next()) {
      if (full.includes(step.candidate.key)) continue;
      walk.begin();
      steps.push(step.candidate.key);
    }
    return steps;
  };
  assert.deepEqual(tried(1), ['m/several@a:1', 'm/several@b:1', 'n/x']);
  assert.deepEqual(tried(2), ['m/several@a:1', 'm/several@b:1', 'm/single', 'n/x']);
  assert.deepEqual(
    tried(1, ['m/several@a:1', 'm/several@b:1']),
    ['m/several@c:1', 'n/x'],
    'what is full was not tried',
  );
});
