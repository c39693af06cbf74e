import type { AnswerEncoder } from '../../answer-codec.ts';
import { ChatStreamEncoder } from './chat-stream.ts';
import { ChatWholeEncoder } from './chat-whole.ts';

export const chatCompletionsEncoder: AnswerEncoder = {
  isSequential: false,
  stream: (context) => new ChatStreamEncoder(context),
  whole: (context) => new ChatWholeEncoder(context),
};
