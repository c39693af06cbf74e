import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explain } from '../../../src/check/explain/explain.ts';
import { explanationText } from '../../../src/check/explain/text/explain-text.ts';
import type { Infer } from '../../../src/config/types/routing.ts';
import { config } from '../../routing/configs.ts';

const models = {
  m: {
    deployments: [
      { backend: 'blind', endpoints: { chat_completions: ['streaming'] } },
      { backend: 'seeing', priority: 1, endpoints: { chat_completions: ['streaming', 'vision'] } },
    ],
  },
};

function explained(infer: Infer) {
  const plain = config(models);
  const question = {
    endpoint: 'chat_completions',
    model: 'm',
    models: [],
    tags: [],
    key: undefined,
    down: [],
    needs: ['vision', 'streaming'],
  } as const;
  return explain({ ...plain, routing: { ...plain.routing, infer } }, question);
}

const places = (infer: Infer) =>
  explained(infer).models[0]?.deployments.map(({ deployment, place }) => `${deployment} ${place}`);

test('what a request needs puts deployments first, leaves them out, or changes nothing', () => {
  assert.deepEqual(places('prefer'), ['m/seeing 1', 'm/blind 2']);
  assert.deepEqual(places('require'), ['m/seeing 1', 'm/blind null']);
  assert.deepEqual(places('off'), ['m/blind 1', 'm/seeing 2']);
});

test('the explanation says what the request uses', () => {
  assert.match(explanationText(explained('require')), /uses vision, streaming/);
  assert.match(explanationText(explained('require')), /lacks `vision` under `chat_completions`/);
});
