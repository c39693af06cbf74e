import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LimitSet } from '../../src/config/types/limits.ts';
import { compileGlob } from '../../src/lib/glob.ts';
import { KeyLimits } from '../../src/limits/key-limits.ts';
import { describeLimit } from '../../src/limits/limit-refusal.ts';
import type { LimitStore } from '../../src/limits/limit-store.ts';
import { memoryStore } from '../../src/limits/memory-store.ts';
import { Passage } from '../../src/limits/passage.ts';
import { type LimitRefusal, metersOf, metersOfRule } from '../../src/limits/rules.ts';
import { manualClock } from './manual-clock.ts';

const nothing: LimitSet = {
  requests: [],
  tokens: [],
  concurrency: undefined,
  waitMs: undefined,
  budget: undefined,
};
const perMinute = (limit: number) => ({ limit, windowMs: 60_000 });
const of = (input: number, output = 0, isOpen = false) => ({ input, output, isOpen });
const used = (tokens: number) => ({ attempted: true, tokens, costNanoUsd: 0 });

function limitsOf(perModel: Record<string, Partial<LimitSet>>): KeyLimits {
  const rules = Object.entries(perModel).map(([glob, rule]) => [glob, { ...nothing, ...rule }] as const);
  const common = { ...nothing, requests: [perMinute(10)], tokens: [perMinute(1000)] };
  return new KeyLimits('key', [
    metersOfRule({ ...common, sockets: undefined, perModel: new Map(rules) }, compileGlob),
  ]);
}

/** What is left of every limit of a key. */
async function left(store: LimitStore, limits: KeyLimits): Promise<Record<string, number>> {
  const { list } = limits.everyMeter();
  const quotas = await store.read(limits.everyMeter());
  return Object.fromEntries(list.map((meter, place) => [describeLimit(meter), quotas[place]!.remaining]));
}

test('a further model is asked for what is its own, once, and what was used counts where it was used', async () => {
  const store = memoryStore({ clock: manualClock() });
  const limits = limitsOf({
    'a*': { requests: [perMinute(5)], tokens: [perMinute(500)] },
    'b*': { requests: [perMinute(5)], tokens: [perMinute(500)] },
    '*': { requests: [perMinute(7)] },
  });
  const passage = new Passage(store, limits, of(100));
  assert.equal((await passage.enter('a1')).admitted, true);
  assert.equal(passage.holds('a1'), true);
  assert.equal(passage.holds('a2'), true);
  assert.equal(passage.holds('b1'), false);
  assert.equal(await passage.use('b1'), undefined);
  assert.equal(passage.holds('b1'), true);
  assert.equal(limits.seen.meters.list.length, limits.everyMeter().list.length);
  passage.settle(used(30), ['a1', 'b1']);
  assert.deepEqual(await left(store, limits), {
    '10 requests per minute': 9,
    '1000 tokens per minute': 970,
    '5 requests per minute on a*': 4,
    '500 tokens per minute on a*': 500,
    '5 requests per minute on b*': 4,
    '500 tokens per minute on b*': 470,
    '7 requests per minute on *': 6,
  });
});

test('what is known later of the use of a request is counted where its use was, and nowhere else', async () => {
  const clock = manualClock();
  const store = memoryStore({ clock });
  const limits = limitsOf({ 'a*': { tokens: [perMinute(500)] }, 'b*': { tokens: [perMinute(500)] } });
  const passage = new Passage(store, limits, of(100));
  await passage.enter('a1');
  await passage.use('b1');
  const bookings = passage.bookings(['a1', 'b1']);
  passage.settle(used(30), ['a1', 'b1']);
  for (const { account, meters, at } of bookings)
    store.correct({
      meters: metersOf(account, meters),
      at,
      wallMs: clock.wall(),
      tokens: -10,
      costNanoUsd: 0,
    });
  assert.deepEqual(await left(store, limits), {
    '10 requests per minute': 9,
    '1000 tokens per minute': 980,
    '500 tokens per minute on a*': 500,
    '500 tokens per minute on b*': 480,
  });
});

test('what covers both models counts what the second one used', async () => {
  const store = memoryStore({ clock: manualClock() });
  const limits = limitsOf({ '*-mini': { tokens: [perMinute(500)] } });
  const passage = new Passage(store, limits, of(100));
  await passage.enter('a-mini');
  assert.equal(passage.holds('b-mini'), true);
  passage.settle(used(30), ['a-mini', 'b-mini']);
  assert.equal((await left(store, limits))['500 tokens per minute on *-mini'], 470);
});

