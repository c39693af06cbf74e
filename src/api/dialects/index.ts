import type { CodedDialect } from '../endpoints/endpoint.ts';
import { type EndpointName, perEndpoint } from '../endpoints/index.ts';
import { chatCompletions } from './chat-completions/chat-completions.ts';
import { completions } from './completions/completions.ts';
import type { Dialect } from './dialect.ts';
import { jsonDialect } from './json/json-dialect.ts';
import { messages } from './messages/messages.ts';
import { responses } from './responses/responses.ts';

const coded: Readonly<Record<CodedDialect, Dialect>> = {
  chat_completions: chatCompletions,
  completions,
  messages,
  responses,
};

/** The dialect that the clients of each endpoint speak. */
export const dialectOf: Readonly<Record<EndpointName, Dialect>> = perEndpoint((endpoint) =>
  endpoint.dialect === 'json'
    ? jsonDialect(endpoint.usage, endpoint.events, endpoint.files)
    : coded[endpoint.dialect],
);
