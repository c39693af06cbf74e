import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestFamilies, stateFamilies } from '../../src/observe/metrics/metric-families.ts';
import { Family, type FamilyReport } from '../../src/observe/metrics/series.ts';
import { PoolMetrics, type WorkerMetrics } from '../../src/supervisor/worker-metrics.ts';

const { keyRequests } = requestFamilies;
const { requestsInFlight, loopDelay } = stateFamilies;

function reports(counted: number, inFlight: number, delay: number): readonly FamilyReport[] {
  const [keys, flight, loop] = [new Family(keyRequests), new Family(requestsInFlight), new Family(loopDelay)];
  keys.at({ key: 'a', status: '200' })[0] = counted;
  flight.at({})[0] = inFlight;
  loop.at({ percentile: '99' })[0] = delay;
  return [keys.report(), flight.report(), loop.report()];
}

function shown(figures: WorkerMetrics) {
  return {
    counted: figures.get(keyRequests.name)?.get('a\n200')?.[0],
    inFlight: figures.get(requestsInFlight.name)?.get('')?.[0],
    delay: figures.get(loopDelay.name)?.get('99')?.[0],
  };
}

test('workers are added up; where the worst matters the worst is shown', async () => {
  const workers = new PoolMetrics();
  const one = { measure: () => workers.heard(one, reports(3, 1, 0.5)) };
  const two = { measure: () => workers.heard(two, reports(4, 2, 0.1)) };
  assert.deepEqual(shown(await workers.collect([one, two])), { counted: 7, inFlight: 3, delay: 0.5 });
});

test('what an ended worker had counted stays, what it had under way does not', async () => {
  const workers = new PoolMetrics();
  const one = { measure: () => workers.heard(one, reports(3, 1, 0.5)) };
  const two = { measure: () => workers.heard(two, reports(4, 2, 0.1)) };
  await workers.collect([one, two]);
  workers.gone(one);
  assert.deepEqual(shown(await workers.collect([two])), { counted: 7, inFlight: 2, delay: 0.1 });
  workers.gone(two);
  assert.deepEqual(shown(await workers.collect([])), { counted: 7, inFlight: undefined, delay: undefined });
});

test('a worker that ends while it is asked holds nobody up', async () => {
  const workers = new PoolMetrics();
  const silent = { measure: () => queueMicrotask(() => workers.gone(silent)) };
  const other = { measure: () => workers.heard(other, reports(1, 0, 0)) };
  assert.equal(shown(await workers.collect([silent, other])).counted, 1);
});

test('whoever asks while the workers are being asked gets the same answer', async () => {
  const workers = new PoolMetrics();
  let asked = 0;
  const one = {
    measure: () => {
      asked += 1;
      queueMicrotask(() => workers.heard(one, reports(1, 0, 0)));
    },
  };
  const [first, second] = await Promise.all([workers.collect([one]), workers.collect([one])]);
  assert.equal(first, second);
  assert.equal(asked, 1);
});

test('what a worker does not speak of again is as it was, until it says that it is no more or ends', async () => {
  const workers = new PoolMetrics();
  let says: readonly FamilyReport[] = [];
  const one = { measure: () => workers.heard(one, says) };
  const two = { measure: () => workers.heard(two, []) };
  workers.heard(one, reports(3, 1, 0.5));
  workers.heard(two, reports(4, 2, 0.1));
  assert.deepEqual(shown(await workers.collect([one, two])), { counted: 7, inFlight: 3, delay: 0.5 });
  says = [{ name: loopDelay.name, keys: [], values: new Float64Array(), gone: ['99'] }];
  assert.deepEqual(shown(await workers.collect([one, two])), { counted: 7, inFlight: 3, delay: 0.1 });
  workers.gone(one);
  assert.deepEqual(shown(await workers.collect([two])), { counted: 7, inFlight: 2, delay: 0.1 });
  workers.gone(two);
  assert.deepEqual(shown(await workers.collect([])), { counted: 7, inFlight: undefined, delay: undefined });
  const three = { measure: () => workers.heard(three, reports(1, 5, 0.2)) };
  assert.deepEqual(shown(await workers.collect([three])), { counted: 8, inFlight: 5, delay: 0.2 });
});

test('a series that did not change is the same one, and one that was handed out stays as it is', async () => {
  const workers = new PoolMetrics();
  let counted = 3;
  let says = () => reports(counted, 0, 0);
  const one = { measure: () => workers.heard(one, says()) };
  const two = { measure: () => workers.heard(two, []) };
  workers.heard(two, reports(1, 0, 0));
  const series = (figures: WorkerMetrics) => figures.get(keyRequests.name)?.get('a\n200');
  const first = series(await workers.collect([one, two]));
  says = () => [];
  assert.equal(series(await workers.collect([one, two])), first);
  counted = 5;
  says = () => reports(counted, 0, 0);
  assert.equal(series(await workers.collect([one, two]))?.[0], 6);
  assert.equal(first?.[0], 4);
});

test('a worker may tell in parts; what one ends with while all is added up is counted once', async () => {
  const workers = new PoolMetrics();
  const keys = Array.from({ length: 20_000 }, (_, index) => `key-${index}\n200`);
  const values = new Float64Array(keys.length).fill(1);
  const one = {
    measure() {
      workers.heard(one, [{ name: keyRequests.name, keys, values }], false);
      setImmediate(() => workers.heard(one, [], true));
    },
  };
  const two = { measure: () => workers.heard(two, [{ name: keyRequests.name, keys, values }]) };
  const collected = workers.collect([one, two]);
  // Adding up so much takes rests, in which a worker may end.
  const ending = setTimeout(() => workers.gone(one), 5);
  const family = (await collected).get(keyRequests.name);
  clearTimeout(ending);
  assert.equal(family?.size, keys.length);
  assert.deepEqual(new Set([...family!.values()].map(([value]) => value)), new Set([2]));
});
