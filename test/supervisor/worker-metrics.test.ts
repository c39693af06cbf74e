import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestFamilies, stateFamilies } from '../../src/observe/metrics/metric-families.ts';
import { Family, type FamilyReport } from '../../src/observe/metrics/series.ts';
import { CrewFigures, type Figures } from '../../src/supervisor/worker-metrics.ts';

const { keyRequests } = requestFamilies;
const { requestsInFlight, loopDelay } = stateFamilies;

function reports(counted: number, inFlight: number, delay: number): readonly FamilyReport[] {
  const values = [
    [new Family(keyRequests), ['a', '200'], counted],
    [new Family(requestsInFlight), [], inFlight],
    [new Family(loopDelay), ['99'], delay],
  ] as const;
  return values.map(([family, labels, value]) => {
    family.at(...labels)[0] = value;
    return family.report();
  });
}

function shown(figures: Figures) {
  return {
    counted: figures.get(keyRequests.name)?.get('a\n200')?.[0],
    inFlight: figures.get(requestsInFlight.name)?.get('')?.[0],
    delay: figures.get(loopDelay.name)?.get('99')?.[0],
  };
}

test('workers are added up; where the worst matters the worst is shown', async () => {
  const crew = new CrewFigures();
  const one = { measure: () => crew.heard(one, reports(3, 1, 0.5)) };
  const two = { measure: () => crew.heard(two, reports(4, 2, 0.1)) };
  assert.deepEqual(shown(await crew.collect([one, two])), { counted: 7, inFlight: 3, delay: 0.5 });
});

test('what an ended worker had counted stays, what it had under way does not', async () => {
  const crew = new CrewFigures();
  const one = { measure: () => crew.heard(one, reports(3, 1, 0.5)) };
  const two = { measure: () => crew.heard(two, reports(4, 2, 0.1)) };
  await crew.collect([one, two]);
  crew.gone(one);
  assert.deepEqual(shown(await crew.collect([two])), { counted: 7, inFlight: 2, delay: 0.1 });
  crew.gone(two);
  assert.deepEqual(shown(await crew.collect([])), { counted: 7, inFlight: undefined, delay: undefined });
});

test('a worker that ends while it is asked holds nobody up', async () => {
  const crew = new CrewFigures();
  const silent = { measure: () => queueMicrotask(() => crew.gone(silent)) };
  const other = { measure: () => crew.heard(other, reports(1, 0, 0)) };
  assert.equal(shown(await crew.collect([silent, other])).counted, 1);
});

test('whoever asks while the workers are being asked gets the same answer', async () => {
  const crew = new CrewFigures();
  let asked = 0;
  const one = {
    measure: () => {
      asked += 1;
      queueMicrotask(() => crew.heard(one, reports(1, 0, 0)));
    },
  };
  const [first, second] = await Promise.all([crew.collect([one]), crew.collect([one])]);
  assert.equal(first, second);
  assert.equal(asked, 1);
});

test('what a worker does not speak of again is as it was, until it says that it is no more or ends', async () => {
  const crew = new CrewFigures();
  let says: readonly FamilyReport[] = [];
  const one = { measure: () => crew.heard(one, says) };
  const two = { measure: () => crew.heard(two, []) };
  crew.heard(one, reports(3, 1, 0.5));
  crew.heard(two, reports(4, 2, 0.1));
  assert.deepEqual(shown(await crew.collect([one, two])), { counted: 7, inFlight: 3, delay: 0.5 });
  says = [{ name: loopDelay.name, keys: [], values: new Float64Array(), gone: ['99'] }];
  assert.deepEqual(shown(await crew.collect([one, two])), { counted: 7, inFlight: 3, delay: 0.1 });
  crew.gone(one);
  assert.deepEqual(shown(await crew.collect([two])), { counted: 7, inFlight: 2, delay: 0.1 });
  crew.gone(two);
  assert.deepEqual(shown(await crew.collect([])), { counted: 7, inFlight: undefined, delay: undefined });
  const three = { measure: () => crew.heard(three, reports(1, 5, 0.2)) };
  assert.deepEqual(shown(await crew.collect([three])), { counted: 8, inFlight: 5, delay: 0.2 });
});

test('a series that did not change is the same one, and one that was handed out stays as it is', async () => {
  const crew = new CrewFigures();
  let counted = 3;
  let says = () => reports(counted, 0, 0);
  const one = { measure: () => crew.heard(one, says()) };
  const two = { measure: () => crew.heard(two, []) };
  crew.heard(two, reports(1, 0, 0));
  const series = (figures: Figures) => figures.get(keyRequests.name)?.get('a\n200');
  const first = series(await crew.collect([one, two]));
  says = () => [];
  assert.equal(series(await crew.collect([one, two])), first);
  counted = 5;
  says = () => reports(counted, 0, 0);
  assert.equal(series(await crew.collect([one, two]))?.[0], 6);
  assert.equal(first?.[0], 4);
});

test('a worker may tell in parts; what one ends with while all is added up is counted once', async () => {
  const crew = new CrewFigures();
  const keys = Array.from({ length: 20_000 }, (_, index) => `key-${index}\n200`);
  const values = new Float64Array(keys.length).fill(1);
  const one = {
    measure() {
      crew.heard(one, [{ name: keyRequests.name, keys, values }], false);
      setImmediate(() => crew.heard(one, [], true));
    },
  };
  const two = { measure: () => crew.heard(two, [{ name: keyRequests.name, keys, values }]) };
  const collected = crew.collect([one, two]);
  // Adding up so much takes rests, in which a worker may end.
  const ending = setTimeout(() => crew.gone(one), 5);
  const family = (await collected).get(keyRequests.name);
  clearTimeout(ending);
  assert.equal(family?.size, keys.length);
  assert.deepEqual(new Set([...family!.values()].map(([value]) => value)), new Set([2]));
});
