import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atOnce } from '../../src/lib/steps.ts';
import { routingTable, routingTableSteps } from '../../src/routing/routing-table.ts';
import { routed } from './configs.ts';

const chat = (capability: string) => ({
  deployments: [{ backend: 'b', endpoints: { chat_completions: [capability] } }],
});

test('a table takes what it can from the one before it, and says the same as one made afresh', () => {
  const config = routed({ a: chat('first'), b: chat('second') });
  const before = routingTable(config);
  const edited = { ...config, models: new Map([...config.models, ...routed({ c: chat('third') }).models]) };
  const after = atOnce(routingTableSteps(edited, before));
  assert.equal(after.models.get('a'), before.models.get('a'));
  assert.deepEqual(after, routingTable(edited));
});

test('where nothing about models was edited, the table stays; in another order it is another', () => {
  const config = routed({ a: chat('first'), b: chat('second') });
  const before = routingTable(config);
  assert.equal(atOnce(routingTableSteps({ ...config }, before)), before);
  const turned = { ...config, models: new Map([...config.models].reverse()) };
  assert.deepEqual([...atOnce(routingTableSteps(turned, before)).models.keys()], ['b', 'a']);
  const fewer = { ...config, models: new Map([...config.models].slice(1)) };
  assert.deepEqual([...atOnce(routingTableSteps(fewer, before)).models.keys()], ['b']);
});

test('with another rule for generic tags, and for a model that was edited, nothing is taken over', () => {
  const config = routed({ a: chat('first') });
  const before = routingTable(config);
  const strict = { ...config, routing: { ...config.routing, genericTags: 'called_endpoint' as const } };
  assert.notEqual(atOnce(routingTableSteps(strict, before)).models.get('a'), before.models.get('a'));
  const edited = atOnce(routingTableSteps(routed({ a: chat('second') }), before));
  assert.ok(edited.models.get('a')!.candidates.chat_completions.eligible[0]!.tags.has('second'));
});
