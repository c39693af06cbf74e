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
    why: 'a tier of the past there: inputs above 200,000 tokens are refused since 2026-04-30',
    models: ['anthropic/claude-sonnet-4-5', 'anthropic/claude-sonnet-4-5-20250929'],
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
    models: [
      'deepseek/deepseek-chat',
      'deepseek/deepseek-reasoner',
      'deepseek/deepseek-v4-flash',
      'deepseek/deepseek-v4-pro',
    ],
  },
  {
    why: 'no third list has them, and the two do not agree',
    models: [
      'azure/phi-3-medium-128k-instruct',
      'azure/phi-3-mini-128k-instruct',
      'azure/phi-4-reasoning-plus',
      'togetherai/meta-llama/Meta-Llama-3-8B-Instruct-Lite',
    ],
  },
  {
    why: 'a cached token is cheaper there; no third list has the model',
    models: ['mistral/devstral-2512', 'mistral/mistral-medium-2505', 'mistral/mistral-medium-2508'],
  },
  {
    why: 'free while it is an experiment; there it is taken for the model that followed',
    models: ['mistral/labs-devstral-small-2512'],
  },
  {
    why: 'a written token costs a little more here, as the source has it; the vendor reports none',
    models: ['google-vertex/gemini-2.5-flash'],
  },
  {
    why: 'a cached token has no price there',
    models: ['google/gemini-2.5-flash-image'],
  },
];
