import type { ClientDialect } from '../../neutral/dialects.ts';
import type { AnswerEncoder } from '../answer-codec.ts';
import { chatCompletionsEncoder } from './chat-completions/chat-completions.ts';
import { messagesEncoder } from './messages/messages.ts';
import { responsesEncoder } from './responses/responses.ts';

/** What writes answers, by the dialect that a client called in. */
export const answerEncoders: { readonly [D in ClientDialect]: AnswerEncoder } = {
  chat_completions: chatCompletionsEncoder,
  messages: messagesEncoder,
  responses: responsesEncoder,
};
