/** What an error advises is taken by `check` as soon as it is followed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadConfig } from '../../src/config/load.ts';

const head = `version: 1
listen: { address: "127.0.0.1:8443", tls: { self_signed: true } }
`;

async function errorsOf(text: string) {
  const { problems } = await loadConfig('-', { text: head + text, env: {}, requireSecrets: true });
  return problems.filter(({ severity }) => severity === 'error');
}

test('endpoints that are each via the next are told which one the backend has to have', async () => {
  const text = (endpoints: string) => `backends: { one: { simulator: {}, flavor: generic } }
models: { m: { deployments: [{ backend: one, endpoints: ${endpoints}, translation: { max_tokens: 32000 } }] } }
`;
  const circle = await errorsOf(
    text(
      '{ responses: { via: messages }, messages: { via: chat_completions }, chat_completions: { via: responses } }',
    ),
  );
  assert.equal(circle.length, 3);
  assert.deepEqual(
    [...new Set(circle.map(({ hint }) => hint))],
    [
      'the backend itself has to have one of them: list that, such as `chat_completions: []`, and write `messages: { via: chat_completions }` and `responses: { via: chat_completions }`',
    ],
  );
  // Word for word.
  assert.deepEqual(
    await errorsOf(
      text(
        '{ chat_completions: [], messages: { via: chat_completions }, responses: { via: chat_completions } }',
      ).replace(', translation: { max_tokens: 32000 }', ''),
    ),
    [],
  );

  const pair = await errorsOf(text('{ responses: { via: messages }, messages: { via: responses } }'));
  assert.match(pair[0]?.hint ?? '', /such as `messages: \[\]`, and write `responses: { via: messages }`$/);
  assert.deepEqual(await errorsOf(text('{ messages: [], responses: { via: messages } }')), []);

  const line = await errorsOf(
    text('{ responses: { via: messages }, messages: { via: chat_completions }, chat_completions: [] }'),
  );
  assert.deepEqual(
    line.map(({ hint }) => hint),
    ['write chat_completions'],
  );
});

test('a list of what is kept with a wrong word in it is not said to be missing', async () => {
  const text = (endpoints: string) => `backends: { one: { simulator: {} } }
models: { m: { deployments: [{ backend: one, endpoints: { responses: [] } }] } }
stateful: { ids: signed, endpoints: ${endpoints} }
`;
  const found = await errorsOf(text('[responses, uploads]'));
  assert.deepEqual(
    found.map(({ path }) => path),
    ['stateful.endpoints[1]'],
  );
  assert.match((await errorsOf(text('[]')))[0]?.message ?? '', /^needs `endpoints`/);
});

test('a price by units that nothing can be counted by leads to the estimate of the endpoint', async () => {
  const text = (estimate: string) => `backends: { one: { simulator: {} } }
endpoints: { ocr: { path: /v1/ocr, usage: { pages: /usage_info/pages_processed }${estimate} } }
models: { m: { deployments: [{ backend: one, endpoints: { ocr: [] }, price: { per_unit: { pages: 0.1 } } }] } }
keys: { k: { hash: "sha256:${'a'.repeat(64)}", endpoints: [all], rate_limit: { budget: 1 USD/day } } }
`;
  const [found] = await errorsOf(text(''));
  assert.equal(found?.code, 'GW1313');
  assert.match(found?.hint ?? '', /^say what a request takes, `endpoints\.ocr\.estimate: { pages: 1 }`/);
  assert.deepEqual(await errorsOf(text(', estimate: { pages: 1 }')), []);
});
