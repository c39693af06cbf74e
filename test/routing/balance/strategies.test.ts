import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noUnits } from '../../../src/observe/units/index.ts';
import { strategies } from '../../../src/routing/balance/index.ts';
import type { Load } from '../../../src/routing/balance/strategy.ts';
import { facts, firsts, idle, seededRandom, strategyContract } from './strategy.contract.ts';

for (const [name, definition] of Object.entries(strategies)) strategyContract(name, definition);

const peers = ['a', 'b', 'c'].map((key) => ({ key, weight: 1 }));
const keys = (ordered: readonly { readonly key: string }[]) => ordered.map(({ key }) => key);

function loadOf(inFlight: Record<string, number>, latencyMs: Record<string, number> = {}): Load {
  const busyness = (key: string) => inFlight[key] ?? 0;
  return { inFlight: busyness, busyness, latencyMs: (key) => latencyMs[key] };
}

test('least_busy goes by requests in flight over weight', () => {
  const order = (load: Load) => strategies.least_busy.make({ load, random: seededRandom() });
  assert.deepEqual(keys(order(loadOf({ a: 5, b: 1, c: 3 })).order(peers, facts)), ['b', 'c', 'a']);
  const unlike = [
    { key: 'a', weight: 1 },
    { key: 'b', weight: 10 },
  ];
  assert.deepEqual(keys(order(loadOf({ a: 1, b: 9 })).order(unlike, facts)), ['b', 'a']);
  assert.deepEqual(keys(order(loadOf({ a: 1, b: 11 })).order(unlike, facts)), ['a', 'b']);
});

test('weighted does not look at the load', () => {
  const strategy = strategies.weighted.make({ load: loadOf({ a: 1000 }), random: seededRandom() });
  const counts = firsts(() => strategy.order(peers, facts), 3000);
  for (const { key } of peers) assert.ok(Math.abs((counts[key] ?? 0) - 1000) < 120, JSON.stringify(counts));
});

test('lowest_latency prefers the faster of two drawn, so that the slowest is never first', () => {
  const load = loadOf({}, { a: 10, b: 20, c: 30 });
  const strategy = strategies.lowest_latency.make({ load, random: seededRandom() });
  const counts = firsts(() => strategy.order(peers, facts), 3000);
  assert.equal(counts['c'], undefined);
  // Of three pairs two hold `a`.
  assert.ok(Math.abs((counts['a'] ?? 0) - 2000) < 150, JSON.stringify(counts));
});

test('lowest_latency counts the requests that wait', () => {
  const load = loadOf({ a: 9, b: 0 }, { a: 10, b: 60 });
  const strategy = strategies.lowest_latency.make({ load, random: seededRandom() });
  assert.deepEqual(keys(strategy.order(peers.slice(0, 2), facts)), ['b', 'a']);
});

test('lowest_latency sends one request, and not a second, to a deployment it knows nothing of', () => {
  const pair = peers.slice(0, 2);
  const order = (load: Load) =>
    keys(strategies.lowest_latency.make({ load, random: seededRandom() }).order(pair, facts));
  assert.deepEqual(order(loadOf({}, { a: 10 })), ['b', 'a']);
  assert.deepEqual(order(loadOf({ b: 1 }, { a: 10 })), ['a', 'b']);
});

test('lowest_cost weighs the prices by the request, and unpriced deployments come last', () => {
  const priced = [
    { key: 'unpriced', weight: 1 },
    { key: 'cheap input', weight: 1, price: { tokens: { input: 1, output: 10 } } },
    { key: 'cheap output', weight: 1, price: { tokens: { input: 3, output: 3 } } },
  ];
  const strategy = strategies.lowest_cost.make({ load: idle, random: seededRandom() });
  const order = (inputTokens: number, outputTokens: number) =>
    keys(strategy.order(priced, { stickyKey: undefined, inputTokens, outputTokens }));
  assert.deepEqual(order(10_000, 100), ['cheap input', 'cheap output', 'unpriced']);
  assert.deepEqual(order(100, 1_000), ['cheap output', 'cheap input', 'unpriced']);
});

