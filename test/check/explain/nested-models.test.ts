import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bodyQuestion } from '../../../src/check/explain/body-question.ts';
import { explain } from '../../../src/check/explain/explain.ts';
import { loadConfig } from '../../../src/config/load.ts';

const endpoints = 'endpoints: { messages: [] }';
const { config } = await loadConfig('-', {
  text: `version: 1
listen: { address: "127.0.0.1:8443", tls: { self_signed: true } }
backends: { a: { simulator: {} }, b: { simulator: {} } }
models:
  haiku: { deployments: [ { backend: b, ${endpoints} }, { backend: a, priority: 1, ${endpoints} } ] }
  opus: { deployments: [ { backend: a, ${endpoints} } ] }
keys:
  limited: { secret: sk-limited-0123456789abcdef, models: [haiku] }
`,
  env: {},
  requireSecrets: true,
});

function explained(more: object, key?: string) {
  const body = { model: 'haiku', max_tokens: 1, messages: [{ role: 'user', content: 'hi' }], ...more };
  const asked = bodyQuestion(Buffer.from(JSON.stringify(body)), 'messages', config);
  const { outcome, models } = explain(config!, { ...asked, endpoint: 'messages', tags: [], key, down: [] });
  const reasons = models[0]!.deployments.map((one) => [
    one.deployment,
    ...one.reasons.map(({ text }) => text),
  ]);
  return { outcome, reasons };
}

const tools = [{ type: 'advisor_20260301', name: 'advisor', model: 'opus' }];

test('explain passes over what can not run the further models of a body, and says why', () => {
  assert.deepEqual(explained({ tools }), {
    outcome: { status: 200, deployment: 'haiku/a', or: [] },
    reasons: [['haiku/a'], ['haiku/b', 'tools.0: opus is not served where the model that was asked for is']],
  });
});

test('explain shows the refusal that a client gets for a further model', () => {
  assert.deepEqual(explained({ tools }, 'limited'), {
    outcome: {
      status: 400,
      code: 'nested_model_refused',
      message: "tools.0: Input tag 'advisor_20260301' is not allowed: the key may not use opus",
      param: 'tools.0.model',
    },
    reasons: [
      ['haiku/b', 'tools.0: the key may not use opus'],
      ['haiku/a', 'tools.0: the key may not use opus'],
    ],
  });
});
