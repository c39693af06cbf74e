import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentChanges } from '../../../src/check/diff/content-changes.ts';
import { keepsContents, keptContents } from '../../../src/config/derived/kept-contents.ts';
import { configText, loadText } from '../../helpers/gateway.ts';

const model = (id: string) =>
  `${id}: { deployments: [ { backend: a, endpoints: { chat_completions: [] } } ] }`;
const keys = Array.from({ length: 50 }, (_, index) => `k${index}: { secret: sk-${index}-0123456789abcdef }`);

async function configOf(contentLog: string) {
  const config = await loadText(
    configText({
      backends: '{ a: { simulator: {} } }',
      models: `{ ${['m', 'n', 'w-*'].map(model).join(', ')} }`,
      keys: `{ ${keys.join(', ')} }`,
      more: `content_log: { file: /tmp/contents, ${contentLog} }`,
    }),
  );
  let reads = 0;
  const models = new Map(config.models);
  models.keys = () => {
    reads += 1;
    return config.models.keys();
  };
  return { config: { ...config, models }, reads: () => reads };
}

test('models whose contents are kept are looked for once, however many keys there are', async () => {
  const { config, reads } = await configOf('keys: ["k*"], models: [m, "w-1*"]');
  const keptOf = keptContents(config);
  for (const key of config.keys.keys()) assert.deepEqual(keptOf(key), ['m', 'w-*']);
  assert.equal(keptOf('other'), undefined);
  assert.equal(reads(), 1);
  assert.ok([...config.keys.keys()].every(keepsContents(config, undefined)));
  assert.equal(reads(), 2);
  assert.ok(keepsContents(config, 'w-12')('k0') && !keepsContents(config, 'w-2')('k0'));
});

test('two versions are compared by what each keeps, once', async () => {
  const before = await configOf('keys: ["k*"], models: [m, n]');
  const after = await configOf('keys: ["*"], models: [n, "w-*"]');
  const changes = contentChanges(before.config, after.config);
  assert.equal(changes.length, 2 * keys.length);
  assert.deepEqual(changes.slice(0, 2), [
    { key: 'k0', is: 'kept', models: ['w-*'] },
    { key: 'k0', is: 'no longer kept', models: ['m'] },
  ]);
  assert.deepEqual([before.reads(), after.reads()], [1, 1]);
});
