import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runRoutingTests } from '../../src/check/routing-tests.ts';
import { config, keyConfig, type ModelSketch, type TestSketch } from '../routing/configs.ts';

const models: Readonly<Record<string, ModelSketch>> = {
  'gpt-4o-mini': {
    fallbacks: ['claude-haiku'],
    deployments: [
      {
        backend: 'openai',
        endpoints: { chat_completions: ['vision', 'streaming'], responses: ['vision'], completions: [] },
      },
      { backend: 'local', priority: 1, endpoints: { chat_completions: ['streaming'] } },
    ],
  },
  'claude-haiku': { deployments: [{ backend: 'claude', id: 'eu', endpoints: { messages: ['vision'] } }] },
};
const keys = [keyConfig('team-a', { models: ['gpt-*'], endpoints: ['chat_completions'] })];

function run(...tests: readonly TestSketch[]) {
  return runRoutingTests(config(models, { keys, tests }));
}

test('a test passes when all that it expects is met', () => {
  const request = { endpoint: 'chat_completions', model: 'gpt-4o-mini' } as const;
  const claude = { endpoint: 'messages', model: 'claude-haiku' } as const;
  const outcomes = run(
    { request: { ...request, tags: ['vision'], key: 'team-a' }, expect: { deployment: 'openai' } },
    { request, expect: { deployment: 'gpt-4o-mini/openai', status: 200 } },
    { request: claude, expect: { deployment: 'eu' } },
    { request, down: ['openai'], expect: { deployment: 'local' } },
    {
      request,
      down: ['gpt-4o-mini/openai', 'local'],
      expect: { status: 503, code: 'no_healthy_deployment' },
    },
    { request: { ...request, tags: ['vision'] }, down: ['openai'], expect: { status: 503, code: '503' } },
    { request: { ...request, tags: ['audio_input'] }, expect: { code: '503' } },
    { request: { ...claude, key: 'team-a' }, expect: { status: 403, code: 'endpoint_not_allowed' } },
    { request: { endpoint: 'chat_completions', models: ['gone'] }, expect: { status: 404 } },
  );
  assert.deepEqual(
    outcomes.map(({ passed, actual }) => (passed ? 'passed' : actual)),
    outcomes.map(() => 'passed'),
  );
});

test('what a key always asks for is asked for in a test, beside what the test asks', () => {
  const keys = [keyConfig('seeing', { tags: ['chat_completions:vision'] })];
  const request = { endpoint: 'chat_completions', model: 'gpt-4o-mini', key: 'seeing' } as const;
  const tests: readonly TestSketch[] = [
    { request, expect: { order: ['openai'], eligible: ['openai'] } },
    { request: { ...request, tags: ['streaming'] }, down: ['openai'], expect: { code: '503' } },
    { request: { ...request, key: undefined }, expect: { order: ['openai', 'local'] } },
  ];
  const outcomes = runRoutingTests(config(models, { keys, tests }));
  assert.deepEqual(
    outcomes.map(({ passed, actual }) => passed || actual),
    [true, true, true],
  );
});

test('a test that fails says where it stands, what was expected, what came, and why', () => {
  const [outcome] = run({
    name: 'images go to local',
    request: { endpoint: 'chat_completions', model: 'gpt-4o-mini', tags: ['vision'] },
    expect: { deployment: 'local', status: 200 },
  });
  assert.deepEqual(
    { ...outcome, why: undefined, test: undefined, explanation: undefined },
    {
      test: undefined,
      explanation: undefined,
      name: 'images go to local',
      at: { file: '/etc/gateway/gateway.yaml', line: 1, column: 1 },
      passed: false,
      expected: 'deployment local, status 200',
      actual: 'deployment gpt-4o-mini/openai',
      why: undefined,
    },
  );
  assert.match(outcome?.why ?? '', /- {2}gpt-4o-mini\/local .* lacks `vision`\n/);
});

test('a deployment is named whole, not by a part of its name', () => {
  const request = { endpoint: 'messages', model: 'claude-haiku' } as const;
  for (const deployment of ['claude', 'haiku/eu', 'claude-haiku/', 'u', '']) {
    assert.equal(run({ request, expect: { deployment } })[0]?.passed, false, deployment);
  }
});

test('an expected refusal that does not come, and a deployment where a refusal came, fail', () => {
  const request = { endpoint: 'messages', model: 'claude-haiku' } as const;
  const outcomes = run(
    { request, expect: { code: '503' } },
    { request, expect: { status: 503 } },
    { request: { ...request, tags: ['computer_use'] }, expect: { deployment: 'eu' } },
    {
      request: { ...request, tags: ['computer_use'] },
      expect: { status: 503, code: 'no_healthy_deployment' },
    },
  );
  assert.deepEqual(
    outcomes.map(({ passed, actual }) => [passed, actual]),
    [
      [false, 'deployment claude-haiku/eu'],
      [false, 'deployment claude-haiku/eu'],
      [false, 'status 503, code 503'],
      [false, 'status 503, code 503'],
    ],
  );
});

test('a test about a key or a backend that does not exist fails with that', () => {
  const request = { endpoint: 'messages', model: 'claude-haiku', key: 'team-b' } as const;
  const [outcome] = run({ request, down: ['claud'], expect: { status: 200 } });
  assert.equal(outcome?.passed, false);
  assert.equal(
    outcome?.why,
    'no key is named "team-b" (did you mean "team-a"?)\n' +
      'no backend or deployment is named "claud" (did you mean "claude"?)',
  );
});

test('twenty tests on five hundred models take less than a second', () => {
  const many = Object.fromEntries(
    Array.from({ length: 500 }, (_, index) => [
      `model-${index}`,
      models['claude-haiku'] ?? { deployments: [] },
    ]),
  );
  const tests = Array.from({ length: 20 }, (_, index) => ({
    request: { endpoint: 'messages' as const, model: `model-${index}`, tags: ['vision'] },
    down: ['claude'],
    expect: { status: 503 },
  }));
  const start = performance.now();
  const outcomes = runRoutingTests(config(many, { tests }));
  assert.ok(outcomes.every(({ passed }) => passed));
  assert.ok(performance.now() - start < 1_000);
});
