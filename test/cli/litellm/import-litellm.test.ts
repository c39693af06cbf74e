import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadInspected } from '../../../src/check/load-inspected.ts';
import { advice, callbacks } from '../../../src/cli/litellm/advice.ts';
import { compilePrice } from '../../../src/config/resolve/prices/rates.ts';
import { formatYaml } from '../../../src/config/text/format-yaml.ts';
import { staticValue } from '../../helpers/static-value.ts';
import { gateway } from '../recorder.ts';

const theirs = `model_list:
  - model_name: gpt-4o
    litellm_params:
      model: azure/gpt-4o-eu
      api_base: https://europe.openai.azure.com/
      api_key: os.environ/AZURE_EU
      api_version: "2024-10-21"
      rpm: 6
      tpm: 1000
      max_parallel_requests: 3
      weight: 2
    model_info:
      supports_vision: true
      supports_function_calling: true
      supports_audio_input: false
      input_cost_per_token: 0.0000025
      output_cost_per_token: 0.00001
  - model_name: gpt-4o
    litellm_params: { model: gpt-4o, api_key: sk-in-clear-0123456789, tags: [paid] }
  - model_name: gpt-4o
    litellm_params: { model: openai/gpt-4o-mini, api_key: sk-in-clear-0123456789, order: 1 }
  - model_name: claude
    litellm_params: { model: anthropic/claude-haiku-4-5 }
  - model_name: cohere
    litellm_params: { model: cohere/command-a }
  - model_name: "openai/*"
    litellm_params: { model: "openai/*", api_key: sk-in-clear-0123456789 }
  - model_name: local
    litellm_params: { model: hosted_vllm/llama, api_base: http://10.0.0.9:8000/v1, timeout: 300 }
  - model_name: draw
    litellm_params: { model: openai/sora-2 }
    model_info: { mode: video_generation }
router_settings:
  routing_strategy: latency-based-routing
  num_retries: 2
  allowed_fails: 3
  cooldown_time: 30
  redis_host: os.environ/REDIS_HOST
  fallbacks: [{ "gpt-4o": [local, draw] }]
litellm_settings: { drop_params: true, success_callback: [langfuse] }
general_settings: { master_key: sk-master-in-clear, database_url: "postgresql://x" }
`;

test('a LiteLLM configuration becomes one that loads, and means the same as far as it goes', async () => {
  const { exitCode, out, err } = await gateway(['import', 'litellm', '-'], { input: theirs });
  assert.equal(exitCode, 0);
  assert.equal(err, 'gateway: 4 models on 4 backends, 14 notes on what has no equal\n');
  const env = {
    AZURE_EU: 'azure-secret',
    OPENAI_API_KEY: 'openai-secret',
    ANTHROPIC_API_KEY: 'anthropic-secret',
    LITELLM_MASTER_KEY: 'master-secret-0123',
    GATEWAY_ADMIN_TOKEN: 'admin-secret-0123456789',
  };
  const { config, problems } = await loadInspected('-', { text: out, env, requireSecrets: true });
  assert.deepEqual(
    problems.filter(({ severity }) => severity === 'error'),
    [],
  );
  assert.ok(config);
  const gpt = config.models.get('gpt-4o');
  assert.deepEqual(gpt?.fallbacks, ['local']);
  assert.equal(gpt?.balance, 'lowest_latency');
  assert.deepEqual(
    gpt?.deployments.map(({ name, backend, upstreamModel, weight, priority }) => [
      name,
      backend,
      upstreamModel,
      weight,
      priority,
    ]),
    [
      ['azure', 'azure', 'gpt-4o-eu', 2, 0],
      ['openai', 'openai', 'gpt-4o', 1, 0],
      ['openai-2', 'openai', 'gpt-4o-mini', 1, 1],
    ],
  );
  assert.deepEqual(gpt?.deployments[0]?.price, compilePrice({ input: 2.5, output: 10 }));
  assert.ok(gpt?.deployments[1]?.price?.tokens, 'what LiteLLM knows by itself is in the price list');
  assert.match(out, /^ {8}model: gpt-4o\n {8}catalogue: openai\/gpt-4o$/m);
  assert.match(out, /^ {8}rate_limit: \{ requests: 6\/min, tokens: 1000\/min, concurrency: 3 \}$/m);
  assert.equal(config.models.get('openai/*')?.deployments[0]?.upstreamModel, '*');
  assert.deepEqual(gpt?.deployments[0]?.endpoints.chat_completions, [
    'streaming',
    'vision',
    'function_calling',
  ]);
  assert.equal(config.backends.get('azure')?.paths.chat_completions, '/openai/v1/chat/completions');
  assert.deepEqual(config.backends.get('azure')?.credential, {
    kind: 'static',
    header: 'api-key',
    value: 'azure-secret',
  });
  assert.deepEqual(config.backends.get('anthropic')?.credential, {
    kind: 'static',
    header: 'x-api-key',
    value: 'anthropic-secret',
  });
  assert.equal(config.backends.get('hosted-vllm')?.timeouts.totalMs, 300_000);
  assert.equal(config.routing.maxAttempts, 3);
  assert.equal(config.routing.circuit.openMs, 30_000);
  assert.deepEqual([...config.keys.keys()], ['master']);
});

