import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explain, explainer } from '../../../src/check/explain/explain.ts';
import type { Explanation } from '../../../src/check/explain/explanation.ts';
import type { ExplainQuestion } from '../../../src/check/explain/question.ts';
import { explanationText } from '../../../src/check/explain/text/explain-text.ts';
import { compilePrice } from '../../../src/config/resolve/prices/rates.ts';
import type { BalanceName } from '../../../src/config/types/models.ts';
import { config, keyConfig } from '../../routing/configs.ts';

const gateway = config(
  {
    'gpt-4o-mini': {
      fallbacks: ['claude-haiku', 'gone'],
      deployments: [
        { backend: 'local', priority: 1, endpoints: { chat_completions: ['streaming'] } },
        {
          backend: 'openai',
          endpoints: { chat_completions: ['vision', 'streaming'], responses: ['streaming'] },
        },
        { backend: 'azure', endpoints: { chat_completions: ['vision'], completions: [] } },
      ],
    },
    'claude-haiku': { deployments: [{ backend: 'claude', endpoints: { messages: ['vision'] } }] },
  },
  {
    keys: [
      keyConfig('team-a', { models: ['gpt-*'], endpoints: ['chat_completions'] }),
      keyConfig('old', { expires: 1_000 }),
    ],
  },
);

function question(sketch: Partial<ExplainQuestion>): ExplainQuestion {
  return {
    endpoint: 'chat_completions',
    model: 'gpt-4o-mini',
    models: [],
    tags: [],
    key: undefined,
    down: [],
    ...sketch,
  };
}

/** Per deployment its place, or why it has none. */
function rows({ models }: Explanation): Record<string, number | string> {
  return Object.fromEntries(
    models.flatMap(({ deployments }) =>
      deployments.map(({ deployment, place, reasons }) => [
        deployment,
        place ?? reasons.map(({ text }) => text).join('; '),
      ]),
    ),
  );
}

test('without tags every deployment that serves the endpoint is tried, by priority', () => {
  const explanation = explain(gateway, question({}));
  assert.deepEqual(explanation.outcome, {
    status: 200,
    deployment: 'gpt-4o-mini/openai',
    or: ['gpt-4o-mini/azure'],
  });
  assert.deepEqual(Object.entries(rows(explanation)), [
    ['gpt-4o-mini/openai', 1],
    ['gpt-4o-mini/azure', 2],
    ['gpt-4o-mini/local', 3],
    ['claude-haiku/claude', 'does not serve `chat_completions` (serves `messages`)'],
  ]);
});

test('each deployment that is not tried says exactly why', () => {
  const explanation = explain(gateway, question({ tags: ['vision'], down: ['azure'], key: 'team-a' }));
  assert.deepEqual(rows(explanation), {
    'gpt-4o-mini/openai':
      'generic `vision` fails because `responses` lacks it (`chat_completions:vision` holds)',
    'gpt-4o-mini/azure': 'down',
    'gpt-4o-mini/local': 'lacks `vision`',
    'claude-haiku/claude':
      'key `team-a` may not use `claude-haiku`; does not serve `chat_completions` (serves `messages`)',
  });
});

test('a deployment can be down by its backend or by its own name', () => {
  for (const down of ['openai', 'gpt-4o-mini/openai']) {
    const { outcome } = explain(gateway, question({ down: [down] }));
    assert.deepEqual(outcome, { status: 200, deployment: 'gpt-4o-mini/azure', or: [] });
  }
});

test('with everything that could answer down the outcome is the one for an outage', () => {
  const down = ['openai', 'azure', 'local'];
  for (const tags of [[], ['vision']]) {
    const { outcome } = explain(gateway, question({ tags, down }));
    assert.deepEqual([outcome.status, 'code' in outcome && outcome.code], [503, 'no_healthy_deployment']);
  }
});

test('with only unsuitable ones up the outcome is that nothing available meets the requirements', () => {
  const { outcome } = explain(
    gateway,
    question({ tags: ['chat_completions:vision'], down: ['openai', 'azure'] }),
  );
  assert.ok('message' in outcome);
  assert.equal(outcome.code, '503');
  assert.match(
    outcome.message,
    /^No available model deployment meets the routing requirements: no deployment of/,
  );
});

