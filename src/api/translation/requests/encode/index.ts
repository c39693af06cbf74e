import type { BackendDialect } from '../../neutral/dialects.ts';
import type { EncodeRequest } from '../request-codec.ts';
import { encodeConverseRequest } from './bedrock-converse/converse-request.ts';
import { encodeChatRequest } from './chat-completions/chat-request.ts';
import { encodeGeminiRequest } from './gemini/gemini-request.ts';
import { encodeMessagesRequest } from './messages/messages-request.ts';
import { encodeResponsesRequest } from './responses/responses-request.ts';

/** The encoders of requests, by the backend's dialect. */
export const encoders = {
  chat_completions: encodeChatRequest,
  messages: encodeMessagesRequest,
  gemini: encodeGeminiRequest,
  bedrock_converse: encodeConverseRequest,
  responses: encodeResponsesRequest,
} satisfies Readonly<Record<BackendDialect, EncodeRequest>>;
