import type { BackendDialect } from '../../neutral/dialects.ts';
import type { EncodeRequest } from '../request-codec.ts';
import { encodeChatRequest } from './chat-completions/chat-request.ts';
import { encodeMessagesRequest } from './messages/messages-request.ts';

/** What says a request in a dialect that backends are asked in. */
export const encoders = {
  chat_completions: encodeChatRequest,
  messages: encodeMessagesRequest,
} satisfies Partial<Readonly<Record<BackendDialect, EncodeRequest>>>;
