import type { ClientDialect } from '../../neutral/dialects.ts';
import type { AnswerEncoder } from '../answer-codec.ts';
import { chatCompletionsEncoder } from './chat-completions/chat-completions.ts';
import { messagesEncoder } from './messages/messages.ts';
import { responsesEncoder } from './responses/responses.ts';

/** The writers of answers, by the client's dialect. */
export const answerEncoders: { readonly [D in ClientDialect]: AnswerEncoder } = {
  chat_completions: chatCompletionsEncoder,
  messages: messagesEncoder,
  responses: responsesEncoder,
};
