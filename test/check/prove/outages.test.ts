import assert from 'node:assert/strict';
import { test } from 'node:test';
import { breakingOutage } from '../../../src/check/prove/outages.ts';
import { plan } from '../../../src/routing/plan.ts';
import { routingTable } from '../../../src/routing/routing-table.ts';
import { type ModelSketch, routed } from '../../routing/configs.ts';

/** A model for each list of backends, the others fallbacks of the first. */
function planOf(...models: readonly (readonly string[])[]) {
  const ids = models.map((_, index) => `m${index}`);
  const sketches = models.map((backends, index): [string, ModelSketch] => [
    ids[index]!,
    {
      fallbacks: index === 0 ? ids.slice(1) : [],
      deployments: backends.map((backend, place) => ({
        backend,
        id: `d${place}`,
        endpoints: { chat_completions: [] },
      })),
    },
  ]);
  const table = routingTable(routed(Object.fromEntries(sketches)));
  const asked = {
    endpoint: 'chat_completions',
    model: 'm0',
    models: [],
    tags: [],
    allows: () => true,
  } as const;
  return plan(table, asked).models!;
}

test('a request is broken by the outage of all backends that could answer it, and of no fewer', () => {
  assert.deepEqual(breakingOutage(planOf(['a', 'b']), 1, 3), undefined);
  assert.deepEqual(breakingOutage(planOf(['a', 'b']), 2, 3), { backends: ['a', 'b'], because: 'nobody' });
  assert.deepEqual(breakingOutage(planOf(['a', 'a'], ['a']), 3, 3), { backends: ['a'], because: 'nobody' });
  assert.deepEqual(breakingOutage(planOf(['a'], ['b'], ['c']), 2, 3), undefined);
});

test('a request is broken where its attempts may be used up on what is down', () => {
  const four = planOf(['a', 'a', 'a', 'b']);
  assert.deepEqual(breakingOutage(four, 1, 3), { backends: ['a'], because: 'attempts' });
  assert.deepEqual(breakingOutage(four, 1, 4), undefined);
  assert.deepEqual(breakingOutage(planOf(['a', 'a', 'a'], ['b']), 1, 3), undefined);
  const long = planOf(['a'], ['b'], ['c'], ['d'], ['e'], ['f'], ['g']);
  assert.deepEqual(breakingOutage(long, 6, 3), {
    backends: ['a', 'b', 'c', 'd', 'e', 'f'],
    because: 'attempts',
  });
});

test('many backends that are alike are tried as one', () => {
  const many = planOf(Array.from({ length: 60 }, (_, index) => `b${index}`));
  assert.equal(breakingOutage(many, 5, 6), undefined);
  assert.equal(breakingOutage(many, 8, 6)?.backends.length, 6);
});
