import type { BackendDialect } from '../../neutral/dialects.ts';
import type { AnswerDecoder } from '../answer-codec.ts';
import { invalidAnswer } from '../error-words.ts';
import { BackendStream } from './backend-stream.ts';
import { bedrockConverseAnswers } from './bedrock-converse/bedrock-converse.ts';
import { chatCompletionsAnswers } from './chat-completions/chat-completions.ts';
import { geminiAnswers } from './gemini/gemini.ts';
import { messagesAnswers } from './messages/messages.ts';

const unread = { is: 'fail', failure: invalidAnswer('answers in this dialect are not translated') } as const;

/** Of a dialect that requests can't be said in, so that no answer comes. */
const noAnswers: AnswerDecoder = {
  stream: (take) =>
    new BackendStream(take, {
      event: () => {
        take(unread);
        return true;
      },
      end: () => undefined,
    }),
  whole: (_answer, take) => take(unread),
};

/** What reads answers, by the dialect that a backend was asked in. */
export const answerDecoders: { readonly [D in BackendDialect]: AnswerDecoder } = {
  chat_completions: chatCompletionsAnswers,
  messages: messagesAnswers,
  responses: noAnswers,
  gemini: geminiAnswers,
  bedrock_converse: bedrockConverseAnswers,
};
