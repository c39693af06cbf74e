import assert from 'node:assert/strict';
import { test } from 'node:test';
import { breakingOutage } from '../../../src/check/prove/outages.ts';
import { prove } from '../../../src/check/prove/prove.ts';
import { plan } from '../../../src/routing/plan.ts';
import { routingTable } from '../../../src/routing/routing-table.ts';
import { loadText } from '../../helpers/gateway.ts';
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
  assert.deepEqual(breakingOutage(planOf(['a', 'b']), 2, 3), {
    backends: ['a', 'b'],
    outages: 2,
    because: 'nobody',
  });
  assert.deepEqual(breakingOutage(planOf(['a', 'a'], ['a']), 3, 3), {
    backends: ['a'],
    outages: 1,
    because: 'nobody',
  });
  assert.deepEqual(breakingOutage(planOf(['a'], ['b'], ['c']), 2, 3), undefined);
});

test('a request is broken where its attempts may be used up on what is down', () => {
  const four = planOf(['a', 'a', 'a', 'b']);
  assert.deepEqual(breakingOutage(four, 1, 3), { backends: ['a'], outages: 1, because: 'attempts' });
  assert.deepEqual(breakingOutage(four, 1, 4), undefined);
  assert.deepEqual(breakingOutage(planOf(['a', 'a', 'a'], ['b']), 1, 3), undefined);
  const long = planOf(['a'], ['b'], ['c'], ['d'], ['e'], ['f'], ['g']);
  assert.deepEqual(breakingOutage(long, 6, 3), {
    backends: ['a', 'b', 'c', 'd', 'e', 'f'],
    outages: 6,
    because: 'attempts',
  });
});

test('many backends that are alike are tried as one', () => {
  const many = planOf(Array.from({ length: 60 }, (_, index) => `b${index}`));
  assert.equal(breakingOutage(many, 5, 6), undefined);
  assert.equal(breakingOutage(many, 8, 6)?.backends.length, 6);
});

test('where single servers are counted, two of several that are listed have to be down', () => {
  const costOf = (name: string) => (name === 'many' ? 2 : 1);
  assert.equal(breakingOutage(planOf(['many']), 1, 3, costOf), undefined);
  assert.deepEqual(breakingOutage(planOf(['many']), 2, 3, costOf), {
    backends: ['many'],
    outages: 2,
    because: 'nobody',
  });
  assert.equal(breakingOutage(planOf(['many', 'one']), 2, 3, costOf), undefined);
  assert.deepEqual(breakingOutage(planOf(['many', 'one']), 4, 3, costOf)?.outages, 3);
  assert.deepEqual(breakingOutage(planOf(['many', 'one'], ['two']), 4, 3, costOf), {
    backends: ['many', 'one', 'two'],
    outages: 4,
    because: 'nobody',
  });
});

test('with of: replicas a file survives the loss of one server where backends list several, and of a whole backend it does not', async () => {
  const url = 'url: "https://one.example.com"';
  const config = await loadText(`version: 1
listen: { address: "127.0.0.1:0", tls: { self_signed: true } }
backends:
  several: { ${url}, replicas: ["https://a.example.com", "https://b.example.com"] }
  single: { ${url}, replicas: ["https://a.example.com"] }
  named: { ${url}, replicas: { dns: 10s } }
models:
  several: { deployments: [{ backend: several, endpoints: { chat_completions: [] } }] }
  single: { deployments: [{ backend: single, endpoints: { chat_completions: [] } }] }
  named: { deployments: [{ backend: named, endpoints: { chat_completions: [] } }] }
keys: { all: { secret: sk-test-proved-0123456789 } }
survives:
  - { name: one of several, request: { model: several }, of: replicas }
  - { name: two of several, request: { model: several }, of: replicas, outages: 2 }
  - { name: the whole backend, request: { model: several } }
  - { name: the only one, request: { model: single }, of: replicas }
  - { name: one of a name, request: { model: named }, of: replicas }
`);
  assert.deepEqual(
    prove(config, {}).map(({ verdict }) => verdict),
    ['proved', 'broken', 'broken', 'broken', 'broken'],
  );
});