test('a model that was asked for and not tried costs nothing, and one that is full is named', async () => {
  const store = memoryStore({ clock: manualClock() });
  const limits = limitsOf({ a: { requests: [perMinute(1)] }, b: { concurrency: 1 } });
  const first = new Passage(store, limits, of(1));
  await first.enter('a');
  await first.use('b');
  const second = new Passage(store, limits, of(1));
  await second.enter('c');
  assert.match((await second.use('b'))?.message ?? '', /1 request at once on b/);
  second.settle(used(1), ['c']);
  first.settle(used(1), ['b']);
  const after = await left(store, limits);
  assert.equal(after['1 request per minute on a'], 1);
  assert.equal(after['1 request at once on b'], 1);
});

test('who names no maximum gets what is left of tokens, and who names one is told what is', async () => {
  const store = memoryStore({ clock: manualClock() });
  const limits = limitsOf({ b: { tokens: [perMinute(100)] } });
  const before = new Passage(store, limits, of(10, 6));
  await before.enter('a');
  before.settle(used(16), ['a']);

  const bounded = new Passage(store, limits, of(10, 1024), undefined, 'max_output_tokens');
  const refused = await bounded.enter('a');
  assert.equal(refused.admitted, false);
  assert.match(
    bounded.errorOf(limits.common, refused as LimitRefusal).message,
    /^This key is limited to 1000 tokens per minute; 984 of them are left, and this request may use 1034: lower `max_output_tokens`, or try again in \w+\.$/,
  );
  const unbounded = new Passage(store, limits, of(10, 1024));
  assert.match(
    unbounded.errorOf(limits.common, refused as LimitRefusal).message,
    / this request may use 1034: try again in \w+\.$/,
  );
  const open = new Passage(store, limits, of(10, 1024, true));
  assert.equal((await open.enter('a')).admitted, true);
  assert.deepEqual(open.reserved, of(10, 974, true));
  assert.equal((await left(store, limits))['1000 tokens per minute'], 0);
  open.settle(used(20), ['a']);

  const further = new Passage(store, limits, of(10, 500, true));
  assert.equal((await further.enter('a')).admitted, true);
  assert.equal(await further.use('b'), undefined);
  further.settle(used(20), ['a', 'b']);
  const large = new Passage(store, limits, of(980, 1024, true));
  assert.equal((await large.enter('a')).admitted, false);
});

test('what is told where nothing is counted has a request as it was settled, not as it was reserved', async () => {
  const store = memoryStore({ clock: manualClock() });
  const limits = limitsOf({ 'a*': { tokens: [perMinute(500)] } });
  const told = () => limits.seen.quotas.map(({ remaining }) => remaining);
  const [first, second, never] = [of(100), of(50), of(900)].map(
    (estimate) => new Passage(store, limits, estimate),
  );
  await first!.enter('a1');
  await second!.enter('a1');
  assert.deepEqual(told(), [8, 850, 350]);
  first!.settle(used(30), ['a1']);
  assert.deepEqual(told(), [8, 920, 420]);
  first!.settle(used(30), ['a1']);
  second!.settle(used(60), ['a1']);
  assert.deepEqual(told(), [8, 910, 410]);
  await never!.enter('b1');
  never!.settle({ attempted: false, tokens: 0, costNanoUsd: 0 }, []);
  assert.deepEqual(told(), [8, 910]);
});

test('nobody is told to wait for longer than the window of the limit', async () => {
  for (const startMs of [0, 1, 299, 300, 12_345]) {
    const clock = manualClock();
    clock.advance(startMs);
    const store = memoryStore({ clock });
    const limits = limitsOf({ one: { requests: [{ limit: 1, windowMs: 60_000 }] } });
    await new Passage(store, limits, of(1)).enter('one');
    const passage = new Passage(store, limits, of(1));
    const refusal = (await passage.enter('one')) as LimitRefusal;
    const { retryAfterMs } = passage.errorOf(limits.metersFor('one'), refusal);
    assert.ok(retryAfterMs! <= 60_000 && retryAfterMs! > 59_000, `${startMs}: ${retryAfterMs}`);
  }
});
