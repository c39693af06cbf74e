import type { AnswerEncoder } from '../../answer-codec.ts';
import { ChatStreamEncoder } from './chat-stream.ts';
import { ChatWholeEncoder } from './chat-whole.ts';

export const chatCompletionsEncoder: AnswerEncoder = {
  isSequential: false,
  // OpenRouter's form ("Image Generation"), which its clients and LiteLLM's read.
  takesMedia: ({ kind, url }) => kind === 'images' && url !== undefined,
  stream: (context) => new ChatStreamEncoder(context),
  whole: (context) => new ChatWholeEncoder(context),
};
