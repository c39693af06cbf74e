import type { ClientDialect } from '../../neutral/dialects.ts';
import type { DecodeRequest } from '../request-codec.ts';
import { decodeChatRequest } from './chat-completions/chat-request.ts';
import { decodeMessagesRequest } from './messages/messages-request.ts';

/** What takes a request of a client apart, by the endpoint that it calls. */
export const decoders = {
  chat_completions: decodeChatRequest,
  messages: decodeMessagesRequest,
} satisfies Partial<Readonly<Record<ClientDialect, DecodeRequest>>>;
