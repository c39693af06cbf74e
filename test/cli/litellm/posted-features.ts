/** Further kinds of files for LiteLLM's proxy: by what people use of it beyond models and keys. */
import type { Posted } from './posted-files.ts';

const chat = '/v1/chat/completions';
const messages = '/v1/messages';
const azureChat = '/openai/v1/chat/completions';

export const postedFeatures: Readonly<Record<string, Posted>> = {
  'credentials that entries share': {
    text: `
credential_list:
  - credential_name: azure-eu
    credential_values: { api_key: os.environ/AZURE_EU_KEY, api_base: "https://eu.openai.azure.com", api_version: "2024-10-21" }
    credential_info: { description: production, custom_llm_provider: azure }
  - { credential_name: anthropic-team, credential_values: { api_key: os.environ/TEAM_KEY }, credential_info: {} }
model_list:
  - { model_name: gpt-4o, litellm_params: { model: azure/prod-4o, litellm_credential_name: azure-eu } }
  - { model_name: claude, litellm_params: { model: anthropic/claude-sonnet-4-5, litellm_credential_name: anthropic-team } }
  - { model_name: own, litellm_params: { model: anthropic/claude-haiku-4-5, api_key: os.environ/OWN_KEY, litellm_credential_name: anthropic-team } }
  - { model_name: lost, litellm_params: { model: openai/gpt-4o, litellm_credential_name: nobodys } }
`,
    ask: [
      { model: 'gpt-4o', path: azureChat, headers: { 'api-key': 'value-of-AZURE_EU_KEY' } },
      { model: 'claude', path: messages, headers: { 'x-api-key': 'value-of-TEAM_KEY' } },
      { model: 'own', path: messages, headers: { 'x-api-key': 'value-of-OWN_KEY' } },
    ],
    notes: ['litellm_params.litellm_credential_name: the file has no such entry in its `credential_list`'],
  },
  'headers of an entry': {
    text: `
model_list:
  - model_name: claude-1m
    litellm_params:
      model: anthropic/claude-sonnet-4-5
      extra_headers: { anthropic-beta: "context-1m-2025-08-07,files-api-2025-04-14", X-Team: research, X-Cost-Center: 42 }
  - model_name: inner
    litellm_params:
      model: openai/llama
      api_base: "https://llm.example.com/v1"
      api_key: os.environ/INNER_KEY
      headers: { CF-Access-Client-Id: client.access, CF-Access-Client-Secret: stood-in-clear, Authorization: Bearer x, Host: a }
  - model_name: org
    litellm_params: { model: openai/gpt-4o, organization: org-123 }
  - model_name: behind
    litellm_params: { model: ollama_chat/qwen3, api_base: "http://10.0.0.7:11434", extra_headers: { Authorization: os.environ/OLLAMA_AUTH } }
`,
    ask: [
      {
        model: 'claude-1m',
        path: messages,
        headers: {
          'anthropic-beta': 'context-1m-2025-08-07, files-api-2025-04-14',
          'x-team': 'research',
          'x-cost-center': '42',
        },
      },
      {
        model: 'inner',
        path: chat,
        headers: {
          authorization: 'Bearer value-of-INNER_KEY',
          'cf-access-client-id': 'client.access',
          'cf-access-client-secret': 'value-of-BACKEND_CF_ACCESS_CLIENT_SECRET',
        },
      },
      { model: 'org', path: chat, headers: { 'openai-organization': 'org-123' } },
      { model: 'behind', path: chat, headers: { authorization: 'value-of-OLLAMA_AUTH' } },
    ],
    notes: [
      'the header "Authorization" is left out: it carries the credential',
      'the header "Host" is left out: the gateway writes it itself',
    ],
  },
  'deployments by tags': {
    text: `
model_list:
  - { model_name: gpt-4, litellm_params: { model: openai/cheap, api_base: "https://free.example.com/v1", api_key: os.environ/FREE_KEY, tags: [free] } }
  - { model_name: gpt-4, litellm_params: { model: openai/gpt-4o, api_key: os.environ/OPENAI_API_KEY, tags: [paid, default, "no name"] } }
router_settings: { enable_tag_filtering: True, tag_filtering_match_any: False }
general_settings: { master_key: sk-1234 }
`,
    ask: [
      { model: 'gpt-4', body: { tags: ['free'] }, path: chat, sent: { model: 'cheap' } },
      { model: 'gpt-4', body: { tags: ['paid'] }, path: chat, sent: { model: 'gpt-4o' } },
    ],
    notes: [
      'requests without tags go to all deployments',
      'router_settings.tag_filtering_match_any has no equal',
    ],
  },
  'places in variables of LiteLLM': {
    text: `
model_list:
  - { model_name: gpt-4o, litellm_params: { model: azure/my-4o } }
  - { model_name: local, litellm_params: { model: hosted_vllm/Qwen/Qwen3-8B } }
  - { model_name: desk, litellm_params: { model: lm_studio/gemma } }
  - { model_name: upstream, litellm_params: { model: litellm_proxy/gpt } }
`,
    ask: [
      { model: 'gpt-4o', path: azureChat, headers: { 'api-key': 'value-of-AZURE_API_KEY' } },
      { model: 'local', path: chat, sent: { model: 'Qwen/Qwen3-8B' } },
      { model: 'desk', path: chat },
      { model: 'upstream', path: chat, headers: { authorization: 'Bearer value-of-LITELLM_PROXY_API_KEY' } },
    ],
    notes: ['no entry says where it is: AZURE_API_BASE does, as with LiteLLM'],
  },
  'tiers from a machine of one s own to a vendor': {
    text: `
model_list:
  - { model_name: fast-local, litellm_params: { model: ollama/qwen3:8b, api_base: "http://localhost:11434", rpm: 60, timeout: 30 } }
  - { model_name: smart-local, litellm_params: { model: ollama_chat/qwen3:32b, api_base: "http://host.docker.internal:11434", timeout: 120 } }
  - { model_name: cloud, litellm_params: { model: openai/gpt-4.1-mini, api_key: os.environ/OPENAI_API_KEY, rpm: 200 } }
router_settings: { routing_strategy: usage-based-routing, num_retries: 2, timeout: 30, allowed_fails: 3, cooldown_time: 60 }
litellm_settings:
  fallbacks: [{ fast-local: [smart-local, cloud] }, { smart-local: [cloud] }]
  context_window_fallbacks: [{ fast-local: [cloud] }]
  content_policy_fallbacks: [{ cloud: [smart-local] }]
`,
    ask: [
      { model: 'fast-local', path: chat, sent: { model: 'qwen3:8b' } },
      { model: 'smart-local', path: chat, sent: { model: 'qwen3:32b' } },
    ],
    notes: [
      'fallbacks: [smart-local, cloud]',
      'litellm_settings.context_window_fallbacks: name the larger model',
      'litellm_settings.content_policy_fallbacks: an error of the request itself is not tried elsewhere',
      'rate_limit: { requests: 60/min }',
    ],
  },
  'wildcards with a beginning of a name': {
    text: `
model_list:
  - { model_name: "gpt-*", litellm_params: { model: "openai/gpt-*" } }
  - { model_name: "claude-*", litellm_params: { model: "anthropic/claude-*" } }
  - { model_name: "local/*", litellm_params: { model: "ollama_chat/*", api_base: "http://ollama:11434" } }
  - { model_name: "openrouter/*", litellm_params: { model: "openrouter/*", api_key: os.environ/OPENROUTER_API_KEY } }
  - { model_name: "us.anthropic.*:0", litellm_params: { model: "bedrock/us.anthropic.*:0" } }
litellm_settings: { default_fallbacks: [gpt-4o-mini] }
`,
    ask: [
      { model: 'gpt-4.1', path: chat, sent: { model: 'gpt-4.1' } },
      { model: 'claude-haiku-4-5', path: messages, sent: { model: 'claude-haiku-4-5' } },
      { model: 'local/qwen3:8b', path: chat, sent: { model: 'qwen3:8b' } },
      {
        model: 'openrouter/meta-llama/llama-3.3-70b-instruct',
        path: '/api/v1/chat/completions',
        sent: { model: 'meta-llama/llama-3.3-70b-instruct' },
      },
    ],
    notes: ['the model "us.anthropic.*:0" is left out', 'gpt-4o-mini:'],
  },
  'all modes beside chat': {
    text: `
model_list:
  - { model_name: whisper, litellm_params: { model: azure/whisper, api_base: "https://x.openai.azure.com/", api_key: os.environ/AZURE_API_KEY }, model_info: { mode: audio_transcription } }
  - { model_name: tts, litellm_params: { model: openai/tts-1 }, model_info: { mode: audio_speech } }
  - { model_name: image, litellm_params: { model: openai/gpt-image-1 }, model_info: { mode: image_generation } }
  - { model_name: ranks, litellm_params: { model: cohere/rerank-v3.5, api_key: os.environ/COHERE_API_KEY }, model_info: { mode: rerank } }
  - { model_name: judge, litellm_params: { model: openai/omni-moderation-latest }, model_info: { mode: moderation } }
  - { model_name: vectors, litellm_params: { model: gemini/gemini-embedding-001 }, model_info: { mode: embedding } }
  - { model_name: deep, litellm_params: { model: openai/o3-deep-research }, model_info: { mode: responses } }
  - { model_name: live, litellm_params: { model: openai/gpt-4o-realtime-preview }, model_info: { mode: realtime } }
  - { model_name: scan, litellm_params: { model: mistral/mistral-ocr-latest }, model_info: { mode: ocr } }
`,
    ask: [
      { endpoint: '/v1/images/generations', model: 'image', path: '/v1/images/generations' },
      { endpoint: '/v1/rerank', model: 'ranks', path: '/v2/rerank', sent: { model: 'rerank-v3.5' } },
      { endpoint: '/v1/moderations', model: 'judge', path: '/v1/moderations' },
      { endpoint: '/v1/embeddings', model: 'vectors', path: '/v1beta/openai/embeddings' },
    ],
    notes: [
      'endpoints: { transcriptions: [] }',
      'endpoints: { speech: [] }',
      'endpoints: { realtime: [] }',
      'the model scan is left out: the mode "ocr" is not served',
    ],
  },
  'everything around the models': {
    text: `
model_list:
  - model_name: smart
    litellm_params: { model: openai/gpt-5, api_key: os.environ/OPENAI_API_KEY, max_budget: 10, budget_duration: 1d, guardrails: [pii], cache_control_injection_points: [{ location: message, role: system }], mock_response: hi, use_in_pass_through: true }
    model_info: { access_groups: [beta], team_id: t, health_check_model: openai/gpt-5-nano, health_check_timeout: 5, supported_environments: [production] }
guardrails: [{ guardrail_name: pii, litellm_params: { guardrail: presidio, mode: pre_call } }]
mcp_servers: { docs: { url: "https://mcp.example.com" } }
vector_store_registry: [{ vector_store_name: a, litellm_params: { vector_store_id: b } }]
litellm_settings: { callbacks: [prometheus, langfuse_otel], success_callback: [langfuse], cache: True, cache_params: { type: redis, ttl: 60 }, max_end_user_budget: 0.1, turn_off_message_logging: true }
router_settings: { redis_host: os.environ/REDIS_HOST, redis_password: os.environ/REDIS_PASSWORD, allowed_fails_policy: { BadRequestErrorAllowedFails: 10 }, provider_budget_config: { openai: { budget_limit: 1, time_period: 1d } } }
general_settings:
  master_key: os.environ/LITELLM_MASTER_KEY
  database_url: "postgres://u:in-clear@db/litellm"
  enable_jwt_auth: true
  alerting: [slack]
  health_check_interval: 300
  pass_through_endpoints: [{ path: /v1/scan, target: "https://scan.example.com/v1/scan", headers: { Authorization: "bearer os.environ/SCAN" } }]
`,
    ask: [{ model: 'smart', path: chat, sent: { model: 'gpt-5' } }],
    notes: [
      'guardrails has no equal',
      'mcp_servers has no equal',
      'vector_store_registry has no equal',
      'litellm_settings.cache: answers are not cached here',
      'litellm_settings.max_end_user_budget: limits of end users',
      'litellm_settings.turn_off_message_logging has no equal',
      'litellm_settings.success_callback langfuse has no equal',
      'router_settings.provider_budget_config has no equal',
      'router_settings.redis_host: limits are counted together',
      'general_settings.enable_jwt_auth: tokens of issuers',
      'general_settings.pass_through_endpoints: a path of your own',
      'litellm_params.guardrails has no equal',
      'litellm_params.mock_response: requests go to the backend all the same',
      'model_info.access_groups: which models a key may use',
      'model_info.health_check_model has no equal',
    ],
  },
  'vendors whose name is all that LiteLLM needs': {
    text: `
model_list:
  - { model_name: cohere, litellm_params: { model: cohere_chat/command-a-03-2025 } }
  - { model_name: fr, litellm_params: { model: scaleway/llama-3.3-70b-instruct } }
  - { model_name: venice, litellm_params: { model: veniceai/qwen3-235b } }
  - { model_name: nv, litellm_params: { model: novita/deepseek/deepseek-v3 } }
  - { model_name: poe, litellm_params: { model: poe/Claude-Sonnet-4.5 } }
  - { model_name: chutes, litellm_params: { model: chutes/deepseek-ai/DeepSeek-V3 } }
`,
    ask: [
      {
        model: 'cohere',
        path: '/compatibility/v1/chat/completions',
        headers: { authorization: 'Bearer value-of-COHERE_API_KEY' },
      },
      { model: 'fr', path: chat, headers: { authorization: 'Bearer value-of-SCW_SECRET_KEY' } },
      { model: 'venice', path: '/api/v1/chat/completions' },
      { model: 'nv', path: '/v3/openai/chat/completions', sent: { model: 'deepseek/deepseek-v3' } },
      { endpoint: messages, model: 'poe', path: chat },
      { model: 'chutes', path: chat, sent: { model: 'deepseek-ai/DeepSeek-V3' } },
    ],
  },
  'a provider that stands beside the model': {
    text: `
model_list:
  - { model_name: own, litellm_params: { model: llama-3.3, custom_llm_provider: openai, api_base: "http://10.0.0.5:8000/v1", api_key: EMPTY } }
  - { model_name: team, litellm_params: { model: meta-llama/Llama-3.3, custom_llm_provider: hosted_vllm, base_url: "http://vllm.svc:8000/v1" } }
`,
    ask: [
      { model: 'own', path: chat, sent: { model: 'llama-3.3' } },
      { model: 'team', path: chat, sent: { model: 'meta-llama/Llama-3.3' } },
    ],
    notes: ['its key was a placeholder'],
  },
  'Azure with an identity, in two regions': {
    text: `
model_list:
  - { model_name: gpt-4o, litellm_params: { model: azure/eu-4o, api_base: "https://eu.openai.azure.com/", tenant_id: os.environ/AZURE_TENANT_ID, client_id: os.environ/AZURE_CLIENT_ID, client_secret: os.environ/AZURE_CLIENT_SECRET, rpm: 600 }, model_info: { id: eu, base_model: azure/gpt-4o } }
  - { model_name: gpt-4o, litellm_params: { model: azure/us-4o, api_base: "https://us.openai.azure.com/", api_key: os.environ/AZURE_US_KEY, rpm: 300 }, model_info: { id: us, base_model: azure/gpt-4o } }
router_settings: { routing_strategy: latency-based-routing, enable_pre_call_checks: true, optional_pre_call_checks: [prompt_caching] }
`,
    ask: [],
    notes: [
      'client_secret: "${AZURE_CLIENT_SECRET}"',
      'balance: lowest_latency',
      'router_settings.optional_pre_call_checks has no equal',
    ],
  },
  'Bedrock by a role, with a profile for inference': {
    text: `
model_list:
  - { model_name: claude, litellm_params: { model: bedrock/converse/eu.anthropic.claude-sonnet-4-5-20250929-v1:0, aws_region_name: eu-central-1, aws_role_name: "arn:aws:iam::123456789012:role/llm", aws_session_name: proxy } }
  - { model_name: nova, litellm_params: { model: bedrock/eu-west-1/amazon.nova-pro-v1:0 } }
  - { model_name: titan, litellm_params: { model: bedrock/amazon.titan-embed-text-v2:0 }, model_info: { mode: embedding } }
`,
    ask: [],
    notes: [
      'arn: "arn:aws:iam::123456789012:role/llm"',
      'https://bedrock-runtime.eu-west-1.amazonaws.com',
      'the model titan is left out: the mode "embedding" is not served with the provider "bedrock"',
    ],
  },
  'Vertex where it is global': {
    text: `
model_list:
  - { model_name: gemini, litellm_params: { model: vertex_ai/gemini-2.5-flash, vertex_project: os.environ/GCP_PROJECT, vertex_location: global } }
  - { model_name: vectors, litellm_params: { model: vertex_ai/text-embedding-005, vertex_project: p }, model_info: { mode: embedding } }
default_vertex_config: { vertex_project: p, vertex_location: us-central1 }
`,
    ask: [],
    notes: [
      'https://aiplatform.googleapis.com',
      'the model vectors is left out: the mode "embedding" is not served with the provider "vertex_ai"',
      'default_vertex_config has no equal',
    ],
  },
  'prices and flags of one s own': {
    text: `
model_list:
  - model_name: tuned
    litellm_params: { model: "openai/ft:gpt-4o-mini:org::id", input_cost_per_token: 0.0000003, output_cost_per_token: 0.0000012, cache_read_input_token_cost: 1.5e-7 }
    model_info: { mode: chat, supports_vision: true, supports_response_schema: true, max_input_tokens: 128000, max_output_tokens: 16384, label: Tuned, input_cost_per_token_above_200k_tokens: 0.0000006, output_cost_per_image: null }
  - model_name: hourly
    litellm_params: { model: openai/own, api_base: "https://gpu.example.com/v1", api_key: os.environ/GPU_KEY, input_cost_per_second: 0.0004 }
`,
    ask: [{ model: 'tuned', path: chat, sent: { model: 'ft:gpt-4o-mini:org::id' } }],
    notes: [
      'price: { input: 0.3, cached_input: 0.15, output: 1.2 }',
      'model_info.input_cost_per_token_above_200k_tokens: prices of longer requests are `tiers`',
      'model_info.label has no equal',
    ],
  },
  'one name with spaces beside good ones': {
    text: `
model_list:
  - { model_name: "GPT 4o (EU)", litellm_params: { model: openai/gpt-4o } }
  - { model_name: "deepseek/deepseek-chat", litellm_params: { model: deepseek/deepseek-chat, api_key: os.environ/DEEPSEEK_API_KEY } }
  - { model_name: "gemma3:4b", litellm_params: { model: ollama/gemma3:4b, api_base: "http://ollama:11434/v1" } }
router_settings: { model_group_alias: { "my chat": "deepseek/deepseek-chat", r1: "deepseek/deepseek-chat" } }
`,
    ask: [
      { model: 'deepseek/deepseek-chat', path: chat, sent: { model: 'deepseek-chat' } },
      { model: 'r1', path: chat },
      { model: 'gemma3:4b', path: chat, sent: { model: 'gemma3:4b' } },
    ],
    notes: ['the model "GPT 4o (EU)" is left out', 'the alias "my chat" is left out'],
  },
  'many keys for one model': {
    text: `
model_list:
  - { model_name: llama, litellm_params: { model: groq/llama-3.3-70b-versatile, api_key: os.environ/GROQ_ONE, rpm: 30 } }
  - { model_name: llama, litellm_params: { model: groq/llama-3.3-70b-versatile, api_key: os.environ/GROQ_TWO, rpm: 30 } }
  - { model_name: llama, litellm_params: { model: openrouter/meta-llama/llama-3.3-70b-instruct, api_key: os.environ/OPENROUTER_API_KEY, max_parallel_requests: 4 } }
router_settings: { routing_strategy: simple-shuffle, num_retries: 9, disable_cooldowns: true, model_group_retry_policy: { llama: { RateLimitErrorRetries: 3 } } }
litellm_settings: { request_timeout: 600, telemetry: False }
`,
    ask: [],
    notes: [
      'max_attempts: 6',
      'rate_limit: { concurrency: 4 }',
      'router_settings.disable_cooldowns has no equal',
      'router_settings.model_group_retry_policy has no equal',
    ],
  },
  'Claude Code through OpenRouter and a server of one s own': {
    text: `
model_list:
  - { model_name: claude-sonnet-4-5, litellm_params: { model: openrouter/qwen/qwen3-coder, api_key: os.environ/OPENROUTER_API_KEY, max_tokens: 32000, additional_drop_params: [reasoning_effort] } }
  - { model_name: claude-haiku-4-5, litellm_params: { model: openai/qwen3, api_base: "http://llama-server:8080/v1", api_key: sk-no-key-required } }
litellm_settings: { drop_params: true, modify_params: true }
general_settings: { master_key: sk-local }
`,
    ask: [
      { endpoint: messages, model: 'claude-sonnet-4-5', path: '/api/v1/chat/completions' },
      { endpoint: messages, model: 'claude-haiku-4-5', path: chat, sent: { model: 'qwen3' } },
    ],
    notes: ['litellm_settings.drop_params: fields go to the backend'],
  },
};
