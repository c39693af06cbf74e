import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writtenKeys } from '../../src/admin/query-process/written-entries.ts';
import { usageText } from '../../src/cli/usage/usage-text.ts';
import { configText, loadText } from '../helpers/gateway.ts';

test('what leads to a key is told in words: its secrets, its certificate, rules of issuers', async () => {
  const hash = (digit: string) => `sha256:${digit.repeat(64)}`;
  const config = await loadText(
    configText({
      backends: '{ main: { simulator: {} } }',
      models: '{ fast: { deployments: [ { backend: main, endpoints: { chat_completions: [] } } ] } }',
      keys: `{ one: { hash: "${hash('1')}" }, two: { hash: ["${hash('2')}", "${hash('3')} until 2099-01-01"] },
        both: { hash: "${hash('4')}", certificate: { subject: "CN=a" } }, alone: { certificate: { san: a.example.com } },
        ruled: {}, off: { disabled: true } }`,
      more: `identity: { issuers: { login: { issuer: "https://login.example.com", audience: llm, rules: [ { when: { sub: a }, key: one }, { when: {}, key: ruled } ] } } }`,
    }),
  );
  const { keys } = writtenKeys(config, { search: '', limit: 10 }, Date.now());
  assert.deepEqual(Object.fromEntries(keys.map(({ id, reached_by }) => [id, reached_by])), {
    one: ['a secret', 'rule 1 of the issuer login'],
    two: ['2 secrets'],
    both: ['a secret with the certificate subject:CN=a'],
    alone: ['the certificate dns:a.example.com'],
    ruled: ['rule 2 of the issuer login'],
    off: [],
  });
});

test('by whom a key is counted, and what its groups leave of its models, is told beside it', async () => {
  const config = await loadText(
    configText({
      backends: '{ main: { simulator: {} } }',
      models: '{ fast: { deployments: [ { backend: main, endpoints: { chat_completions: [] } } ] } }',
      keys: '{ people: { group: staff, rate_limit: { requests: 9/min } }, free: {} }',
      more: `groups: { staff: { models: [fast] } }
identity: { issuers: { login: { issuer: "https://login.example.com", audience: llm, rules: [ { when: { sub: a }, key: people, each: sub }, { when: {}, key: people, each: email } ] } } }`,
    }),
  );
  const { keys } = writtenKeys(config, { search: '', limit: 10 }, Date.now());
  assert.deepEqual(
    keys.map(({ id, each, models, group_models }) => [id, each, models, group_models]),
    [
      ['people', ['sub', 'email'], null, [['fast']]],
      ['free', [], null, []],
    ],
  );
  const limit = {
    name: '9 requests per minute',
    kind: 'requests',
    limit: 9,
    used: 0,
    left: 9,
    resets_at: null,
  } as const;
  const said = usageText(
    {
      store: { kind: 'memory', on_failure: null, degraded: false },
      total: 1,
      keys: [{ id: 'people', rate_limit: null, group: 'staff', each: ['sub', 'email'], limits: [limit] }],
      groups: [],
      deployments: [],
      backends: [],
    },
    Date.now(),
  );
  assert.match(said, /^people: each sub and email has these limits for itself, which is not shown\.$/m);
});
