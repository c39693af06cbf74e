import { defineTarget } from './target-dialect.ts';

export const messages = defineTarget({
  streamQuery: '',
  // The version in which bodies are written.
  headers: [['anthropic-version', '2023-06-01']],
  wire: 'of_backend',
  answerBounds: ['max_tokens'],
  reasoning: ['adaptive', 'budget', 'none'],
  settings: ['max_tokens', 'cache', 'late_system', 'json_object'],
  lacks: { audio_input: ': messages takes no sound' },
  dependsOnFlavor: [],
  toolNames: /^[A-Za-z0-9_-]{1,128}$/,
  callIds: /^[A-Za-z0-9_-]+$/,
  seal: 'a',
  namesErrors: false,
  litellm: {
    temperature: 'temperature',
    top_p: 'top_p',
    top_k: 'top_k',
    stop: 'stop_sequences',
    thinking: 'thinking',
    service_tier: 'service_tier',
  },
});
