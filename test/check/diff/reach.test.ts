import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diffConfigs } from '../../../src/check/diff/diff.ts';
import { diffText } from '../../../src/check/diff/diff-text.ts';
import { loadConfig } from '../../../src/config/load.ts';

const hash = (digit: string) => `hash: "sha256:${digit.repeat(64)}"`;

interface Parts {
  readonly keys?: string;
  readonly groups?: string;
  readonly rules?: string;
  readonly fallbacks?: string;
}

/** Three models on two backends. */
function text({ keys = '{}', groups = '{}', rules = '{}', fallbacks = '[]' }: Parts): string {
  return `version: 1
listen: { address: "127.0.0.1:8443", tls: { self_signed: true } }
backends: { eu: { simulator: {} }, us: { simulator: {} } }
models:
  large: { fallbacks: ${fallbacks}, deployments: [{ backend: eu, endpoints: { chat_completions: [vision] }, price: { input: 1, output: 2 } }] }
  small: { deployments: [{ backend: eu, endpoints: { chat_completions: [], responses: [] }, price: { input: 1, output: 2 } }] }
  "open/*": { deployments: [{ backend: us, model: "*", endpoints: { chat_completions: [] }, price: { input: 1, output: 2 } }] }
keys: ${keys}
groups: ${groups}
rate_limits: ${rules}
`;
}

async function version(parts: Parts) {
  const { config, trees, problems } = await loadConfig('-', {
    text: text(parts),
    env: {},
    requireSecrets: true,
  });
  assert.ok(config, JSON.stringify(problems));
  return { config, trees };
}

/** The lines of what is allowed more and less. */
async function lines(before: Parts, after: Parts): Promise<readonly string[]> {
  const said = diffText(diffConfigs(await version(before), await version(after)));
  const [, section] = /^What keys, groups and rules allow:\n((?: {2}.*\n)*)/m.exec(said) ?? [];
  return (section ?? '').split('\n').flatMap((line) => (line === '' ? [] : [line.trim()]));
}

test('a new key that may use everything is visible as such', async () => {
  const more = `{ intruder: { ${hash('a')}, endpoints: [all], client_secrets: allow } }`;
  assert.match((await lines({}, { keys: more })).join(), /; every endpoint; /);
  assert.deepEqual(await lines({}, { keys: `{ intruder: { ${hash('a')}, endpoints: [all] } }` }), [
    '+ key intruder: every model, those to come too (large, small and open/*); every endpoint; the backends eu and us; any number of requests and tokens; any amount of money',
  ]);
});

test('a new key is told with the models, endpoints, backends and limits that it has', async () => {
  const keys = `{ team: { ${hash('a')}, models: [small, open/a], endpoints: [chat_completions], group: org, rate_limit: { requests: 60/min, budget: 5 USD/day } } }`;
  assert.deepEqual(
    await lines(
      { groups: '{ org: { rate_limit: { budget: 100 USD/month } } }' },
      { keys, groups: '{ org: { rate_limit: { budget: 100 USD/month } } }' },
    ),
    [
      '+ key team: the models small and open/a; the endpoint chat_completions; the backends eu and us; at most 60 requests/min; at most 5 USD/day; at most 100 USD/month of the group org',
    ],
  );
  assert.deepEqual(await lines({}, { keys: `{ off: { ${hash('a')}, disabled: true } }` }), [
    '+ key off: nothing',
  ]);
});

test('a changed key is told by what it gains and what it loses', async () => {
  const bound = `{ team: { ${hash('a')}, models: [large], rate_limit: { requests: 60/min, budget: 5 USD/day } } }`;
  const open = `{ team: { ${hash('a')}, rate_limit: { requests: 30/min } } }`;
  assert.deepEqual(await lines({ keys: bound }, { keys: open }), [
    '+ key team: every model, those to come too (small and open/*); the endpoint responses; the backend us; no limit of USD/day any more (was 5); any amount of money',
    '- key team: 30 requests/min (was 60)',
  ]);
  assert.deepEqual(await lines({ keys: open }, { keys: bound }), [
    '+ key team: 60 requests/min (was 30)',
    '- key team: the models small and open/*; the endpoint responses; the backend us; at most 5 USD/day (was without that limit)',
  ]);
  const disabled = bound.replace('models', 'disabled: true, models');
  assert.deepEqual(await lines({ keys: bound }, { keys: disabled }), [
    '- key team: the model large; the endpoint chat_completions; the backend eu',
  ]);
  const [back] = await lines({ keys: disabled }, { keys: bound });
  assert.match(back!, /^\+ key team: the model large; .*; at most 5 USD\/day$/);
  // What reaches nothing more or less is not repeated here.
  const later = bound.replace('models', 'expires: 2099-01-01, models');
  assert.deepEqual(await lines({ keys: bound }, { keys: later }), []);
});

test('the backends of a key are those of the fallbacks that it may use, and of deployments with its tags', async () => {
  const key = (more: string) => `{ team: { ${hash('a')}, models: [large, "open/*"], ${more} } }`;
  assert.deepEqual(await lines({ keys: key('tags: [vision]') }, { keys: key('owner: me') }), [
    '+ key team: the model open/*; the backend us',
  ]);
  const only = `{ team: { ${hash('a')}, models: [large] } }`;
  const both = `{ team: { ${hash('a')}, models: [large, small] } }`;
  assert.deepEqual(await lines({ keys: only, fallbacks: '[small]' }, { keys: both, fallbacks: '[small]' }), [
    '+ key team: the model small; the endpoint responses',
  ]);
});

test('a group is told with its keys, and a rule with whom it holds', async () => {
  const keys = `{ a: { ${hash('a')}, group: org, rate_limit: standard }, b: { ${hash('b')}, group: org } }`;
  const before = {
    keys,
    groups: '{ org: { models: [small], rate_limit: { budget: 100 USD/month } } }',
    rules: '{ standard: { requests: 60/min, tokens: 1000/min } }',
  };
  const after = {
    keys,
    groups: '{ org: { models: [large], rate_limit: { budget: 500 USD/month } } }',
    rules:
      '{ standard: { requests: 600/min, concurrency: 4 }, spare: { per_model: { "open/*": { budget: 1 USD/day } } } }',
  };
  assert.deepEqual(await lines(before, after), [
    '+ group org (a and b): the model large; 500 USD/month (was 100)',
    '- group org (a and b): the model small; the endpoint responses',
    '+ rate limit spare: at most 1 USD/day for open/*; any number of requests and tokens; any amount of money',
    '+ rate limit standard (a): 600 requests/min (was 60); no limit of tokens/min any more (was 1000)',
    '- rate limit standard (a): at most 4 requests at once (was without that limit)',
  ]);
});
