/** Vendors that speak OpenAI's form at a path that ends in /v1, and have nothing of their own beside it. */

interface Vendor {
  readonly url: string;
  /** The variable that LiteLLM reads where the entry gives no `api_key`. */
  readonly variable: string;
}

/** By the prefix of `litellm_params.model`. */
export const vendors: Readonly<Record<string, Vendor>> = {
  groq: { url: 'https://api.groq.com/openai/v1', variable: 'GROQ_API_KEY' },
  mistral: { url: 'https://api.mistral.ai/v1', variable: 'MISTRAL_API_KEY' },
  codestral: { url: 'https://codestral.mistral.ai/v1', variable: 'CODESTRAL_API_KEY' },
  xai: { url: 'https://api.x.ai/v1', variable: 'XAI_API_KEY' },
  together_ai: { url: 'https://api.together.xyz/v1', variable: 'TOGETHERAI_API_KEY' },
  fireworks_ai: { url: 'https://api.fireworks.ai/inference/v1', variable: 'FIREWORKS_API_KEY' },
  nvidia_nim: { url: 'https://integrate.api.nvidia.com/v1', variable: 'NVIDIA_NIM_API_KEY' },
  cerebras: { url: 'https://api.cerebras.ai/v1', variable: 'CEREBRAS_API_KEY' },
  sambanova: { url: 'https://api.sambanova.ai/v1', variable: 'SAMBANOVA_API_KEY' },
  meta_llama: { url: 'https://api.llama.com/compat/v1', variable: 'LLAMA_API_KEY' },
  ai21_chat: { url: 'https://api.ai21.com/studio/v1', variable: 'AI21_API_KEY' },
  friendliai: { url: 'https://api.friendli.ai/serverless/v1', variable: 'FRIENDLI_TOKEN' },
  moonshot: { url: 'https://api.moonshot.ai/v1', variable: 'MOONSHOT_API_KEY' },
  publicai: { url: 'https://api.publicai.co/v1', variable: 'PUBLICAI_API_KEY' },
  veniceai: { url: 'https://api.venice.ai/api/v1', variable: 'VENICE_AI_API_KEY' },
  scaleway: { url: 'https://api.scaleway.ai/v1', variable: 'SCW_SECRET_KEY' },
  synthetic: { url: 'https://api.synthetic.new/openai/v1', variable: 'SYNTHETIC_API_KEY' },
  'nano-gpt': { url: 'https://nano-gpt.com/api/v1', variable: 'NANOGPT_API_KEY' },
  poe: { url: 'https://api.poe.com/v1', variable: 'POE_API_KEY' },
  chutes: { url: 'https://llm.chutes.ai/v1', variable: 'CHUTES_API_KEY' },
  gmi: { url: 'https://api.gmi-serving.com/v1', variable: 'GMI_API_KEY' },
  aihubmix: { url: 'https://aihubmix.com/v1', variable: 'AIHUBMIX_API_KEY' },
  xiaomi_mimo: { url: 'https://api.xiaomimimo.com/v1', variable: 'XIAOMI_MIMO_API_KEY' },
};
