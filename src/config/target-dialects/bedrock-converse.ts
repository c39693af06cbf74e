import { defineTarget } from './target-dialect.ts';

/** Amazon Bedrock's Converse. */
export const bedrockConverse = defineTarget({
  paths: {
    whole: '/model/{model}/converse',
    stream: '/model/{model}/converse-stream',
    ofChatCompletions: /\/openai$/,
  },
  streamQuery: '',
  headers: [],
  wire: 'converse',
  answerBounds: ['inferenceConfig.maxTokens'],
  reasoning: ['none', 'anthropic'],
  settings: ['cache', 'json_object'],
  lacks: { tool_choice: ': it cannot say `none`' },
  dependsOnFlavor: [],
  toolNames: /^[A-Za-z0-9_-]{1,64}$/,
  callIds: /^[A-Za-z0-9_.:-]{1,64}$/,
  longestCallId: 64,
  seal: 'b',
  namesErrors: true,
  litellm: {
    temperature: 'inferenceConfig.temperature',
    top_p: 'inferenceConfig.topP',
    max_tokens: 'inferenceConfig.maxTokens',
    max_completion_tokens: 'inferenceConfig.maxTokens',
    stop: 'inferenceConfig.stopSequences',
  },
});
