import type { ClientDialect } from '../../neutral/dialects.ts';
import type { DecodeRequest } from '../request-codec.ts';
import { chatFields, decodeChatRequest } from './chat-completions/chat-request.ts';
import { decodeMessagesRequest, messagesFields } from './messages/messages-request.ts';
import { decodeResponsesRequest, responsesFields } from './responses/responses-request.ts';

/** The decoders of clients' requests, by the called endpoint. */
export const decoders: Readonly<Record<ClientDialect, DecodeRequest>> = {
  chat_completions: decodeChatRequest,
  messages: decodeMessagesRequest,
  responses: decodeResponsesRequest,
};

/** The fields that requests may have, as far as anybody knows. */
export const requestFields: Readonly<Record<ClientDialect, readonly string[]>> = {
  chat_completions: chatFields,
  messages: messagesFields,
  responses: responsesFields,
};

const allFields: ReadonlySet<string> = new Set(Object.values(requestFields).flat());

/** True for a field name in requests of any dialect. */
export function isRequestField(name: string): boolean {
  return allFields.has(name);
}
