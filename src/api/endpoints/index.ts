import type { EndpointName } from '../../config/types.ts';
import { chatCompletions } from './chat-completions.ts';
import { completions } from './completions.ts';
import type { Endpoint } from './endpoint.ts';
import { messages } from './messages.ts';
import { responses } from './responses.ts';

/** Every endpoint that takes a body, by the name that configuration and tags use. */
export const endpoints: Readonly<Record<EndpointName, Endpoint>> = {
  chat_completions: chatCompletions,
  completions,
  messages,
  responses,
};

/** The same by path. A request's path is compared as it came: nothing decoded, nothing normalised. */
export const endpointByPath: ReadonlyMap<string, Endpoint> = new Map(
  Object.values(endpoints).map((endpoint) => [endpoint.path, endpoint]),
);
