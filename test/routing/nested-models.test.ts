import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type NestedPlace, nestedInMessages } from '../../src/api/endpoints/nested-models.ts';
import { clientKey } from '../../src/keys/keyring.ts';
import { NestingRules, planNested } from '../../src/routing/nested-models.ts';
import { plannedModels } from '../../src/routing/plan.ts';
import { type Candidate, routingTable } from '../../src/routing/routing-table.ts';
import { runs } from '../helpers/full.ts';
import { keyConfig, routed } from './configs.ts';

const ids = ['a', 'b', 'c'] as const;
const endpoint = 'messages';

const deployment = fc.record({
  backend: fc.constantFrom('x', 'y'),
  priority: fc.integer({ min: 0, max: 1 }),
  endpoints: fc.record({
    messages: fc.subarray(['vision', 'streaming']),
    chat_completions: fc.constant([]),
  }),
  via: fc.constantFrom([], [], ['messages']),
});
const models = fc.record(
  Object.fromEntries(
    ids.map((id) => [
      id,
      fc.record({
        deployments: fc.uniqueArray(deployment, {
          minLength: 1,
          maxLength: 3,
          selector: (one) => one.backend,
        }),
        fallbacks: fc.subarray(ids.filter((other) => other !== id)),
      }),
    ]),
  ),
);
const request = fc.record({
  model: fc.constantFrom(...ids),
  named: fc.uniqueArray(fc.constantFrom(...ids, 'unknown'), { minLength: 1, maxLength: 3 }),
  place: fc.constantFrom<NestedPlace>(...nestedInMessages),
  tags: fc.subarray(['vision', 'streaming']),
  may: fc.subarray([...ids], { minLength: 1 }),
});

test('further models reach nothing that the key does not reach by asking for them, and keep out nothing else', () => {
  fc.assert(
    fc.property(models, request, (sketches, { model, named, place, tags, may }) => {
      const config = routed(sketches as never);
      const table = routingTable(config);
      const rules = new NestingRules({ ...config, backends: new Map(), groups: new Map(), never: [] });
      const key = clientKey(keyConfig('k', { models: may }));
      const question = { endpoint, model, models: [], tags, allows: key.allowsModel } as const;
      const planned = plannedModels(table, question);
      const item = { place, item: 'tools.0', path: 'tools.0.model', type: undefined, from: 0, to: 0 };
      const nested = { named: named.map((one) => ({ ...item, model: one })), open: undefined };
      const found = planNested(table, question, nested, rules, key, planned);

      /** What asking for one of them by itself may be sent to, natively. */
      const reached = (one: string) =>
        (table.models.has(one) ? plannedModels(table, { ...question, model: one }) : [])
          .filter((step) => step.model.id === one)
          .flatMap(({ eligible }) => eligible)
          .filter(({ translation }) => translation === undefined);
      const isAllowed = named.every((one) => table.models.has(one) && key.allowsModel(one));
      const expected = planned
        .flatMap(({ eligible }) => eligible)
        .filter(({ translation, deployment: { backend } }) => {
          if (!isAllowed) return false;
          if (translation !== undefined) return place.isLeftOut === true;
          return named.every((one) => reached(one).some((other) => other.deployment.backend === backend));
        })
        .map((candidate) => candidate.key);
      const left = found.refusal === undefined ? found.models.flatMap(({ eligible }) => eligible) : [];
      assert.deepEqual(
        left.map((candidate) => candidate.key),
        expected,
      );
      if (found.refusal !== undefined) return;
      for (const {
        deployment: { backend },
        translation,
      } of left) {
        if (translation !== undefined) continue;
        for (const one of named) {
          const runner: Candidate | undefined = found.names.get(backend)?.get(one);
          assert.ok(
            reached(one).some((other) => other.key === runner?.key),
            `${one} on ${backend}`,
          );
          assert.equal(runner?.deployment.backend, backend);
        }
      }
    }),
    { numRuns: runs(5000) },
  );
});