/** What each endpoint of a model's first deployment is translated to; `native` for what is not. */
async function servedBy(entry: string): Promise<Readonly<Record<string, string>>> {
  const { config } = await imported(`  - ${entry}`);
  const { endpoints, translations } = config.models.get('m')!.deployments[0]!;
  return Object.fromEntries(
    Object.keys(endpoints).map((name) => [name, translations?.[name as 'messages']?.to ?? 'native']),
  );
}

test('what LiteLLM translates is translated here', async () => {
  const model = (name: string, more = '') => `{ model_name: m, litellm_params: { model: ${name}${more} } }`;
  const viaChat = {
    chat_completions: 'native',
    messages: 'chat_completions',
    responses: 'chat_completions',
  };
  assert.deepEqual(await servedBy(model('anthropic/claude-haiku-4-5')), {
    chat_completions: 'messages',
    messages: 'native',
    responses: 'messages',
  });
  assert.deepEqual(await servedBy(model('gemini/gemini-3-pro')), viaChat);
  assert.deepEqual(await servedBy(model('hosted_vllm/llama', ', api_base: http://127.0.0.1:8000/v1')), {
    ...viaChat,
    completions: 'native',
  });
  assert.deepEqual(await servedBy(model('bedrock/us.amazon.nova-pro-v1:0', ', aws_region_name: us-east-1')), {
    chat_completions: 'bedrock_converse',
    messages: 'bedrock_converse',
    responses: 'bedrock_converse',
  });
  assert.deepEqual(await servedBy(model('openai/gpt-4o')), {
    chat_completions: 'native',
    messages: 'chat_completions',
    responses: 'native',
  });
});

