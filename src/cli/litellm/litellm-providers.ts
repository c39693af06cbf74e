import type { BuiltInName } from '../../api/endpoints/index.ts';
import type { FlavorName } from '../../config/translation-settings.ts';
import { strategies } from '../../routing/balance/index.ts';

/** How one of LiteLLM's providers is reached from here. */
export interface Provider {
  /** Base URL where the entry gives no `api_base`; absent where it has to. */
  readonly url?: string;
  /** `bearer`, or the header that carries the key. */
  readonly auth: 'bearer' | 'x-api-key' | 'api-key' | 'none';
  /** The variable that LiteLLM reads where the entry gives no `api_key`. */
  readonly variable?: string;
  readonly endpoints: readonly BuiltInName[];
  /** All that is reached there from here, where chat is not. */
  readonly only?: readonly BuiltInName[];
  /** Lines of the backend beyond URL and credential. */
  readonly more?: readonly string[];
  /** What kind of server its chat completions are of, where other endpoints are translated to them. */
  readonly flavor?: FlavorName;
  /** The cloud whose identities reach it. */
  readonly cloud?: 'bedrock' | 'vertex' | 'azure';
}

const chat: readonly BuiltInName[] = ['chat_completions'];

/** By the prefix of `litellm_params.model`. Paths and headers are those that the vendors document. */
export const providers: Readonly<Record<string, Provider>> = {
  openai: {
    url: 'https://api.openai.com/v1',
    auth: 'bearer',
    variable: 'OPENAI_API_KEY',
    endpoints: ['chat_completions', 'responses'],
  },
  text_completion_openai: {
    url: 'https://api.openai.com/v1',
    auth: 'bearer',
    variable: 'OPENAI_API_KEY',
    endpoints: ['completions'],
  },
  azure: {
    auth: 'api-key',
    variable: 'AZURE_API_KEY',
    endpoints: ['chat_completions', 'responses'],
    cloud: 'azure',
  },
  azure_ai: { auth: 'api-key', variable: 'AZURE_AI_API_KEY', endpoints: chat, cloud: 'azure' },
  bedrock: { auth: 'bearer', endpoints: chat, cloud: 'bedrock' },
  vertex_ai: { auth: 'none', endpoints: chat, cloud: 'vertex' },
  vertex_ai_beta: { auth: 'none', endpoints: chat, cloud: 'vertex' },
  anthropic: {
    url: 'https://api.anthropic.com',
    auth: 'x-api-key',
    variable: 'ANTHROPIC_API_KEY',
    endpoints: ['messages'],
    more: ['default_headers: { anthropic-version: "2023-06-01" }'],
  },
  gemini: {
    url: 'https://generativelanguage.googleapis.com',
    auth: 'bearer',
    variable: 'GEMINI_API_KEY',
    endpoints: chat,
    flavor: 'generic',
    more: [
      'paths: { chat_completions: /v1beta/openai/chat/completions, embeddings: /v1beta/openai/embeddings }',
    ],
  },
  groq: { url: 'https://api.groq.com/openai/v1', auth: 'bearer', variable: 'GROQ_API_KEY', endpoints: chat },
  mistral: { url: 'https://api.mistral.ai/v1', auth: 'bearer', variable: 'MISTRAL_API_KEY', endpoints: chat },
  deepseek: {
    url: 'https://api.deepseek.com/v1',
    auth: 'bearer',
    variable: 'DEEPSEEK_API_KEY',
    endpoints: chat,
  },
  xai: { url: 'https://api.x.ai/v1', auth: 'bearer', variable: 'XAI_API_KEY', endpoints: chat },
  together_ai: {
    url: 'https://api.together.xyz/v1',
    auth: 'bearer',
    variable: 'TOGETHERAI_API_KEY',
    endpoints: chat,
  },
  fireworks_ai: {
    url: 'https://api.fireworks.ai/inference/v1',
    auth: 'bearer',
    variable: 'FIREWORKS_API_KEY',
    endpoints: chat,
  },
  openrouter: {
    url: 'https://openrouter.ai/api/v1',
    auth: 'bearer',
    variable: 'OPENROUTER_API_KEY',
    endpoints: chat,
  },
  perplexity: {
    url: 'https://api.perplexity.ai',
    auth: 'bearer',
    variable: 'PERPLEXITYAI_API_KEY',
    endpoints: chat,
    more: ['paths: { chat_completions: /chat/completions }'],
  },
  cohere: {
    url: 'https://api.cohere.com',
    auth: 'bearer',
    variable: 'COHERE_API_KEY',
    endpoints: [],
    only: ['rerank'],
    more: ['paths: { rerank: /v2/rerank }'],
  },
  jina_ai: {
    url: 'https://api.jina.ai/v1',
    auth: 'bearer',
    variable: 'JINA_AI_API_KEY',
    endpoints: [],
    only: ['rerank', 'embeddings'],
    more: ['paths: { rerank: /v1/rerank }'],
  },
  ollama: { url: 'http://127.0.0.1:11434', auth: 'none', endpoints: chat },
  ollama_chat: { url: 'http://127.0.0.1:11434', auth: 'none', endpoints: chat },
  hosted_vllm: { auth: 'bearer', endpoints: ['chat_completions', 'completions'], flavor: 'vllm' },
  litellm_proxy: { auth: 'bearer', endpoints: ['chat_completions', 'messages', 'responses'] },
  openai_like: { auth: 'bearer', endpoints: chat },
};

/** The capabilities behind the flags of `model_info`. */
export const capabilityFlags: Readonly<Record<string, string>> = {
  supports_vision: 'vision',
  supports_pdf_input: 'pdf_input',
  supports_audio_input: 'audio_input',
  supports_reasoning: 'reasoning',
  supports_native_streaming: 'streaming',
  supports_function_calling: 'function_calling',
  supports_parallel_function_calling: 'parallel_function_calling',
  supports_tool_choice: 'tool_choice',
  supports_computer_use: 'computer_use',
  supports_assistant_prefill: 'assistant_prefill',
  supports_prompt_caching: 'prompt_caching',
  supports_web_search: 'web_search',
  supports_url_context: 'url_context',
};

/** `balance` for a `routing_strategy`. */
export const balanceNames: ReadonlyMap<string, string> = new Map(
  Object.entries(strategies).flatMap(([balance, { litellm }]) =>
    litellm === undefined ? [] : [[litellm, balance] as const],
  ),
);
