import { defineTarget } from './target-dialect.ts';

export const responses = defineTarget({
  streamQuery: '',
  headers: [],
  wire: undefined,
  answerBounds: ['max_output_tokens'],
  reasoning: ['effort'],
  settings: [],
  lacks: { audio_input: ': responses takes no sound', assistant_prefill: '' },
  dependsOnFlavor: [],
  toolNames: /^[A-Za-z0-9_-]{1,64}$/,
  seal: 'r',
  namesErrors: false,
  litellm: {
    temperature: 'temperature',
    top_p: 'top_p',
    max_tokens: 'max_output_tokens',
    max_completion_tokens: 'max_output_tokens',
    reasoning_effort: 'reasoning.effort',
    verbosity: 'text.verbosity',
    service_tier: 'service_tier',
    user: 'user',
    metadata: 'metadata',
  },
});
