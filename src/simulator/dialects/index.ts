import type { CodedDialect, ModelFamily } from '../../api/endpoints/endpoint.ts';
import {
  type EndpointName,
  endpoints,
  familyOfPath,
  pathsOf,
  type ServedEndpoint,
} from '../../api/endpoints/index.ts';
import type { Dialect } from '../simulated-dialect.ts';
import { converse, conversePath } from './bedrock/converse.ts';
import { invoke, invokePath } from './bedrock/invoke.ts';
import { chatCompletions } from './chat-completions.ts';
import { completions } from './completions.ts';
import { countTokens } from './count-tokens.ts';
import { embeddings } from './embeddings.ts';
import { gemini, geminiPath } from './gemini.ts';
import { imageEdits, imageVariations } from './image-edits.ts';
import { images } from './images.ts';
import { messages } from './messages.ts';
import { moderations } from './moderations.ts';
import { passThrough } from './pass-through.ts';
import { cohereV1, cohereV2, jina } from './rerank.ts';
import { responses } from './responses.ts';
import { responsesCompact, responsesInputTokens } from './responses-compact-and-tokens.ts';
import { speech } from './speech.ts';
import { transcriptions, translations } from './transcriptions.ts';

const coded: Readonly<Record<CodedDialect, Dialect>> = {
  chat_completions: chatCompletions,
  completions,
  messages,
  responses,
};

/** The dialect of errors for an endpoint without its own. */
const ofFamilies: Readonly<Record<ModelFamily, Dialect>> = { openai: chatCompletions, anthropic: messages };

/** The endpoints that pass through the gateway, and answer more here than their sample. */
const answered: Readonly<Partial<Record<EndpointName, Dialect>>> = {
  count_tokens: countTokens,
  embeddings,
  image_edits: imageEdits,
  image_variations: imageVariations,
  images,
  moderations,
  responses_compact: responsesCompact,
  responses_input_tokens: responsesInputTokens,
  speech,
  transcriptions,
  translations,
};

/** The paths of one endpoint with different answers. */
const answeredAt: Readonly<Record<string, Dialect>> = {
  '/v1/rerank': cohereV1,
  '/v2/rerank': cohereV2,
  '/rerank': jina,
};

function simulated(endpoint: ServedEndpoint, path: string): Dialect {
  if (endpoint.dialect === 'json') {
    return answeredAt[path] ?? answered[endpoint.name] ?? passThrough(endpoint, ofFamilies[endpoint.family]);
  }
  return coded[endpoint.dialect];
}

const atPath: ReadonlyMap<string, Dialect> = new Map(
  Object.values(endpoints).flatMap((endpoint) =>
    pathsOf(endpoint).map((path) => [path, simulated(endpoint, path)] as const),
  ),
);

/** The vendors' paths with a model in them. */
const atPattern: readonly (readonly [path: RegExp, dialect: Dialect])[] = [
  [geminiPath, gemini],
  [conversePath, converse],
  [invokePath, invoke],
];

/** The dialect at a path; undefined for none. */
export function dialectAt(path: string): Dialect | undefined {
  return atPath.get(path) ?? atPattern.find(([pattern]) => pattern.test(path))?.[1];
}

/** In whose words an error at a path is put, also where nothing is. */
export function dialectFor(path: string): Dialect {
  return dialectAt(path) ?? ofFamilies[familyOfPath(path)];
}
