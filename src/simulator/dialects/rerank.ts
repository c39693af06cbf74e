import { askedOf, modelOf, numberOf, wrong } from '../asked-fields.ts';
import { asObject, asText, type JsonObject } from '../json-values.ts';
import { type Dialect, frame, sse } from '../simulated-dialect.ts';
import { type Failure, SimulatorRefusal } from '../simulator-refusal.ts';
import { countTokens } from '../tokens.ts';
import { error, errorEvent } from './openai.ts';

/** A unit of Cohere's is a query with so many documents. */
const documentsPerUnit = 100;

/** The fields of Cohere's second version; it refuses all others. */
const v2Fields = new Set(['model', 'query', 'documents', 'top_n', 'max_tokens_per_doc', 'priority']);

interface Ranked {
  readonly index: number;
  readonly relevance_score: number;
  readonly text: string;
}

type Making = (ranked: readonly Ranked[], id: string, body: JsonObject) => object;

function ranking(make: Making, more: Partial<Dialect> = {}): Dialect {
  const answer = (id: string, body: JsonObject) => make(rankedOf(body), id, body);
  return {
    requestIdHeader: 'x-request-id',
    error,
    errorEvent,
    read(body) {
      rankedOf(body);
      return askedOf(modelOf(body));
    },
    whole: (_, { id }, body) => answer(id, body),
    frames: (_, { id }, body) => [frame('mark', JSON.stringify(answer(id, body)))],
    ...more,
  };
}

const cohereError = ({ message }: Failure) => ({ message });
const ofCohere = { error: cohereError, errorEvent: (failure: Failure) => sse(cohereError(failure)) };

/** `POST /v1/rerank`, after Cohere's API reference of its first version: documents come back where that is asked for. */
export const cohereV1 = ranking(
  (ranked, id, body) => ({
    id: uuid(id),
    results: ranked.map(({ index, relevance_score, text }) => ({
      ...(body['return_documents'] === true && { document: { text } }),
      index,
      relevance_score,
    })),
    meta: { api_version: { version: '1' }, billed_units: billedUnits(body) },
  }),
  ofCohere,
);

/** `POST /v2/rerank`, after Cohere's API reference. */
export const cohereV2 = ranking(
  (ranked, id, body) => ({
    id: uuid(id),
    results: ranked.map(({ index, relevance_score }) => ({ index, relevance_score })),
    meta: { api_version: { version: '2' }, billed_units: billedUnits(body) },
  }),
  {
    ...ofCohere,
    read(body) {
      const strange = Object.keys(body).find((name) => !v2Fields.has(name));
      if (strange !== undefined) throw new SimulatorRefusal(422, `unknown field: parameter '${strange}'`);
      rankedOf(body);
      return askedOf(modelOf(body));
    },
  },
);

/**
 * `POST /rerank`, after Jina's API reference, which many servers follow, and for `texts` after that of Hugging Face's Text
 * Embeddings Inference.
 */
export const jina = ranking((ranked, _, body) => {
  if (body['texts'] !== undefined) {
    return ranked.map(({ index, relevance_score: score, text }) => ({
      index,
      ...(body['return_text'] === true && { text }),
      score,
    }));
  }
  const tokens = documentsOf(body).reduce((sum, text) => sum + countTokens(text), countTokens(queryOf(body)));
  return {
    model: modelOf(body),
    object: 'list',
    usage: { total_tokens: tokens },
    results: ranked.map(({ index, relevance_score, text }) => ({
      index,
      relevance_score,
      ...(body['return_documents'] !== false && { document: { text } }),
    })),
  };
});

function billedUnits(body: JsonObject): object {
  return { search_units: Math.ceil(documentsOf(body).length / documentsPerUnit) };
}

function queryOf({ query }: JsonObject): string {
  const text = asText(query) ?? asText(asObject(query)['text']);
  if (text === undefined || text === '') throw wrong('query', 'give a text');
  return text;
}

function documentsOf({ texts, documents = texts }: JsonObject): readonly string[] {
  if (!Array.isArray(documents) || documents.length === 0)
    throw wrong('documents', 'give at least one document, in a list');
  return documents.map((document: unknown) => asText(document) ?? asText(asObject(document)['text']) ?? '');
}

/** Best first, by the share of the query's words that a document has. */
function rankedOf(body: JsonObject): readonly Ranked[] {
  const words = new Set(wordsOf(queryOf(body)));
  const ranked = documentsOf(body).map((text, index) => {
    const own = new Set(wordsOf(text));
    const shared = [...words].filter((word) => own.has(word)).length;
    return { index, relevance_score: (shared + 0.01) / (words.size + 0.02), text };
  });
  ranked.sort((a, b) => b.relevance_score - a.relevance_score || a.index - b.index);
  return ranked.slice(0, numberOf(body, 'top_n', 1, Number.MAX_SAFE_INTEGER) ?? ranked.length);
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Of 24 hex digits. */
function uuid(id: string): string {
  const digits = `${id}00000000`;
  const cuts = [0, 8, 12, 16, 20, 32];
  return cuts
    .slice(1)
    .map((to, place) => digits.slice(cuts[place], to))
    .join('-');
}
