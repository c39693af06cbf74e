import type { BuiltInName } from '../../api/endpoints/index.ts';
import type { FlavorName } from '../../config/translation-settings.ts';
import { strategies } from '../../routing/balance/index.ts';
import { vendors } from './litellm-vendors.ts';

/** The way from here to one of LiteLLM's providers. */
export interface Provider {
  /** Base URL where the entry gives no `api_base`; absent where it has to. */
  readonly url?: string;
  /** `bearer`, or the header that carries the key. */
  readonly auth: 'bearer' | 'x-api-key' | 'api-key' | 'x-goog-api-key' | 'none';
  /** The variable that LiteLLM reads where the entry gives no `api_key`. */
  readonly variable?: string;
  /** The variable that LiteLLM reads where the entry gives no `api_base`. */
  readonly place?: string;
  readonly endpoints: readonly BuiltInName[];
  /** All that is reached there from here, where chat is not. */
  readonly only?: readonly BuiltInName[];
  /** Lines of the backend beyond URL and credential. */
  readonly more?: readonly string[];
  /** The kind of server behind its chat completions, for endpoints that are translated to them. */
  readonly flavor?: FlavorName;
  /** The cloud whose identities reach it. */
  readonly cloud?: 'bedrock' | 'vertex' | 'azure';
}

const chat: readonly BuiltInName[] = ['chat_completions'];

/** A vendor, or a server of one's own, that speaks OpenAI's form under a name of its own. */
function openAiForm(url: string | undefined, variable?: string): Provider {
  return {
    ...(url === undefined ? {} : { url }),
    ...(variable === undefined ? {} : { variable }),
    auth: 'bearer',
    endpoints: chat,
    flavor: 'generic',
  };
}

/** Those of a vendor whose path does not end in /v1. */
function openAiFormAt(origin: string, path: string, variable: string): Provider {
  return {
    ...openAiForm(origin, variable),
    more: [`paths: { chat_completions: ${path}/chat/completions, embeddings: ${path}/embeddings }`],
  };
}

/** By the prefix of `litellm_params.model`. Paths and headers are those that the vendors document. */
export const providers: Readonly<Record<string, Provider>> = {
  openai: {
    url: 'https://api.openai.com/v1',
    auth: 'bearer',
    variable: 'OPENAI_API_KEY',
    endpoints: ['chat_completions', 'responses'],
    flavor: 'openai',
  },
  'text-completion-openai': {
    url: 'https://api.openai.com/v1',
    auth: 'bearer',
    variable: 'OPENAI_API_KEY',
    endpoints: ['completions'],
  },
  azure: {
    auth: 'api-key',
    variable: 'AZURE_API_KEY',
    place: 'AZURE_API_BASE',
    endpoints: ['chat_completions', 'responses'],
    flavor: 'openai',
    cloud: 'azure',
  },
  azure_ai: {
    auth: 'api-key',
    variable: 'AZURE_AI_API_KEY',
    place: 'AZURE_AI_API_BASE',
    endpoints: chat,
    flavor: 'generic',
    cloud: 'azure',
  },
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
  deepseek: { ...openAiForm('https://api.deepseek.com/v1', 'DEEPSEEK_API_KEY'), flavor: 'deepseek' },
  openrouter: { ...openAiForm('https://openrouter.ai/api/v1', 'OPENROUTER_API_KEY'), flavor: 'openrouter' },
  ...Object.fromEntries(
    Object.entries(vendors).map(([name, { url, variable }]) => [name, openAiForm(url, variable)]),
  ),
  perplexity: openAiFormAt('https://api.perplexity.ai', '', 'PERPLEXITYAI_API_KEY'),
  deepinfra: openAiFormAt('https://api.deepinfra.com', '/v1/openai', 'DEEPINFRA_API_KEY'),
  novita: openAiFormAt('https://api.novita.ai', '/v3/openai', 'NOVITA_API_KEY'),
  // Cohere's own form of chat is not spoken here; it has OpenAI's beside it.
  cohere_chat: openAiFormAt('https://api.cohere.ai', '/compatibility/v1', 'COHERE_API_KEY'),
  volcengine: openAiFormAt('https://ark.cn-beijing.volces.com', '/api/v3', 'VOLCENGINE_API_KEY'),
  github: openAiFormAt('https://models.inference.ai.azure.com', '', 'GITHUB_API_KEY'),
  dashscope: openAiFormAt('https://dashscope-intl.aliyuncs.com', '/compatible-mode/v1', 'DASHSCOPE_API_KEY'),
  zai: openAiFormAt('https://api.z.ai', '/api/paas/v4', 'ZAI_API_KEY'),
  databricks: openAiForm(undefined, 'DATABRICKS_API_KEY'),
  // A server of one's own: Text Generation Inference speaks OpenAI's form.
  huggingface: openAiForm(undefined, 'HUGGINGFACE_API_KEY'),
  xinference: openAiForm(undefined, 'XINFERENCE_API_KEY'),
  voyage: {
    url: 'https://api.voyageai.com/v1',
    auth: 'bearer',
    variable: 'VOYAGE_API_KEY',
    endpoints: [],
    only: ['embeddings'],
  },
  infinity: {
    auth: 'bearer',
    variable: 'INFINITY_API_KEY',
    place: 'INFINITY_API_BASE',
    endpoints: [],
    only: ['rerank', 'embeddings'],
    more: ['paths: { rerank: /rerank, embeddings: /embeddings }'],
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
  ollama: { url: 'http://127.0.0.1:11434', auth: 'none', endpoints: chat, flavor: 'generic' },
  ollama_chat: { url: 'http://127.0.0.1:11434', auth: 'none', endpoints: chat, flavor: 'generic' },
  hosted_vllm: {
    auth: 'bearer',
    place: 'HOSTED_VLLM_API_BASE',
    endpoints: ['chat_completions', 'completions'],
    flavor: 'vllm',
  },
  litellm_proxy: {
    auth: 'bearer',
    variable: 'LITELLM_PROXY_API_KEY',
    place: 'LITELLM_PROXY_API_BASE',
    endpoints: ['chat_completions', 'messages', 'responses'],
  },
  openai_like: { ...openAiForm(undefined), place: 'OPENAI_LIKE_API_BASE' },
  custom_openai: openAiForm(undefined),
  lm_studio: { ...openAiForm(undefined), place: 'LM_STUDIO_API_BASE' },
  llamafile: { ...openAiForm(undefined), flavor: 'llama_cpp' },
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
