import assert from 'node:assert/strict';
import { test } from 'node:test';
import { capabilityNames } from '../../src/config/capability-names.ts';
import { loadConfig } from '../../src/config/load.ts';
import type { Translation } from '../../src/config/translation-settings.ts';
import type { DeploymentConfig } from '../../src/config/types/models.ts';

const head = `version: 1
listen: { address: "127.0.0.1:8443", tls: { self_signed: true } }
`;

/** The one deployment of a file. */
async function deploymentOf(backend: string, deployment: string): Promise<DeploymentConfig> {
  const text = `${head}backends: { b: { ${backend} } }\nmodels: { m: { deployments: [{ backend: b, ${deployment} }] } }\n`;
  const { config, problems } = await loadConfig('-', { text, env: {}, requireSecrets: true });
  assert.deepEqual(
    problems.map(({ message }) => message),
    [],
  );
  return config!.models.get('m')!.deployments[0]!;
}

const all = capabilityNames.join(', ');
const never = ['computer_use', 'web_search', 'url_context'];
const bound = 'translation: { max_tokens: 1000 }';
const thinking = 'translation: { reasoning: anthropic }';

/** What does not survive, by direction. */
const lost: readonly {
  readonly from: string;
  readonly to: string;
  readonly flavor?: string;
  readonly settings?: string;
  readonly also: readonly string[];
}[] = [
  { from: 'messages', to: 'chat_completions', flavor: 'openai', also: ['audio_input', 'assistant_prefill'] },
  { from: 'messages', to: 'chat_completions', flavor: 'vllm', also: ['audio_input', 'prompt_caching'] },
  { from: 'messages', to: 'chat_completions', flavor: 'openrouter', also: ['audio_input'] },
  {
    from: 'messages',
    to: 'chat_completions',
    flavor: 'generic',
    also: ['audio_input', 'assistant_prefill', 'prompt_caching'],
  },
  {
    from: 'responses',
    to: 'chat_completions',
    flavor: 'openrouter',
    also: ['audio_input', 'assistant_prefill'],
  },
  { from: 'chat_completions', to: 'messages', settings: bound, also: ['audio_input'] },
  { from: 'responses', to: 'messages', settings: bound, also: ['audio_input', 'assistant_prefill'] },
  { from: 'chat_completions', to: 'responses', also: ['audio_input', 'assistant_prefill'] },
  { from: 'messages', to: 'responses', also: ['audio_input', 'assistant_prefill'] },
  { from: 'chat_completions', to: 'gemini', also: ['assistant_prefill', 'prompt_caching'] },
  { from: 'messages', to: 'gemini', also: ['audio_input', 'assistant_prefill', 'prompt_caching'] },
  { from: 'responses', to: 'gemini', also: ['audio_input', 'assistant_prefill', 'prompt_caching'] },
  { from: 'chat_completions', to: 'bedrock_converse', also: ['reasoning', 'tool_choice'] },
  { from: 'chat_completions', to: 'bedrock_converse', settings: thinking, also: ['tool_choice'] },
  { from: 'messages', to: 'bedrock_converse', settings: thinking, also: ['audio_input', 'tool_choice'] },
  {
    from: 'responses',
    to: 'bedrock_converse',
    settings: thinking,
    also: ['audio_input', 'tool_choice', 'assistant_prefill'],
  },
];

for (const { from, to, flavor, settings = '', also } of lost) {
  const kind = flavor === undefined ? '' : ` of flavor ${flavor}`;
  const how = settings === '' ? '' : `, with ${settings}`;
  test(`${from} via ${to}${kind}${how} guarantee all but what the translation loses`, async () => {
    const backend = `simulator: {}${flavor === undefined ? '' : `, flavor: ${flavor}`}`;
    const { endpoints } = await deploymentOf(
      backend,
      `capabilities: [${all}], endpoints: { ${from}: { via: ${to} } }${settings === '' ? '' : `, ${settings}`}`,
    );
    const gone = [...never, ...also];
    assert.deepEqual(
      endpoints[from as 'messages'],
      capabilityNames.filter((name) => !gone.includes(name)),
    );
  });
}

test('a translated endpoint guarantees what its target does, and less where the file says so', async () => {
  const { endpoints } = await deploymentOf(
    'simulator: {}, flavor: vllm',
    `capabilities: [streaming, prompt_caching], endpoints: { responses: { via: chat_completions, capabilities: [vision] }, messages: { via: chat_completions }, chat_completions: [vision, tool_choice] }`,
  );
  assert.deepEqual(Object.entries(endpoints), [
    ['chat_completions', ['streaming', 'prompt_caching', 'vision', 'tool_choice']],
    ['messages', ['streaming', 'vision', 'tool_choice']],
    ['responses', ['vision']],
  ]);
});

async function translationOf(backend: string, deployment: string, endpoint: 'messages' | 'chat_completions') {
  const { translations } = await deploymentOf(backend, deployment);
  return translations![endpoint]!;
}

