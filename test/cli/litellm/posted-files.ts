/** Configurations of the kinds that people write for LiteLLM's proxy, and what is served of each. */

interface Asked {
  readonly endpoint?: string;
  readonly model: string;
  readonly body?: Readonly<Record<string, unknown>>;
  /** Where the backend sees it. */
  readonly path: string;
  /** Fields that the backend gets. */
  readonly sent?: Readonly<Record<string, unknown>>;
  /** Headers that the backend gets. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Posted {
  readonly text: string;
  readonly ask: readonly Asked[];
  /** What the written file says. */
  readonly notes?: readonly string[];
}

const chat = '/v1/chat/completions';
const messages = '/v1/messages';

export const posted: Readonly<Record<string, Posted>> = {
  'one model, a key of the environment': {
    text: `
model_list:
  - model_name: gpt-4o
    litellm_params:
      model: openai/gpt-4o
      api_key: os.environ/OPENAI_API_KEY
`,
    ask: [{ model: 'gpt-4o', path: chat, sent: { model: 'gpt-4o' } }],
  },
  'Claude Code on models of OpenAI': {
    text: `
model_list:
  - model_name: gpt-4.1
    litellm_params: { model: openai/gpt-4.1, api_key: os.environ/OPENAI_API_KEY }
  - model_name: claude-sonnet-4-5
    litellm_params: { model: anthropic/claude-sonnet-4-5, api_key: os.environ/ANTHROPIC_API_KEY }
`,
    ask: [
      { endpoint: messages, model: 'gpt-4.1', path: chat, sent: { model: 'gpt-4.1' } },
      { endpoint: messages, model: 'claude-sonnet-4-5', path: messages },
      { model: 'claude-sonnet-4-5', path: messages },
    ],
  },
  'parameters of a model': {
    text: `
model_list:
  - model_name: careful
    litellm_params: { model: openai/gpt-4o, temperature: 0.2, max_tokens: 512, seed: 7, api_key: os.environ/OPENAI_API_KEY }
  - model_name: claude
    litellm_params: { model: anthropic/claude-haiku-4-5, temperature: 0.5, max_tokens: 256, stop: END }
  - model_name: thinker
    litellm_params: { model: openai/o3-mini, max_tokens: 900, reasoning_effort: low }
`,
    ask: [
      { model: 'careful', path: chat, sent: { temperature: 0.2, max_tokens: 512, seed: 7 } },
      { model: 'careful', body: { temperature: 1 }, path: chat, sent: { temperature: 1 } },
      {
        model: 'claude',
        path: messages,
        sent: { temperature: 0.5, max_tokens: 256, stop_sequences: ['END'] },
      },
      { model: 'thinker', path: chat, sent: { max_completion_tokens: 900, reasoning_effort: 'low' } },
    ],
  },
  'fields of a vendor in extra_body': {
    text: `
model_list:
  - model_name: qwen
    litellm_params:
      model: hosted_vllm/Qwen/Qwen3-8B
      api_base: http://10.1.2.3:8000/v1
      extra_body: { chat_template_kwargs: { enable_thinking: false }, top_k: 20, repetition_penalty: 1.05 }
  - model_name: cheap
    litellm_params:
      model: openrouter/meta-llama/llama-3.3-70b-instruct
      api_key: os.environ/OPENROUTER_API_KEY
      extra_body:
        provider: { order: [Groq], allow_fallbacks: false }
        models: [a, b]
`,
    ask: [
      {
        model: 'qwen',
        path: chat,
        sent: { chat_template_kwargs: { enable_thinking: false }, top_k: 20, repetition_penalty: 1.05 },
      },
      {
        model: 'cheap',
        path: '/api/v1/chat/completions',
        sent: { provider: { order: ['Groq'], allow_fallbacks: false } },
      },
    ],
    notes: ['litellm_params.extra_body.models is left out: the gateway writes models itself'],
  },
  'Gemini by its key': {
    text: `
model_list:
  - model_name: gemini-2.5-flash
    litellm_params: { model: gemini/gemini-2.5-flash, api_key: os.environ/GEMINI_API_KEY }
`,
    ask: [
      { model: 'gemini-2.5-flash', path: '/v1beta/openai/chat/completions' },
      { endpoint: messages, model: 'gemini-2.5-flash', path: '/v1beta/openai/chat/completions' },
    ],
  },
  'Gemini through a proxy': {
    text: `
model_list:
  - model_name: gemini
    litellm_params: { model: gemini/gemini-2.5-pro, api_base: "https://llm.example.com/google/v1beta", api_key: os.environ/PROXY_KEY, temperature: 0.1 }
  - model_name: gemini-openai
    litellm_params: { model: gemini/gemini-2.5-pro, api_base: "https://llm.example.com/v1beta/openai/", api_key: os.environ/PROXY_KEY }
  - model_name: gemini-google
    litellm_params: { model: gemini/gemini-2.5-pro, api_base: "https://generativelanguage.googleapis.com/v1beta", api_key: os.environ/GEMINI_API_KEY }
`,
    ask: [
      {
        model: 'gemini',
        path: '/google/v1beta/models/gemini-2.5-pro:generateContent',
        sent: { generationConfig: { temperature: 0.1 } },
      },
      { endpoint: messages, model: 'gemini', path: '/google/v1beta/models/gemini-2.5-pro:generateContent' },
      { model: 'gemini-openai', path: '/v1beta/openai/chat/completions' },
      { model: 'gemini-google', path: '/v1beta/openai/chat/completions' },
    ],
  },
  'fallbacks beside wildcards': {
    text: `
model_list:
  - model_name: "openai/*"
    litellm_params: { model: "openai/*", api_key: os.environ/OPENAI_API_KEY }
  - model_name: "anthropic/*"
    litellm_params: { model: "anthropic/*", api_key: os.environ/ANTHROPIC_API_KEY }
litellm_settings:
  fallbacks: [{ "anthropic/claude-sonnet-4-5": ["openai/gpt-4.1"] }]
`,
    ask: [
      { model: 'openai/gpt-4o', path: chat, sent: { model: 'gpt-4o' } },
      { model: 'anthropic/claude-sonnet-4-5', path: messages, sent: { model: 'claude-sonnet-4-5' } },
    ],
    notes: ['fallbacks: [openai/gpt-4.1]', 'anthropic/claude-sonnet-4-5:'],
  },
  'a star for all': {
    text: `
model_list:
  - model_name: "*"
    litellm_params: { model: "*" }
litellm_settings: { set_verbose: True }
`,
    ask: [{ model: 'gpt-4o', path: chat, sent: { model: 'gpt-4o' } }],
    notes: ['LiteLLM finds the provider by the name that a client sends'],
  },
  'deployments of Azure with their base models': {
    text: `
model_list:
  - model_name: gpt-4o
    litellm_params: { model: azure/prod-chat, api_base: "https://prod.openai.azure.com", api_key: os.environ/AZURE_API_KEY, api_version: "2024-10-21" }
    model_info: { base_model: azure/gpt-4o }
  - model_name: vectors
    litellm_params: { model: azure/prod-vectors, api_base: "https://prod.openai.azure.com", api_key: os.environ/AZURE_API_KEY, api_version: 2024-10-21 }
    model_info: { base_model: azure/text-embedding-3-small }
`,
    ask: [
      { model: 'gpt-4o', path: '/openai/v1/chat/completions', sent: { model: 'prod-chat' } },
      { endpoint: messages, model: 'gpt-4o', path: '/openai/v1/chat/completions' },
      {
        endpoint: '/v1/embeddings',
        model: 'vectors',
        path: '/openai/v1/embeddings',
        sent: { model: 'prod-vectors' },
      },
    ],
    notes: ['its name says that it is for embeddings; with `model_info.mode` the import goes by that'],
  },
  'names that stand twice': {
    text: `
model_list:
  - model_name: gpt-4o
    litellm_params: { model: openai/gpt-4o, api_key: os.environ/FIRST, api_key: os.environ/SECOND }
litellm_settings:
  drop_params: true
  drop_params: false
`,
    ask: [{ model: 'gpt-4o', path: chat }],
    notes: [
      'api_key occurs twice in one map; the last counts',
      'drop_params occurs twice in one map',
      '${SECOND}',
    ],
  },
  'aliases, as a map and as a list': {
    text: `
model_list:
  - model_name: gpt-4o
    litellm_params: { model: openai/gpt-4o }
  - model_name: "groq/*"
    litellm_params: { model: "groq/*" }
router_settings:
  model_group_alias: { gpt-4: gpt-4o, fast: { model: groq/llama-3.1-8b-instant, hidden: true } }
litellm_settings:
  model_alias_map: [{ chat: gpt-4o }]
`,
    ask: [
      { model: 'gpt-4', path: chat, sent: { model: 'gpt-4o' } },
      { model: 'chat', path: chat, sent: { model: 'gpt-4o' } },
      { model: 'fast', path: '/openai/v1/chat/completions', sent: { model: 'llama-3.1-8b-instant' } },
    ],
  },
  'a model without a price': {
    text: `
model_list:
  - model_name: llama
    litellm_params: { model: ollama/llama3.1, api_base: "http://localhost:11434" }
`,
    ask: [
      { model: 'llama', path: chat, sent: { model: 'llama3.1' } },
      { endpoint: messages, model: 'llama', path: chat },
    ],
    notes: ['no price is known, so budgets and costs count nothing for it'],
  },
  'short time limits': {
    text: `
model_list:
  - model_name: quick
    litellm_params: { model: openai/gpt-4o-mini, timeout: 0.5, stream_timeout: "0.25" }
router_settings: { cooldown_time: 0.5, num_retries: 0 }
`,
    ask: [],
    notes: ['timeouts: { first_byte: 250ms, total: 500ms }', 'open: 500ms'],
  },
  'limits beside the params': {
    text: `
model_list:
  - model_name: gpt-4o
    litellm_params: { model: openai/gpt-4o }
    rpm: 480
    tpm: 1_000_000
  - model_name: mini
    litellm_params: { model: openai/gpt-4o-mini, rpm: "60" }
    model_info: { tpm: 5000 }
`,
    ask: [{ model: 'gpt-4o', path: chat }],
    notes: [
      'rate_limit: { requests: 480/min, tokens: 1000000/min }',
      'rate_limit: { requests: 60/min, tokens: 5000/min }',
    ],
  },
  'text completions': {
    text: `
model_list:
  - model_name: instruct
    litellm_params: { model: text-completion-openai/gpt-3.5-turbo-instruct, api_key: os.environ/OPENAI_API_KEY }
`,
    ask: [],
    notes: ['endpoints: { completions: [] }', 'chat is not made into completions here'],
  },
  'vendors that speak the form of OpenAI': {
    text: `
model_list:
  - { model_name: nim, litellm_params: { model: nvidia_nim/meta/llama3-70b-instruct } }
  - { model_name: wafer, litellm_params: { model: cerebras/llama3.1-70b } }
  - { model_name: samba, litellm_params: { model: sambanova/Meta-Llama-3.1-8B-Instruct } }
  - { model_name: infra, litellm_params: { model: deepinfra/meta-llama/Llama-3.3-70B-Instruct } }
  - { model_name: volc, litellm_params: { model: volcengine/doubao-pro } }
  - { model_name: search, litellm_params: { model: perplexity/sonar-pro } }
  - { model_name: grok, litellm_params: { model: xai/grok-3 } }
  - { model_name: desk, litellm_params: { model: lm_studio/qwen, api_base: "http://localhost:1234/v1" } }
  - { model_name: file, litellm_params: { model: llamafile/mistral, api_base: "http://localhost:8080/v1" } }
`,
    ask: [
      { model: 'nim', path: chat, sent: { model: 'meta/llama3-70b-instruct' } },
      { model: 'wafer', path: chat },
      { model: 'samba', path: chat },
      { model: 'infra', path: '/v1/openai/chat/completions' },
      { model: 'volc', path: '/api/v3/chat/completions' },
      { model: 'search', path: '/chat/completions' },
      { endpoint: messages, model: 'grok', path: chat },
      { model: 'desk', path: chat },
      { model: 'file', path: chat },
    ],
  },
  'a server behind a path of its own': {
    text: `
model_list:
  - model_name: inner
    litellm_params: { model: openai/inner, api_base: "https://llm.example.com/serving/openai", api_key: os.environ/INNER_KEY }
  - model_name: whole
    litellm_params: { model: openai/whole, api_base: "https://llm.example.com/v1/chat/completions", api_key: os.environ/INNER_KEY }
`,
    ask: [
      { model: 'inner', path: '/serving/openai/chat/completions' },
      { endpoint: messages, model: 'inner', path: '/serving/openai/chat/completions' },
    ],
  },
  'models that LiteLLM knows by their names': {
    text: `
model_list:
  - { model_name: claude, litellm_params: { model: claude-3-5-sonnet-20240620 } }
  - { model_name: gpt, litellm_params: { model: gpt-3.5-turbo } }
  - { model_name: bedrock, litellm_params: { model: anthropic.claude-3-haiku-20240307-v1:0, aws_region_name: us-east-1, aws_access_key_id: os.environ/A, aws_secret_access_key: os.environ/B } }
`,
    ask: [
      { model: 'claude', path: messages, sent: { model: 'claude-3-5-sonnet-20240620' } },
      { model: 'gpt', path: chat },
    ],
    notes: ['wire: bedrock'],
  },
  'Vertex with a project': {
    text: `
model_list:
  - model_name: gemini-pro
    litellm_params: { model: vertex_ai/gemini-2.5-pro, vertex_project: my-project, vertex_location: us-central1 }
  - model_name: claude-vertex
    litellm_params: { model: vertex_ai/claude-sonnet-4@20250514, vertex_project: my-project, vertex_location: us-east5 }
`,
    ask: [
      {
        model: 'gemini-pro',
        path: '/v1/projects/my-project/locations/us-central1/endpoints/openapi/chat/completions',
      },
      {
        endpoint: messages,
        model: 'gemini-pro',
        path: '/v1/projects/my-project/locations/us-central1/endpoints/openapi/chat/completions',
      },
    ],
  },
  'Bedrock with keys': {
    text: `
model_list:
  - model_name: nova
    litellm_params: { model: bedrock/us.amazon.nova-lite-v1:0, aws_region_name: us-east-1, aws_access_key_id: os.environ/AWS_A, aws_secret_access_key: os.environ/AWS_B, temperature: 0.3, max_tokens: 99 }
`,
    ask: [],
    notes: ['request: { default: { inferenceConfig.temperature: 0.3, inferenceConfig.maxTokens: 99 } }'],
  },
  'balanced deployments': {
    text: `
model_list:
  - { model_name: gpt, litellm_params: { model: azure/a, api_base: os.environ/AZURE_A_BASE, api_key: os.environ/AZURE_A, weight: 9, order: 1 } }
  - { model_name: gpt, litellm_params: { model: openai/gpt-4o, weight: 1, order: 2 } }
router_settings: { routing_strategy: usage-based-routing-v2, enable_pre_call_checks: true, allowed_fails: 3 }
`,
    ask: [{ model: 'gpt', path: '/openai/v1/chat/completions', sent: { model: 'a' } }],
  },
  'a server that many programs write a key for': {
    text: `
model_list:
  - model_name: local
    litellm_params: { model: openai/llama, api_base: "http://vllm:8000/v1", api_key: none, num_retries: 2, drop_params: true, merge_reasoning_content_in_choices: true }
`,
    ask: [{ endpoint: messages, model: 'local', path: chat }],
    notes: ['its key was a placeholder', 'flavor: generic', 'merge_reasoning_content_in_choices'],
  },
  'anchors that are merged': {
    text: `
x-common: &common { api_key: os.environ/GROQ_API_KEY, timeout: 30 }
model_list:
  - { model_name: fast, litellm_params: { <<: *common, model: groq/llama-3.1-8b-instant } }
  - { model_name: large, litellm_params: { <<: *common, model: groq/llama-3.3-70b-versatile } }
`,
    ask: [{ model: 'large', path: '/openai/v1/chat/completions' }],
  },
  'fallbacks for all, as text and as maps': {
    text: `
model_list:
  - { model_name: a, litellm_params: { model: openai/gpt-4o } }
  - { model_name: b, litellm_params: { model: mistral/mistral-large-latest } }
litellm_settings:
  fallbacks: [{ "*": [{ model: b, temperature: 0 }] }, { b: a }]
  context_window_fallbacks: [{ a: [b] }]
`,
    ask: [
      { model: 'a', path: chat },
      { model: 'b', path: chat },
    ],
    notes: ['fallbacks: ["b"]', 'fallbacks: ["a"]'],
  },
  'routes before a model of OpenAI': {
    text: `
model_list:
  - { model_name: gpt-5, litellm_params: { model: openai/responses/gpt-5 } }
  - { model_name: o-azure, litellm_params: { model: azure/o_series/my-o3, api_base: "https://x.openai.azure.com", api_key: os.environ/K } }
  - { model_name: pro, litellm_params: { model: openai/o1-pro }, model_info: { mode: responses } }
`,
    ask: [
      { model: 'gpt-5', path: chat, sent: { model: 'gpt-5' } },
      { model: 'o-azure', path: '/openai/v1/chat/completions', sent: { model: 'my-o3' } },
    ],
  },
  'flags and costs as text': {
    text: `
model_list:
  - model_name: own
    litellm_params: { model: hosted_vllm/own, api_base: os.environ/VLLM_BASE, input_cost_per_token: "1e-6", output_cost_per_token: 2e-6 }
    model_info: { supports_vision: yes, supports_function_calling: True, max_tokens: "8192" }
`,
    ask: [{ model: 'own', path: chat }],
    notes: ['price: { input: 1, output: 2 }', 'capabilities: [streaming, vision, function_calling]'],
  },
  'a proxy behind a proxy': {
    text: `
model_list:
  - { model_name: "team/*", litellm_params: { model: "litellm_proxy/*", api_base: "https://litellm.example.com", api_key: os.environ/TEAM } }
general_settings: { master_key: os.environ/LITELLM_MASTER_KEY, database_url: os.environ/DATABASE_URL, alerting: [slack] }
`,
    ask: [
      { model: 'team/gpt', path: chat, sent: { model: 'gpt' } },
      { endpoint: messages, model: 'team/x', path: messages },
    ],
  },
  'embeddings of one s own server': {
    text: `
model_list:
  - { model_name: bge, litellm_params: { model: openai/bge-m3, api_base: "http://tei:8080/v1", dimensions: 256 }, model_info: { mode: embedding } }
`,
    ask: [{ endpoint: '/v1/embeddings', model: 'bge', path: '/v1/embeddings', sent: { dimensions: 256 } }],
  },
  'what nothing here speaks': {
    text: `
model_list:
  - { model_name: good, litellm_params: { model: openai/gpt-4o } }
  - { model_name: sage, litellm_params: { model: sagemaker/jumpstart } }
  - { model_name: odd, litellm_params: { model: constructor/x } }
  - { model_name: named, litellm_params: { model: os.environ/MODEL } }
guardrails: [{ guardrail_name: a }]
`,
    ask: [{ model: 'good', path: chat }],
    notes: [
      'the model sage is left out',
      'the model odd is left out',
      'the model named is left out',
      'guardrails has no equal',
    ],
  },
  'more parameters than one form has': {
    text: `
model_list:
  - { model_name: claude, litellm_params: { model: anthropic/claude-opus-4-1, logit_bias: { "50256": -100 }, n: 2, thinking: { type: enabled, budget_tokens: 1024 }, max_tokens: 4000 } }
  - { model_name: gpt, litellm_params: { model: openai/gpt-4o, n: 2, max_tokens: os.environ/MAX, extra_body: { a.b: 1, "x y": os.environ/X } } }
`,
    ask: [
      {
        endpoint: messages,
        model: 'claude',
        path: messages,
        body: { max_tokens: 2000 },
        sent: { thinking: { type: 'enabled', budget_tokens: 1024 } },
      },
      { model: 'gpt', path: chat },
    ],
    notes: [
      'litellm_params.logit_bias has no place in messages',
      'litellm_params.n is left out',
      'litellm_params.max_tokens is left out',
      'litellm_params.extra_body.a.b is left out',
    ],
  },
  'one name for three vendors, with a long cooldown': {
    text: `
model_list:
  - model_name: main
    litellm_params: { model: anthropic/claude-sonnet-4-5, api_key: os.environ/ANTHROPIC_API_KEY }
    model_info: { id: first }
  - model_name: main
    litellm_params: { model: openai/gpt-4o, api_key: os.environ/OPENAI_API_KEY }
    model_info: { id: second }
  - { model_name: spare, litellm_params: { model: groq/llama-3.3-70b-versatile } }
router_settings: { num_retries: 2, allowed_fails: 3, cooldown_time: 300, fallbacks: [{ first: [second] }] }
litellm_settings: { drop_params: true, set_verbose: false }
`,
    ask: [{ model: 'spare', path: '/openai/v1/chat/completions' }],
    notes: ['circuit: { failures: 4, open: 300s, max_open: 300s }', 'the fallbacks of first are left out'],
  },
  'servers and vendors that speak OpenAI under a name': {
    text: `
model_list:
  - { model_name: zephyr, litellm_params: { model: huggingface/HuggingFaceH4/zephyr-7b-beta, api_base: "http://10.0.0.9:8001" } }
  - { model_name: kimi, litellm_params: { model: moonshot/kimi-k2, api_key: os.environ/MOONSHOT_API_KEY } }
  - { model_name: qwen, litellm_params: { model: dashscope/qwen-max } }
  - { model_name: glm, litellm_params: { model: zai/glm-4.6 } }
  - { model_name: vectors, litellm_params: { model: voyage/voyage-3 }, model_info: { mode: embedding } }
  - { model_name: bare, litellm_params: { model: openai/own, api_base: "models.example.com", api_key: none } }
  - { model_name: hub, litellm_params: { model: huggingface/together/deepseek-ai/DeepSeek-R1 } }
`,
    ask: [
      { model: 'zephyr', path: chat, sent: { model: 'HuggingFaceH4/zephyr-7b-beta' } },
      { model: 'kimi', path: chat, sent: { model: 'kimi-k2' } },
      { model: 'qwen', path: '/compatible-mode/v1/chat/completions' },
      { model: 'glm', path: '/api/paas/v4/chat/completions' },
      { endpoint: '/v1/embeddings', model: 'vectors', path: '/v1/embeddings', sent: { model: 'voyage-3' } },
      { model: 'bare', path: chat, sent: { model: 'own' } },
    ],
    notes: ['the model hub is left out', 'https://models.example.com'],
  },
};