test('the bound of answers and what may be left out come from the entry', async () => {
  const { out } = await imported(
    '  - { model_name: m, litellm_params: { model: anthropic/claude, additional_drop_params: [temperature, "tools[*].strict"] }, model_info: { max_output_tokens: 64000 } }\n  - { model_name: n, litellm_params: { model: anthropic/claude-2 } }',
  );
  assert.match(out, /translation: \{ max_tokens: 64000, drop: \[temperature\] \}/);
  assert.match(out, /# NOTE: where a client sets no max_tokens it is 4096, as with LiteLLM/);
  assert.match(out, /translation: \{ max_tokens: 4096 \}/);
});

test('what has no equal is a comment where it would stand, and no secret is copied', async () => {
  const { out } = await gateway(['import', 'litellm', '-'], { input: theirs });
  for (const note of [
    '# NOTE: the model cohere is left out: nothing here speaks to the provider "cohere"',
    '# NOTE: the model draw is left out: the mode "video_generation" is not served',
    '# NOTE: router_settings.redis_host: limits are counted together by several gateways with `state: { store: redis,',
    '# NOTE: litellm_settings.success_callback langfuse has no equal',
    '    # NOTE: its key stood in clear; set OPENAI_API_KEY',
    '    # NOTE: the fallback draw is left out with its model',
  ]) {
    assert.ok(out.includes(note), `${note}\n\n${out}`);
  }
  assert.doesNotMatch(out, /in-clear|postgresql/);
  assert.deepEqual(formatYaml(out), { text: out });
});

test('names that would break out of a comment or a value do not', async () => {
  const input = JSON.stringify({
    model_list: [
      { model_name: 'a\nversion: 2', litellm_params: { model: 'x' } },
      { model_name: 'b', litellm_params: { model: 'openai/x", y: "z', 'p\nq: 1': 1 } },
    ],
  });
  const { out } = await gateway(['import', 'litellm', '-'], { input });
  const { config } = await loadInspected('-', { text: out, env: {}, requireSecrets: false });
  assert.equal(config?.models.get('b')?.deployments[0]?.upstreamModel, 'x", y: "z');
});

test('another file, and one that is not YAML, could not run', async () => {
  for (const input of ['a: 1\n', 'a: [\n', '- x\n']) {
    const { exitCode, err } = await gateway(['import', 'litellm', '-'], { input });
    assert.equal(exitCode, 2, err);
  }
  assert.equal((await gateway(['import', 'litellm', 'no-such.yaml'])).exitCode, 2);
});

/** The written file and what it loads as, with every variable that it names set to its own name. */
async function imported(models: string, more = '') {
  const { exitCode, out, err } = await gateway(['import', 'litellm', '-'], {
    input: `model_list:\n${models}\n${more}`,
  });
  assert.equal(exitCode, 0, err);
  const env = Object.fromEntries(
    [...out.matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => [
      name,
      name.endsWith('_BASE') ? 'https://base.example.com' : `value-of-${name}`,
    ]),
  );
  const { config, problems } = await loadInspected('-', { text: out, env, requireSecrets: true });
  assert.ok(config, `${JSON.stringify(problems)}\n${out}`);
  return { out, config, problems };
}

test('a key is read from a variable that means nothing else', async () => {
  const openai = (name: string, params: string) =>
    `  - { model_name: ${name}, litellm_params: { model: openai/${name}, ${params} } }`;
  const { out, config } = await imported(
    [
      openai('own', 'api_key: os.environ/OPENAI_API_KEY'),
      openai('clear', 'api_key: sk-clear-0123456789'),
      openai('third', 'api_base: "https://llm.example.com/v1", api_key: sk-third-0123456789'),
      openai('other', 'api_base: "https://llm.example.com/v1", api_key: sk-other-0123456789'),
      openai(
        'named',
        'api_base: "https://named.example.com/v1", api_key: os.environ/LLM_EXAMPLE_COM_3_API_KEY',
      ),
      openai('openai', 'api_base: "http://openai:8000/v1", api_key: sk-openai-0123456789'),
      openai('without', 'api_base: "https://without.example.com/v1"'),
      openai('eu', 'api_base: "https://eu.api.openai.com/v1"'),
      openai('placeholder', 'api_base: "http://127.0.0.1:8000/v1", api_key: EMPTY'),
    ].join('\n'),
  );
  const credential = (model: string) =>
    staticValue(config.backends.get(config.models.get(model)?.deployments[0]?.backend ?? ''));
  const read = (name: string) => `Bearer value-of-${name}`;
  assert.deepEqual(
    ['own', 'clear', 'third', 'other', 'named', 'openai', 'without', 'eu', 'placeholder'].map(credential),
    [
      read('OPENAI_API_KEY'),
      read('API_OPENAI_COM_API_KEY'),
      read('LLM_EXAMPLE_COM_API_KEY'),
      read('LLM_EXAMPLE_COM_2_API_KEY'),
      read('LLM_EXAMPLE_COM_3_API_KEY'),
      read('OPENAI_2_API_KEY'),
      read('WITHOUT_EXAMPLE_COM_API_KEY'),
      read('OPENAI_API_KEY'),
      undefined,
    ],
  );
  assert.match(out, /# NOTE: its key stood in clear; set LLM_EXAMPLE_COM_API_KEY$/m);
  assert.match(
    out,
    /# NOTE: LiteLLM sent OPENAI_API_KEY to this server, which is not that vendor's; set WITHOUT/,
  );
  assert.match(out, /# NOTE: its key was a placeholder, so none is sent$/m);
  assert.doesNotMatch(out, /0123456789/);
});

test('two keys in clear of one vendor have a variable each', async () => {
  const { config } = await imported(
    ['a', 'b', 'a']
      .map(
        (key, index) =>
          `  - { model_name: m${index}, litellm_params: { model: groq/x, api_key: gsk-${key} } }`,
      )
      .join('\n'),
  );
  assert.deepEqual([...config.backends.values()].map(staticValue), [
    'Bearer value-of-GROQ_API_KEY',
    'Bearer value-of-API_GROQ_COM_API_KEY',
  ]);
});

test("a resource of Azure has its v1 paths, however much of them its `api_base` has, and by its host's name alone", async () => {
  const bases = {
    root: 'https://openai-eu.openai.azure.com/',
    half: 'https://half.openai.azure.com/openai',
    whole: 'https://whole.openai.azure.com/openai/v1/',
    dated: 'https://dated.openai.azure.com/openai/deployments/my-gpt/chat/completions?api-version=2024-10-21',
    foundry: 'https://openai.services.ai.azure.com',
    front: 'https://front.example.com/openai-proxy/',
    variable: 'os.environ/AZURE_BASE',
  };
  const { out } = await imported(
    Object.entries(bases)
      .map(
        ([name, base]) =>
          `  - { model_name: ${name}, litellm_params: { model: azure/m, api_base: "${base}", api_key: os.environ/K } }`,
      )
      .join('\n'),
  );
  assert.deepEqual(
    [...out.matchAll(/^ {4}url: "?([^"\n]+?)"?$/gm)].map(([, url]) => url),
    [
      'https://openai-eu.openai.azure.com/openai/v1',
      'https://half.openai.azure.com/openai/v1',
      'https://whole.openai.azure.com/openai/v1',
      'https://dated.openai.azure.com/openai/v1',
      'https://openai.services.ai.azure.com/openai/v1',
      'https://front.example.com/openai-proxy/openai/v1',
      '${AZURE_BASE}/openai/v1',
    ],
  );
  assert.match(out, /model: my-gpt$/m);
  assert.match(out, /# NOTE: this is no host of Azure's own/);
  assert.match(out, /# NOTE: .*\$\{AZURE_BASE\} must hold no more than that root/);
});

test("Azure's api-version is fixed where its v1 paths know it", async () => {
  const { config, problems } = await imported(
    ['preview', '2024-10-21']
      .map(
        (version) =>
          `  - { model_name: "m-${version}", litellm_params: { model: azure/m, api_base: "https://x.openai.azure.com", api_version: "${version}", api_key: os.environ/K } }`,
      )
      .join('\n'),
  );
  assert.deepEqual(
    [...config.backends.values()].map(({ query }) => query),
    [{ 'api-version': 'preview' }, {}],
  );
  assert.deepEqual(
    problems.filter(({ code }) => code === 'GW1813'),
    [],
  );
});

test('time limits, aliases, default fallbacks and an admin listener are carried over', async () => {
  const { out, config } = await imported(
    `  - { model_name: own, litellm_params: { model: openai/own, timeout: 60, stream_timeout: 20 } }
  - { model_name: usual, litellm_params: { model: openai/usual } }
  - { model_name: dep, litellm_params: { model: azure/, api_base: "https://x.openai.azure.com", api_key: os.environ/K } }
`,
    `litellm_settings: { request_timeout: 300, callbacks: [prometheus, otel], default_fallbacks: [usual] }
router_settings:
  stream_timeout: 30
  model_group_alias: { gpt: own, hidden: { model: usual, hidden: true }, lost: nowhere }
environment_variables: { OPENAI_API_KEY: sk-clear-0123456789 }
`,
  );
  const timeouts = (model: string) => {
    const { backend } = config.models.get(model)!.deployments[0]!;
    const { firstByteMs, totalMs } = config.backends.get(backend)!.timeouts;
    return [firstByteMs, totalMs];
  };
  assert.deepEqual(timeouts('own'), [20_000, 60_000]);
  assert.deepEqual(timeouts('usual'), [30_000, 300_000]);
  assert.equal(config.models.get('dep')?.deployments[0]?.upstreamModel, 'dep');
  assert.equal(config.models.get('gpt')?.deployments[0]?.upstreamModel, 'own');
  assert.equal(config.models.get('hidden')?.deployments[0]?.upstreamModel, 'usual');
  assert.deepEqual(config.models.get('own')?.fallbacks, ['usual']);
  assert.deepEqual(config.models.get('usual')?.fallbacks, []);
  assert.equal(config.admin?.token, 'value-of-GATEWAY_ADMIN_TOKEN');
  for (const note of [
    'callbacks prometheus: metrics are at /metrics of the admin listener',
    'callbacks otel: traces go out with `tracing:',
    'environment_variables.OPENAI_API_KEY: set OPENAI_API_KEY where the gateway runs',
    'the alias lost is left out with its model nowhere',
    'the entry names no model of the backend',
  ]) {
    assert.ok(out.includes(`# NOTE: ${note}`) || out.includes(note), note);
  }
  assert.doesNotMatch(out, /0123456789|request_timeout|has no equal/);
});

test('a model whose name says that it is for something else than chat is left out, unless its mode says chat', async () => {
  const { out, config } = await imported(
    [
      'openai/text-embedding-3-small',
      'mistral/mistral-embed',
      'openai/whisper-1',
      'openai/tts-1',
      'openai/dall-e-3',
    ]
      .map((model, index) => `  - { model_name: m${index}, litellm_params: { model: ${model} } }`)
      .join('\n')
      .concat(
        '\n  - { model_name: film, litellm_params: { model: openai/sora-2 }, model_info: { mode: video_generation } }\n  - { model_name: chat, litellm_params: { model: openai/embedded-chat }, model_info: { mode: chat, base_model: x, team: y } }',
      ),
  );
  assert.deepEqual([...config.models.keys()], ['m0', 'm1', 'm2', 'm3', 'm4', 'chat']);
  assert.deepEqual(config.models.get('m2')?.deployments[0]?.endpoints, { transcriptions: [] });
  assert.deepEqual(config.models.get('m3')?.deployments[0]?.endpoints, { speech: [] });
  assert.deepEqual(config.models.get('m4')?.deployments[0]?.endpoints, { images: [] });
  for (const id of ['m0', 'm1']) {
    assert.deepEqual(config.models.get(id)?.deployments[0]?.endpoints, { embeddings: [] }, id);
  }
  assert.match(out, /# NOTE: the model film is left out: the mode "video_generation" is not served/);
  assert.match(out, /# NOTE: model_info\.base_model: the price list has no such model/);
  assert.match(out, /# NOTE: model_info\.team has no equal/);
});

test('models of other modes are what they are here, and who ranks and does nothing else is reached for that', async () => {
  const { out, config } = await imported(
    [
      'guard: { model: openai/omni-moderation-latest }, model_info: { mode: moderation }',
      'draw: { model: openai/gpt-image-1 }, model_info: { mode: image_generation, input_cost_per_token: 0.000005 }',
      'say: { model: openai/gpt-4o-mini-tts }, model_info: { mode: audio_speech, input_cost_per_token: 0.0000006 }',
      'say1: { model: openai/tts-1, input_cost_per_character: 0.000015 }',
      'draw3: { model: openai/dall-e-3 }, model_info: { output_cost_per_image: 0.04 }',
      'rank: { model: cohere/rerank-v3.5, input_cost_per_query: 0.002 }',
      'jina: { model: jina_ai/jina-reranker-v2-base-multilingual }, model_info: { mode: rerank }',
      'vllm: { model: hosted_vllm/BAAI/bge-reranker-v2-m3, api_base: "http://10.0.0.9:8000/v1" }',
      'talk: { model: cohere/command-a }',
    ]
      .map((entry) => entry.replace(/^(\w+): /, '  - { model_name: $1, litellm_params: ').concat(' }'))
      .join('\n'),
  );
  const served = [...config.models].map(([id, { deployments }]) => [id, deployments[0]?.endpoints]);
  assert.deepEqual(Object.fromEntries(served), {
    guard: { moderations: [] },
    draw: { images: [] },
    say: { speech: [] },
    say1: { speech: [] },
    draw3: { images: [] },
    rank: { rerank: [] },
    jina: { rerank: [] },
    vllm: { rerank: [] },
  });
  assert.equal(config.models.get('draw')?.deployments[0]?.price, undefined, 'an image is not free of charge');
  const priceOf = (id: string) => config.models.get(id)?.deployments[0]?.price;
  const usdOf = (id: string, unit: string) =>
    priceOf(id)?.units?.find(({ counter }) => counter === unit)?.usd;
  assert.equal(priceOf('say')?.tokens?.output, 0);
  assert.equal(usdOf('say1', 'characters'), 0.000015);
  assert.equal(usdOf('draw3', 'images'), 0.04);
  assert.equal(usdOf('rank', 'searchUnits'), 0.002);
  assert.equal(config.backends.get('cohere')?.paths.rerank, '/v2/rerank');
  assert.equal(config.backends.get('cohere')?.otherPaths.rerank, undefined);
  assert.equal(config.backends.get('jina-ai')?.paths.rerank, '/v1/rerank');
  assert.deepEqual(Object.values(config.backends.get('hosted-vllm')?.otherPaths.rerank ?? {}), [
    '/v2/rerank',
    '/rerank',
  ]);
  assert.match(out, /# NOTE: the model talk is left out: nothing here speaks to the provider "cohere"/);
});

test('an embedding is one here: at its own path, with a price of its input, for the key that may call everything', async () => {
  const { out, config } = await imported(
    [
      'a: { model: openai/text-embedding-3-small }, model_info: { input_cost_per_token: 0.00000002 }',
      'b: { model: gemini/gemini-embedding-001 }',
      'c: { model: bedrock/amazon.titan-embed-text-v2:0, aws_region_name: eu-central-1 }',
      'd: { model: anthropic/x }, model_info: { mode: embedding }',
    ]
      .map((entry) => entry.replace(/^(\w): /, '  - { model_name: $1, litellm_params: ').concat(' }'))
      .join('\n'),
    'general_settings: { master_key: os.environ/MASTER }\n',
  );
  assert.deepEqual([...config.models.keys()], ['a', 'b']);
  assert.equal(config.models.get('a')?.deployments[0]?.price?.tokens?.input, 0.02);
  assert.equal(config.models.get('a')?.deployments[0]?.price?.tokens?.output, 0);
  assert.equal(config.backends.get('gemini')?.paths.embeddings, '/v1beta/openai/embeddings');
  assert.match(out, /the mode "embedding" is not served with the provider "bedrock"/);
  assert.match(out, /the mode "embedding" is not served with the provider "anthropic"/);
  assert.equal(config.keys.get('master')?.endpoints, undefined);
});

test('every field of an entry and of the settings is carried over or named in a note', async () => {
  const names = ['max_retries', 'max_parallel_requests', 'tpm', 'never_heard_of'];
  const { out } = await imported(
    `  - { model_name: m, litellm_params: { model: openai/m, ${names.map((name) => `${name}: os.environ/X`).join(', ')} } }`,
    `router_settings: { redis_url: x, never_heard_of: 1 }\ngeneral_settings: { database_url: x, never_heard_of: 1 }\nlitellm_settings: { cache: true, never_heard_of: 1 }\nnever_heard_of: 1\n`,
  );
  for (const name of names) assert.match(out, new RegExp(`# NOTE: litellm_params\\.${name}\\b`));
  for (const section of ['router_settings', 'general_settings', 'litellm_settings']) {
    assert.match(out, new RegExp(`# NOTE: ${section}\\.never_heard_of has no equal`));
  }
  for (const name of [
    'router_settings.redis_url',
    'general_settings.database_url',
    'litellm_settings.cache',
  ]) {
    assert.ok(out.includes(`# NOTE: ${name}: `), name);
  }
});

test('each line that a note says to write can be written into the file', async () => {
  const { out } = await imported('  - { model_name: m, litellm_params: { model: openai/m } }');
  const env = {
    OPENAI_API_KEY: 'value-of-the-key',
    GATEWAY_ADMIN_TOKEN: 'value-of-the-admin-token',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
  };
  let lines = 0;
  for (const said of [...Object.values(advice), ...Object.values(callbacks)]) {
    for (const [, line = ''] of said.matchAll(/`(\w+: \{.*?\})`/g)) {
      lines += 1;
      const written = line.replace('...', 'org-1');
      const isOfBackend = /backend `/.test(said);
      const text = isOfBackend ? out.replace(/^ {2}openai:$/m, `$&\n    ${written}`) : `${out}${written}\n`;
      const { config, problems } = await loadInspected('-', { text, env, requireSecrets: true });
      assert.ok(config, `${said}\n${JSON.stringify(problems)}`);
    }
  }
  assert.ok(lines >= 8);
});
