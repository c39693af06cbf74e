import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { loadConfig } from '../../src/config/load.ts';

test('a missing price is told once, at its deployment, however many keys can reach it', async () => {
  const key = (id: string, more: string) =>
    `  ${id}: { hash: "sha256:${createHash('sha256').update(id).digest('hex')}", ${more} }`;
  const keys = [
    ...Array.from({ length: 200 }, (_, index) => key(`k${index}`, 'rate_limit: paid')),
    key('messages', 'rate_limit: paid, endpoints: [messages]'),
    key('free', 'rate_limit: { requests: 1/s }'),
  ];
  const text = `version: 1
listen: { address: "127.0.0.1:8443", tls: { self_signed: true } }
backends: { a: { simulator: {} }, b: { simulator: {} } }
models:
  m:
    deployments:
      - { backend: a, price: { input: 0, output: 0 }, endpoints: { chat_completions: [] } }
      - { backend: b, endpoints: { messages: [] } }
  n:
    deployments:
      - { backend: a, endpoints: { chat_completions: [] } }
  o:
    deployments:
      - { backend: b, endpoints: { completions: [] } }
rate_limits: { paid: { budget: 10 USD/day } }
keys:
${keys.join('\n')}
`;
  const { problems } = await loadConfig('-', { text, env: {}, requireSecrets: true });
  assert.deepEqual(
    problems.map(({ path, message }) => [path, message]),
    [
      [
        'models.m.deployments[1]',
        'this deployment has no price, and the key "k0" (and 200 more) that can reach it has a budget',
      ],
      [
        'models.n.deployments[0]',
        'this deployment has no price, and the key "k0" (and 199 more) that can reach it has a budget',
      ],
      [
        'models.o.deployments[0]',
        'this deployment has no price, and the key "k0" (and 199 more) that can reach it has a budget',
      ],
    ],
  );
});

test('what costs nothing by nature needs no price: not alone, not beside what has one, and not for keys that call nothing else', async () => {
  const secret = createHash('sha256').update('k').digest('hex');
  const told = async (deployment: string, called = '') => {
    const text = `version: 1
listen: { address: "127.0.0.1:8443", tls: { self_signed: true } }
backends: { a: { simulator: {} } }
models:
  m: { deployments: [ { backend: a, ${deployment} } ] }
keys:
  k: { hash: "sha256:${secret}", rate_limit: { budget: 10 USD/day }${called} }
`;
    const { problems } = await loadConfig('-', { text, env: {}, requireSecrets: true });
    return problems.map(({ message }) => message);
  };
  assert.deepEqual(await told('endpoints: { count_tokens: [] }'), []);
  assert.deepEqual(await told('endpoints: { responses_input_tokens: [], moderations: [] }'), []);
  const images = 'endpoints: { images: [], count_tokens: [] }';
  assert.deepEqual(
    await told(`${images}, price: { per_image: 0.1 }`, ', endpoints: [images, count_tokens]'),
    [],
  );
  const [lack = '', ...more] = await told(images, ', endpoints: [images, count_tokens]');
  assert.match(lack, /this deployment has no price/);
  assert.deepEqual(more, []);
  const both = 'endpoints: { messages: [], count_tokens: [] }';
  assert.deepEqual(await told(both, ', endpoints: [count_tokens]'), []);
  assert.equal((await told(both)).length, 1);
  assert.equal((await told(both, ', endpoints: [messages]')).length, 1);
});
