import { defineTarget } from './target-dialect.ts';

export const chatCompletions = defineTarget({
  streamQuery: '',
  headers: [],
  wire: undefined,
  answerBounds: ['max_tokens', 'max_completion_tokens'],
  reasoning: ['effort'],
  settings: ['late_system', 'system_parts', 'developer_role', 'token_field'],
  lacks: { audio_input: ': chat_completions takes no sound' },
  dependsOnFlavor: ['assistant_prefill', 'prompt_caching'],
  toolNames: /^[A-Za-z0-9_-]{1,64}$/,
  seal: 'c',
  namesErrors: false,
  litellm: {},
});
