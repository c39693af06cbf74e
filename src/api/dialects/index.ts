import type { TargetDialect } from '../../config/target-dialects/index.ts';
import type { CodedDialect } from '../endpoints/endpoint.ts';
import { type BuiltInName, perEndpoint, type ServedEndpoint } from '../endpoints/index.ts';
import { bedrockConverse } from './bedrock-converse/bedrock-converse.ts';
import { chatCompletions } from './chat-completions/chat-completions.ts';
import { completions } from './completions/completions.ts';
import type { Dialect } from './dialect.ts';
import { gemini } from './gemini/gemini.ts';
import { jsonDialect } from './json/json-dialect.ts';
import { messages } from './messages/messages.ts';
import { responses } from './responses/responses.ts';

const coded: Readonly<Record<CodedDialect, Dialect>> = {
  chat_completions: chatCompletions,
  completions,
  messages,
  responses,
};

/** The dialect that the clients of each endpoint speak that comes with the gateway. */
export const dialectOf: Readonly<Record<BuiltInName, Dialect>> = perEndpoint(made);

function made(endpoint: ServedEndpoint): Dialect {
  return endpoint.dialect === 'json' ? jsonDialect(endpoint) : coded[endpoint.dialect];
}

/** The dialect of a backend behind a translation. */
export function targetDialect(to: TargetDialect): Dialect {
  return targets[to];
}

const targets: Readonly<Record<TargetDialect, Dialect>> = {
  chat_completions: chatCompletions,
  messages,
  responses,
  gemini,
  bedrock_converse: bedrockConverse,
};

const declared = new WeakMap<ServedEndpoint, Dialect>();

/** The dialect that the clients of an endpoint speak. */
export function dialectFor(endpoint: ServedEndpoint): Dialect {
  if (endpoint.model === undefined) return dialectOf[endpoint.name as BuiltInName];
  const known = declared.get(endpoint);
  if (known !== undefined) return known;
  const fresh = made(endpoint);
  declared.set(endpoint, fresh);
  return fresh;
}