test('lowest_cost compares what the endpoint is counted by, and tokens among those that have no price for it', () => {
  const priced = [
    { key: 'unpriced', weight: 1 },
    { key: 'tokens', weight: 1, price: { tokens: { input: 5, output: 40 } } },
    { key: 'cheap tokens', weight: 1, price: { tokens: { input: 1, output: 4 } } },
    { key: 'dear', weight: 1, price: { tokens: { input: 0, output: 0 }, units: image(0.2) } },
    { key: 'by size', weight: 1, price: { units: image(0.3, { 'low/1024x1024': 0.01 }) } },
    { key: 'cheap and a fee', weight: 1, price: { units: image(0.04), request: 0.1 } },
  ];
  const strategy = strategies.lowest_cost.make({ load: idle, random: seededRandom() });
  const units = { ...noUnits, images: 2, imageKind: 'low/1024x1024' };
  const asked = { ...facts, inputTokens: 100, outputTokens: 1000, units };
  assert.deepEqual(keys(strategy.order(priced, asked)), [
    'by size',
    'cheap and a fee',
    'dear',
    'cheap tokens',
    'tokens',
    'unpriced',
  ]);
  const dear = { ...asked, units: { ...units, imageKind: undefined } };
  assert.equal(keys(strategy.order(priced, dear))[0], 'cheap and a fee');
  const [, tokens, cheap, one] = priced;
  assert.equal(strategies.lowest_cost.sets(asked, tokens!, cheap!), true);
  assert.equal(strategies.lowest_cost.sets(asked, one!, { price: { units: image(0.2) } }), false);
});

/** A price of images. */
function image(usd: number, byKind: Readonly<Record<string, number>> = {}) {
  return [{ counter: 'images', usd, byKind }] as const;
}

test('sticky gives a session the same order in every worker', () => {
  const order = (stickyKey: string, seed: number) =>
    keys(
      strategies.sticky
        .make({ load: idle, random: seededRandom(seed) })
        .order(peers, { ...facts, stickyKey }),
    );
  for (const session of ['one', 'two', 'three']) assert.deepEqual(order(session, 1), order(session, 77));
});

test('sticky moves only the sessions of a deployment that goes', () => {
  const strategy = strategies.sticky.make({ load: idle, random: seededRandom() });
  for (let session = 0; session < 500; session += 1) {
    const sticky = { ...facts, stickyKey: `session ${session}` };
    const all = keys(strategy.order(peers, sticky));
    const left = keys(
      strategy.order(
        peers.filter(({ key }) => key !== 'b'),
        sticky,
      ),
    );
    assert.deepEqual(
      left,
      all.filter((key) => key !== 'b'),
    );
  }
});

test('with spill a session goes to the next in its order where its own has too much under way', () => {
  const equal = ['a', 'b', 'c', 'd'].map((key) => ({ key, weight: 1 }));
  const of = (load: Record<string, number>, spill?: number) =>
    strategies.sticky.make({ load: loadOf(load), random: seededRandom(), spill });
  for (let session = 0; session < 50; session += 1) {
    const sticky = { ...facts, stickyKey: `session ${session}` };
    const order = keys(of({}).order(equal, sticky));
    const [home = ''] = order;
    const busy = { a: 6, b: 6, c: 6, d: 6 };
    // The mean is 7 then, and one and a half times that 10.5.
    assert.deepEqual(keys(of({ ...busy, [home]: 10 }, 1.5).order(equal, sticky)), order);
    const spilled = [...order.slice(1), home];
    assert.deepEqual(keys(of({ ...busy, [home]: 12 }, 1.5).order(equal, sticky)), spilled);
    assert.deepEqual(keys(of({ ...busy, [home]: 12 }).order(equal, sticky)), order, 'without spill it stays');
    assert.deepEqual(keys(of({ [home]: 4 }, 1).order(equal, sticky)), order, 'a few are chance');
  }
});

test('with spill the weights say how much is too much', () => {
  const equal = [
    { key: 'small', weight: 1 },
    { key: 'large', weight: 9 },
  ];
  const strategy = strategies.sticky.make({
    load: loadOf({ small: 11, large: 89 }),
    random: seededRandom(),
    spill: 1,
  });
  for (let session = 0; session < 50; session += 1)
    assert.equal(keys(strategy.order(equal, { ...facts, stickyKey: `session ${session}` }))[0], 'large');
});
