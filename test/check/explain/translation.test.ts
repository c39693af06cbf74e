import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explain } from '../../../src/check/explain/explain.ts';
import { requestTranslation } from '../../../src/check/explain/request-translation.ts';
import { explanationText } from '../../../src/check/explain/text/explain-text.ts';
import { runRoutingTests } from '../../../src/check/routing-tests.ts';
import { loadConfig } from '../../../src/config/load.ts';
import type { Config } from '../../../src/config/types/gateway.ts';

async function configOf(tests = ''): Promise<Config> {
  const text = `version: 1
listen: { address: "127.0.0.1:8443", tls: { self_signed: true } }
backends:
  vllm: { url: "https://models.example", flavor: vllm }
  claude: { simulator: {} }
models:
  opus:
    deployments:
      - backend: claude
        endpoints: { messages: [streaming], chat_completions: { via: messages } }
        translation: { max_tokens: 32000, drop: [top_k] }
      - { backend: vllm, priority: 1, endpoints: { chat_completions: [streaming] } }
  alone:
    deployments:
      - backend: claude
        endpoints: { chat_completions: { via: messages } }
        translation: { max_tokens: 32000 }
${tests}`;
  const { config, problems } = await loadConfig('-', { text, env: {}, requireSecrets: true });
  assert.deepEqual(problems, []);
  return config!;
}

const config = await configOf();
const endpoint = 'chat_completions';

function explained(model: string, body: object, down: readonly string[] = []) {
  const bytes = Buffer.from(JSON.stringify({ model, messages: [{ role: 'user', content: 'hi' }], ...body }));
  const question = { endpoint, model, models: [], tags: [], key: undefined, down } as const;
  return explain(config, question, requestTranslation(bytes, endpoint));
}

test('explain shows what each deployment is asked in, and what it is not told', () => {
  const explanation = explained('opus', { seed: 1, top_k: 5 });
  assert.deepEqual(
    explanation.models[0]?.deployments.map(({ deployment, via, dropped, changed }) => ({
      deployment,
      via,
      dropped,
      changed,
    })),
    [
      { deployment: 'opus/claude', via: 'messages', dropped: ['seed', 'top_k'], changed: ['max_tokens'] },
      { deployment: 'opus/vllm', via: undefined, dropped: undefined, changed: undefined },
    ],
  );
  assert.deepEqual(explanationText(explanation).split('\n').slice(2, 5), [
    '#  DEPLOYMENT   BACKEND  PRIORITY  VIA       WHY NOT',
    '1  opus/claude  claude   0         messages  (changed: max_tokens); (dropped: seed, top_k)',
    '2  opus/vllm    vllm     1         native',
  ]);
});

test('a deployment that cannot be told what a body says is passed over, with the field that is in the way', () => {
  const { outcome, models } = explained('opus', { logprobs: true });
  assert.equal('deployment' in outcome && outcome.deployment, 'opus/vllm');
  assert.deepEqual(models[0]?.deployments.at(-1)?.reasons, [
    {
      kind: 'translation',
      refused: [{ path: 'logprobs', drop: 'logprobs', why: undefined }],
      text: "logprobs can't be expressed in messages (may be listed under translation.drop)",
    },
  ]);
});

test('where nobody is left who can be told, the answer is the one of a client', () => {
  const { outcome } = explained('alone', { logprobs: true });
  assert.deepEqual(outcome, {
    status: 400,
    code: 'not_translatable',
    param: 'logprobs',
    message:
      "`logprobs` can't be expressed: alone serves chat_completions by translation to messages. Leave it out, use a model that serves chat_completions natively, or have the operator list `logprobs` under translation.drop.",
  });
});

test('one that could be told and is down is no reason to blame the body', () => {
  const { outcome } = explained('opus', { logprobs: true }, ['vllm']);
  assert.equal('code' in outcome && outcome.code, 'no_healthy_deployment');
});

const tests = `tests:
  - name: its seed is dropped, and said so
    request: { endpoint: chat_completions, model: opus }
    body: { messages: [{ role: user, content: hi }], seed: 1 }
    expect: { deployment: claude, via: messages, dropped: [seed], changed: [max_tokens] }
  - name: log probabilities are not to be had from claude
    request: { endpoint: chat_completions, model: alone }
    body: { messages: [{ role: user, content: hi }], logprobs: true }
    expect: { status: 400, code: not_translatable, param: logprobs }
  - name: more is dropped than it says
    request: { endpoint: chat_completions, model: opus }
    body: { messages: [{ role: user, content: hi }], seed: 1, user: a@example.com }
    expect: { dropped: [seed], changed: [max_tokens] }
  - name: vllm is asked natively
    request: { endpoint: chat_completions, model: opus }
    body: { messages: [{ role: user, content: hi }], logprobs: true }
    expect: { via: messages }
`;

test('tests of a file say what requests are translated to and what is dropped', async () => {
  const outcomes = runRoutingTests(await configOf(tests));
  assert.deepEqual(
    outcomes.map(({ passed, expected, actual }) => [passed, expected, actual]),
    [
      [
        true,
        'deployment claude, via messages, dropped [seed], changed [max_tokens]',
        'via messages, dropped [seed], changed [max_tokens], deployment opus/claude',
      ],
      [
        true,
        'status 400, code not_translatable, param logprobs',
        'param logprobs, status 400, code not_translatable',
      ],
      [false, 'dropped [seed], changed [max_tokens]', 'dropped [seed, user], changed [max_tokens]'],
      [false, 'via messages', 'via native'],
    ],
  );
});
