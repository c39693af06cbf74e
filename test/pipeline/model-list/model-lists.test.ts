import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientKey } from '../../../src/keys/keyring.ts';
import { ModelLists } from '../../../src/pipeline/model-list/model-lists.ts';
import { routingTable } from '../../../src/routing/routing-table.ts';
import { configText, loadText } from '../../helpers/gateway.ts';

test('keys that may use the same models share a list, which is rendered once', async () => {
  const deployments = '{ deployments: [{ backend: main, endpoints: { chat_completions: [] } }] }';
  const config = await loadText(
    configText({
      backends: '{ main: { simulator: {} } }',
      models: `{ a: ${deployments}, b: ${deployments} }`,
      keys: `{ all: { secret: sk-all-0123456789abcdef }, some: { secret: sk-some-0123456789abcdef, models: [a] }, same: { secret: sk-same-0123456789abcdef, models: [a] } }`,
    }),
  );
  const lists = new ModelLists(routingTable(config));
  const of = (name: string) => lists.of(clientKey(config.keys.get(name)!));
  const ids = (list: Buffer) => JSON.parse(list.toString()).data.map(({ id }: { id: string }) => id);
  assert.deepEqual(ids(of('all')), ['a', 'b']);
  assert.deepEqual(ids(of('some')), ['a']);
  assert.equal(of('all'), of('all'));
  assert.equal(of('some'), of('same'));
});
