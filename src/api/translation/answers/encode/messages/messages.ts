import type { AnswerEncoder } from '../../answer-codec.ts';
import { MessagesStreamEncoder } from './messages-stream.ts';
import { MessagesWholeEncoder } from './messages-whole.ts';

export const messagesEncoder: AnswerEncoder = {
  isSequential: true,
  takesMedia: () => false,
  stream: (context) => new MessagesStreamEncoder(context),
  whole: (context) => new MessagesWholeEncoder(context),
};