test('what a backend is asked with follows from what kind of server it is, unless the file says otherwise', async () => {
  const words = ({
    flavor,
    tokenField,
    developerRole,
    lateSystem,
    systemParts,
    showReasoning,
  }: Translation) => [flavor.name, tokenField, developerRole, lateSystem, systemParts, showReasoning];
  const endpoints = 'endpoints: { messages: { via: chat_completions } }';
  const asked = async (backend: string, settings = '') =>
    words(await translationOf(backend, `${endpoints}${settings}`, 'messages'));
  assert.deepEqual(await asked('simulator: {}'), [
    ...['openai', 'max_completion_tokens', 'kept', 'in_place', 'kept', 'asked'],
  ]);
  assert.deepEqual(await asked('simulator: {}, flavor: llama_cpp'), [
    ...['llama_cpp', 'max_tokens', 'system', 'hoist', 'joined', 'asked'],
  ]);
  assert.deepEqual(await asked('simulator: {}, flavor: deepseek'), [
    ...['deepseek', 'max_tokens', 'system', 'in_place', 'joined', 'always'],
  ]);
  const settings =
    ', translation: { token_field: max_completion_tokens, developer_role: kept, late_system: in_place, system_parts: kept, show_reasoning: always }';
  assert.deepEqual(await asked('simulator: {}, flavor: vllm', settings), [
    ...['vllm', 'max_completion_tokens', 'kept', 'in_place', 'kept', 'always'],
  ]);
});

for (const [url, flavor] of [
  ['https://api.openai.com/v1', 'openai'],
  ['https://eu.api.openai.com', 'openai'],
  ['https://mine.openai.azure.com/openai', 'openai'],
  ['https://openrouter.ai/api', 'openrouter'],
  ['https://api.deepseek.com', 'deepseek'],
] as const)
  test(`${url} is known to be of flavor ${flavor}`, async () => {
    const made = await translationOf(
      `url: "${url}"`,
      'endpoints: { messages: { via: chat_completions } }',
      'messages',
    );
    assert.equal(made.flavor.name, flavor);
  });

test('effort is said as the target has it, with budgets that the file can set', async () => {
  const of = async (to: string, settings: string) =>
    await translationOf(
      'simulator: {}',
      `endpoints: { chat_completions: { via: ${to} } }, translation: { ${settings} }`,
      'chat_completions',
    );
  assert.equal((await of('responses', '')).reasoning, 'effort');
  assert.equal((await of('messages', 'max_tokens: 1')).reasoning, 'adaptive');
  assert.equal((await of('gemini', '')).reasoning, 'level');
  assert.equal((await of('bedrock_converse', '')).reasoning, 'none');
  const { reasoning, budgets, maxTokens } = await of(
    'messages',
    'max_tokens: 64000, reasoning: budget, budgets: { low: 4096 }',
  );
  assert.equal(reasoning, 'budget');
  assert.equal(maxTokens, 64000);
  assert.deepEqual(budgets, {
    minimal: 1024,
    low: 4096,
    medium: 8192,
    high: 24576,
    xhigh: 32768,
    max: 60000,
  });
});

test('the paths of a target are those of its backend', async () => {
  const of = async (backend: string, to: string, settings = '') => {
    const { path, streamPath } = await translationOf(
      backend,
      `endpoints: { chat_completions: { via: ${to} } }${settings}`,
      'chat_completions',
    );
    return [path, streamPath];
  };
  const url = 'url: "https://models.example/base/v1"';
  assert.deepEqual(await of(url, 'responses'), ['/base/v1/responses', '/base/v1/responses']);
  assert.deepEqual(await of(url, 'gemini'), [
    '/base/v1beta/models/{model}:generateContent',
    '/base/v1beta/models/{model}:streamGenerateContent',
  ]);
  assert.deepEqual(await of('url: "https://models.example/v1beta/openai"', 'gemini'), [
    '/v1beta/models/{model}:generateContent',
    '/v1beta/models/{model}:streamGenerateContent',
  ]);
  assert.deepEqual(await of('url: "https://models.example/openai", wire: bedrock', 'bedrock_converse'), [
    '/model/{model}/converse',
    '/model/{model}/converse-stream',
  ]);
  assert.deepEqual(await of('url: "https://models.example", wire: bedrock', 'messages', `, ${bound}`), [
    '/model/{model}/invoke',
    '/model/{model}/invoke-with-response-stream',
  ]);
  const paths = 'paths: { gemini: "/g/{model}", gemini_stream: "/g/{model}/stream", responses: /r }';
  assert.deepEqual(await of(`${url}, ${paths}`, 'gemini'), ['/g/{model}', '/g/{model}/stream']);
  assert.deepEqual(await of(`${url}, ${paths}`, 'responses'), ['/r', '/r']);
});

test('an endpoint of the configuration cannot be named like a dialect that backends are asked in', async () => {
  const text = `${head}endpoints: { gemini: { path: /v1/gemini } }
backends: { b: { simulator: {} } }
models: { m: { deployments: [{ backend: b, endpoints: { chat_completions: [] } }] } }
`;
  const { problems } = await loadConfig('-', { text, env: {}, requireSecrets: true });
  assert.deepEqual(
    problems.map(({ message }) => message),
    ['"gemini" is a name of the gateway\'s own'],
  );
});
