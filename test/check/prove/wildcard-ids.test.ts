import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idTakenBy } from '../../../src/check/prove/wildcard-ids.ts';
import { routesOf, routingTable } from '../../../src/routing/routing-table.ts';
import { type ModelSketch, routed } from '../../routing/configs.ts';

const one: ModelSketch = { deployments: [{ backend: 'one', endpoints: { chat_completions: [] } }] };

function taken(ids: readonly string[], entry: string, glob: string): string | undefined {
  const table = routingTable(routed(Object.fromEntries(ids.map((id) => [id, one]))));
  const id = idTakenBy(table, table.models.get(entry)!, glob);
  if (id !== undefined) assert.equal(routesOf(table, id)?.model.id, entry);
  return id;
}

test('an id is found that both a pattern and a wildcard match, from whichever end they overlap', () => {
  assert.equal(taken(['openai/*'], 'openai/*', '*'), 'openai/x');
  assert.equal(taken(['openai/*'], 'openai/*', 'open*-mini'), 'openai/x-mini');
  assert.equal(taken(['openai/*'], 'openai/*', 'openai/gpt-*-*o'), 'openai/gpt-x-o');
  assert.equal(taken(['openai/*'], 'openai/*', 'openai/gpt-5'), 'openai/gpt-5');
  assert.equal(taken(['openai/*'], 'openai/*', 'openai/*'), 'openai/x');
  assert.equal(taken(['*'], '*', 'a*'), 'ax');
});

test('no id is found where the two have none in common', () => {
  assert.equal(taken(['openai/*'], 'openai/*', 'gpt-*'), undefined);
  assert.equal(taken(['openai/*'], 'openai/*', 'gpt-5'), undefined);
  assert.equal(taken(['openai/*'], 'openai/*', 'openaj*'), undefined);
});

test('what another entry takes is left to it, be it one id or all that begin alike', () => {
  assert.equal(taken(['openai/*', 'openai/x'], 'openai/*', '*'), 'openai/any');
  assert.equal(taken(['openai/*', 'openai/gpt-*'], 'openai/*', 'openai/gpt-*'), undefined);
  assert.equal(taken(['openai/*', 'openai/gpt-*'], 'openai/*', 'openai/gpt*'), 'openai/gptx');
  assert.equal(taken(['openai/*', 'openai/gpt-5'], 'openai/*', 'openai/gpt-5'), undefined);
  const all = Array.from({ length: 94 }, (_, index) => `p${String.fromCharCode(33 + index)}*`);
  const names = all.filter((name) => !/[*]./.test(name));
  const found = taken(['p*', ...names], 'p*', 'p*q');
  assert.ok(found?.startsWith('p') && found.endsWith('q'), found);
});
