import type { CodedDialect, Family } from '../../api/endpoints/endpoint.ts';
import {
  type EndpointName,
  endpoints,
  familyOfPath,
  type ServedEndpoint,
} from '../../api/endpoints/index.ts';
import type { Dialect } from '../simulated-dialect.ts';
import { chatCompletions } from './chat-completions.ts';
import { completions } from './completions.ts';
import { countTokens } from './count-tokens.ts';
import { embeddings } from './embeddings.ts';
import { messages } from './messages.ts';
import { passThrough } from './pass-through.ts';
import { responses } from './responses.ts';

const coded: Readonly<Record<CodedDialect, Dialect>> = {
  chat_completions: chatCompletions,
  completions,
  messages,
  responses,
};

/** Whose words are used where an endpoint has none of its own. */
const ofFamilies: Readonly<Record<Family, Dialect>> = { openai: chatCompletions, anthropic: messages };

/** What passes through the gateway, and is more here than its sample. */
const answered: Readonly<Partial<Record<EndpointName, Dialect>>> = { count_tokens: countTokens, embeddings };

function simulated(endpoint: ServedEndpoint): Dialect {
  if (endpoint.dialect === 'json') {
    return answered[endpoint.name] ?? passThrough(endpoint, ofFamilies[endpoint.family]);
  }
  return coded[endpoint.dialect];
}

/** What is answered at a path. */
export const dialectAt: ReadonlyMap<string, Dialect> = new Map(
  Object.values(endpoints).map((endpoint) => [endpoint.path, simulated(endpoint)]),
);

/** In whose words an error at a path is put, also where nothing is. */
export function dialectFor(path: string): Dialect {
  return dialectAt.get(path) ?? ofFamilies[familyOfPath(path)];
}
