/** Why models cost something else here than in the list that is compared. */
export interface Explained {
  readonly why: string;
  /** As `VENDOR/ID`. */
  readonly models: readonly string[];
}

export const explained: readonly Explained[] = [
  {
    why: 'there the name without a region costs what a region does; a tenth less is the price of global routing',
    models: [
      'amazon-bedrock/anthropic.claude-haiku-4-5-20251001-v1:0',
      'amazon-bedrock/anthropic.claude-opus-4-5-20251101-v1:0',
      'amazon-bedrock/anthropic.claude-opus-4-6-v1',
      'amazon-bedrock/anthropic.claude-opus-4-7',
      'amazon-bedrock/anthropic.claude-opus-4-8',
      'amazon-bedrock/anthropic.claude-sonnet-4-5-20250929-v1:0',
      'amazon-bedrock/anthropic.claude-sonnet-4-6',
      'amazon-bedrock/anthropic.claude-sonnet-5',
    ],
  },
  {
    why: 'the tier begins one token earlier there: at 272,000, not above it',
    models: ['openai/gpt-5.4', 'openai/gpt-5.4-pro', 'openai/gpt-5.5', 'openai/gpt-5.5-pro'],
  },
  {
    why: 'the tier begins one token earlier there: at 200,000, not above it',
    models: ['xai/grok-4.3', 'xai/grok-build-0.1'],
  },
  {
    why: 'a cached token is rounded to 0.28 there; a third list has 0.275, too',
    models: ['azure/o4-mini'],
  },
  {
    why: 'a third list has the price of here, too',
    models: ['azure/phi-4', 'mistral/mistral-large-latest', 'mistral/mistral-small-latest'],
  },
  {
    why: 'a cached token: a third list has the price of here, too',
    models: ['fireworks-ai/accounts/fireworks/models/gpt-oss-120b'],
  },
  {
    why: 'taken for the larger gpt-oss-120b there',
    models: ['groq/openai/gpt-oss-safeguard-20b'],
  },
  {
    why: 'newer prices there, and others again in a third list: no two agree',
    models: ['deepseek/deepseek-chat', 'deepseek/deepseek-reasoner'],
  },
  {
    why: 'no third list has them, and the two do not agree',
    models: [
      'azure/phi-3-medium-128k-instruct',
      'azure/phi-3-mini-128k-instruct',
      'azure/phi-4-reasoning-plus',
    ],
  },
  {
    why: 'a written token costs a little more here, as the source has it; the vendor reports none',
    models: ['google-vertex/gemini-2.5-flash'],
  },
  {
    why: 'a cached token has no price there',
    models: ['google/gemini-2.5-flash-image'],
  },
  {
    why: 'the tier begins one token earlier there',
    models: [
      'amazon-bedrock/global.openai.gpt-5.6-luna',
      'amazon-bedrock/global.openai.gpt-5.6-sol',
      'amazon-bedrock/global.openai.gpt-5.6-terra',
      'amazon-bedrock/us.openai.gpt-5.6-luna',
      'amazon-bedrock/us.openai.gpt-5.6-sol',
      'amazon-bedrock/us.openai.gpt-5.6-terra',
      'openai/gpt-5.4-2026-03-05',
      'openai/gpt-5.4-pro-2026-03-05',
      'openai/gpt-5.5-2026-04-23',
      'openai/gpt-5.5-pro-2026-04-23',
      'openai/gpt-5.6',
      'openai/gpt-5.6-luna',
      'openai/gpt-5.6-sol',
      'openai/gpt-5.6-terra',
      'openai/gpt-6-astra',
      'xai/grok-4.20',
      'xai/grok-4.3-latest',
      'xai/grok-4.5',
      'xai/grok-4.5-latest',
      'xai/grok-4.6',
    ],
  },
  {
    why: 'a tier that the vendor has, or had, which one of the lists lacks',
    models: [
      'amazon-bedrock/au.anthropic.claude-sonnet-4-5-20250929-v1:0',
      'amazon-bedrock/eu.anthropic.claude-sonnet-4-5-20250929-v1:0',
      'amazon-bedrock/global.anthropic.claude-sonnet-4-5-20250929-v1:0',
      'amazon-bedrock/jp.anthropic.claude-sonnet-4-5-20250929-v1:0',
      'amazon-bedrock/us.anthropic.claude-sonnet-4-5-20250929-v1:0',
      'google-vertex-anthropic/claude-opus-4-6',
    ],
  },
  {
    why: 'a cached or written token, or a tier of it, has no price there',
    models: [
      'amazon-bedrock/anthropic.claude-3-opus-20240229-v1:0',
      'amazon-bedrock/eu.anthropic.claude-3-opus-20240229-v1:0',
      'amazon-bedrock/us.anthropic.claude-3-opus-20240229-v1:0',
      'fireworks-ai/accounts/fireworks/models/glm-4p7',
      'fireworks-ai/accounts/fireworks/models/minimax-m2p1',
      'google-vertex/gemini-2.5-pro-preview-tts',
      'google-vertex/gemini-3-pro-image',
      'google-vertex/gemini-3-pro-image-preview',
      'google-vertex/gemini-3-pro-preview',
      'google-vertex/gemini-3.1-flash-image',
      'google-vertex/gemini-3.1-flash-image-preview',
      'google-vertex/gemini-3.1-flash-lite-image',
      'google-vertex/gemini-3.1-pro-preview',
      'google-vertex/gemini-3.1-pro-preview-customtools',
      'mistral/codestral-latest',
      'mistral/devstral-small-latest',
      'mistral/mistral-tiny',
      'mistral/pixtral-large-latest',
      'openai/gpt-4o-search-preview',
    ],
  },
  {
    why: 'other prices there: that list is some weeks older',
    models: [
      'amazon-bedrock/amazon.titan-embed-text-v2:0',
      'amazon-bedrock/apac.anthropic.claude-sonnet-5-5',
      'amazon-bedrock/au.anthropic.claude-sonnet-5-5',
      'amazon-bedrock/eu.anthropic.claude-sonnet-5-5',
      'amazon-bedrock/global.anthropic.claude-sonnet-5-5',
      'amazon-bedrock/jp.anthropic.claude-sonnet-5-5',
      'amazon-bedrock/us.anthropic.claude-sonnet-5-5',
      'anthropic/claude-sonnet-5-5',
      'azure/Phi-4',
      'azure/Phi-4-mini-instruct',
      'azure/Phi-4-multimodal-instruct',
      'fireworks-ai/accounts/fireworks/routers/kimi-k3-us',
      'google-vertex/gemini-3.8-flash-lite-tts',
      'google-vertex/gemini-3.8-flash-tts',
      'google/gemini-3.8-flash-lite-tts',
      'google/gemini-3.8-flash-tts',
      'xai/grok-4.20-multi-agent',
    ],
  },
];