test('what a key may not do is the outcome before routing is asked', () => {
  const outcomeOf = (sketch: Partial<ExplainQuestion>) => {
    const { outcome, models } = explainer(gateway, () => 1_000)(question(sketch));
    assert.ok(models.every(({ deployments }) => deployments.every(({ place }) => place === null)));
    return [outcome.status, 'code' in outcome && outcome.code];
  };
  assert.deepEqual(outcomeOf({ key: 'team-a', endpoint: 'responses' }), [403, 'endpoint_not_allowed']);
  assert.deepEqual(outcomeOf({ key: 'old' }), [401, 'invalid_api_key']);
  assert.deepEqual(outcomeOf({ key: 'team-a', model: 'claude-haiku' }), [403, 'model_not_allowed']);
  assert.deepEqual(outcomeOf({ model: 'gpt-5' }), [404, 'model_not_found']);
});

test('a key or a backend that does not exist is a fault of the question', () => {
  assert.throws(() => explain(gateway, question({ key: 'team-b', down: ['opnai', 'gpt-4o-mini/x'] })), {
    message:
      'no key is named "team-b" (did you mean "team-a"?); ' +
      'no backend or deployment is named "opnai" (did you mean "openai"?); ' +
      'no backend or deployment is named "gpt-4o-mini/x"',
  });
});

test('an explanation reads as a table', () => {
  const explanation = explain(gateway, question({ tags: ['chat_completions:vision'], models: ['gpt-5'] }));
  assert.equal(
    explanationText(explanation),
    [
      'endpoint chat_completions; model gpt-4o-mini; models gpt-5; tags chat_completions:vision; any key',
      '',
      '#  DEPLOYMENT           BACKEND  PRIORITY  WHY NOT',
      '1  gpt-4o-mini/openai   openai   0',
      '2  gpt-4o-mini/azure    azure    0',
      '-  gpt-4o-mini/local    local    1         lacks `vision` under `chat_completions`',
      '-  claude-haiku/claude  claude   0         does not serve `chat_completions` (serves `messages`)',
      '-  gone                                    no such model',
      '-  gpt-5                                   no such model',
      '',
      'Goes to gpt-4o-mini/openai or gpt-4o-mini/azure: equals, between which least_busy chooses.',
      '',
    ].join('\n'),
  );
});

test('an explanation is plain data, and its text can not steer a terminal', () => {
  const explanation = explain(gateway, question({ model: 'a\u001b[2Jb', tags: ['\u0007'] }));
  assert.deepEqual(JSON.parse(JSON.stringify(explanation)).outcome, explanation.outcome);
  assert.doesNotMatch(explanationText(explanation).replaceAll('\n', ''), /\p{Cc}/u);
});

test('of equals all that may come first are named, and which strategy chooses', () => {
  const endpoints = { chat_completions: [] };
  const models = (balance: BalanceName) => {
    const plain = config({
      m: {
        deployments: [
          { backend: 'light', weight: 1, endpoints },
          { backend: 'heavy', weight: 3, endpoints },
          { backend: 'spare', weight: 0, endpoints },
          { backend: 'later', priority: 1, endpoints },
        ],
      },
    });
    const [model] = plain.models.values();
    assert.ok(model);
    const cheap = model.deployments.map((deployment, index) => ({
      ...deployment,
      price: compilePrice({ input: 3 - index, output: 1 }),
    }));
    return { ...plain, models: new Map([['m', { ...model, balance, deployments: cheap }]]) };
  };
  const of = (balance: BalanceName, sketch: Partial<ExplainQuestion> = {}) => {
    const { outcome, models: explained } = explain(models(balance), question({ model: 'm', ...sketch }));
    assert.ok('deployment' in outcome);
    const order = explained[0]?.deployments.map(({ deployment, balance: by }) => [deployment.slice(2), by]);
    return { first: outcome.deployment, or: outcome.or, order };
  };
  assert.deepEqual(of('weighted'), {
    first: 'm/heavy',
    or: ['m/light'],
    order: [
      ['heavy', 'weighted'],
      ['light', 'weighted'],
      ['spare', 'weighted'],
      ['later', null],
    ],
  });
  const cost = of('lowest_cost');
  assert.deepEqual([cost.first, cost.or], ['m/heavy', []]);
  const sticky = of('sticky', { session: 'a-session' });
  assert.deepEqual(sticky.or, []);
});

test('what a key always asks for is asked for', () => {
  const keys = [keyConfig('strict', { tags: ['chat_completions:vision'] })];
  const asked = question({ key: 'strict' });
  const { outcome } = explain({ ...gateway, keys: new Map(keys.map((key) => [key.id, key])) }, asked);
  assert.deepEqual(outcome, { status: 200, deployment: 'gpt-4o-mini/openai', or: ['gpt-4o-mini/azure'] });
});
