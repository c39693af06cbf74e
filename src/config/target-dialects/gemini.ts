import { defineTarget } from './target-dialect.ts';

/** Google's `generateContent`. Its backends take each name in two spellings. */
export const gemini = defineTarget({
  paths: {
    whole: '/v1beta/models/{model}:generateContent',
    stream: '/v1beta/models/{model}:streamGenerateContent',
    ofChatCompletions: /\/v1beta(?:\/openai)?$/,
  },
  streamQuery: '?alt=sse',
  headers: [],
  wire: undefined,
  answerBounds: [
    'generationConfig.maxOutputTokens',
    'generationConfig.max_output_tokens',
    'generation_config.maxOutputTokens',
    'generation_config.max_output_tokens',
  ],
  reasoning: ['level', 'budget'],
  settings: ['image_urls'],
  lacks: { assistant_prefill: '', prompt_caching: '' },
  dependsOnFlavor: [],
  toolNames: /^[A-Za-z_][A-Za-z0-9_.:-]{0,127}$/,
  seal: 'g',
  namesErrors: false,
  litellm: {
    temperature: 'generationConfig.temperature',
    top_p: 'generationConfig.topP',
    top_k: 'generationConfig.topK',
    max_tokens: 'generationConfig.maxOutputTokens',
    max_completion_tokens: 'generationConfig.maxOutputTokens',
    stop: 'generationConfig.stopSequences',
    seed: 'generationConfig.seed',
  },
});
