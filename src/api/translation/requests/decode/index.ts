import type { ClientDialect } from '../../neutral/dialects.ts';
import type { DecodeRequest } from '../request-codec.ts';
import { decodeChatRequest } from './chat-completions/chat-request.ts';
import { decodeMessagesRequest } from './messages/messages-request.ts';
import { decodeResponsesRequest } from './responses/responses-request.ts';

/** What takes a request of a client apart, by the endpoint that it calls. */
export const decoders: Readonly<Record<ClientDialect, DecodeRequest>> = {
  chat_completions: decodeChatRequest,
  messages: decodeMessagesRequest,
  responses: decodeResponsesRequest,
};
