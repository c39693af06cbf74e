import type { BackendDialect } from '../../neutral/dialects.ts';
import type { AnswerDecoder } from '../answer-codec.ts';
import { bedrockConverseAnswers } from './bedrock-converse/bedrock-converse.ts';
import { chatCompletionsAnswers } from './chat-completions/chat-completions.ts';
import { geminiAnswers } from './gemini/gemini.ts';
import { messagesAnswers } from './messages/messages.ts';
import { responsesAnswers } from './responses/responses.ts';

/** The readers of answers, by the backend's dialect. */
export const answerDecoders: { readonly [D in BackendDialect]: AnswerDecoder } = {
  chat_completions: chatCompletionsAnswers,
  messages: messagesAnswers,
  responses: responsesAnswers,
  gemini: geminiAnswers,
  bedrock_converse: bedrockConverseAnswers,
};
