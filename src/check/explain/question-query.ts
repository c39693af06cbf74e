/**
 * The form in which a question travels to a running gateway: `GET /api/explain?endpoint=...&model=...`. Lists are
 * separated by commas. Absent values are left out, except `model`, which is empty if a request names none. The answer
 * is an `Explanation` as JSON.
 */
import { deployedEndpoints, type EndpointName } from '../../api/endpoints/index.ts';
import { nestedIn, nestedText } from './nested-models-query.ts';
import { list, word } from './query-values.ts';
import type { ExplainQuestion } from './question.ts';
import { socketIn, socketWords } from './socket-query.ts';

/** The query of a question. */
export function queryOf(question: ExplainQuestion): URLSearchParams {
  const {
    endpoint,
    model,
    models,
    tags,
    key,
    down,
    needs = [],
    tokens,
    session,
    asActive,
    nested,
    socket,
  } = question;
  const query = new URLSearchParams({ endpoint });
  const lists = { models, tags, down, needs };
  const words = {
    model,
    key,
    input_tokens: tokens && String(tokens.input),
    output_tokens: tokens && String(tokens.output),
    session,
    nested: nested && nestedText(nested),
    as_active: asActive && 'true',
    ...socketWords(socket),
  };
  for (const [name, value] of Object.entries(words)) if (value !== undefined) query.set(name, value);
  if (model === undefined && models.length === 0) query.set('model', '');
  for (const [name, values] of Object.entries(lists)) for (const value of values) query.append(name, value);
  return query;
}

/** The question of a query. Throws an Error that names the faulty field. */
export function questionOf(query: URLSearchParams): ExplainQuestion {
  const [model, models] = [word(query, 'model'), list(query, 'models')];
  if (model === undefined && models.length === 0 && !query.has('model'))
    throw new Error('name the "model" of the request');
  const needs = list(query, 'needs');
  const input = count(word(query, 'input_tokens'), 'input_tokens');
  const output = count(word(query, 'output_tokens'), 'output_tokens');
  const session = word(query, 'session');
  const nested = word(query, 'nested');
  const socket = socketIn(query);
  const endpoint = endpointOf(word(query, 'endpoint') ?? 'chat_completions');
  return {
    endpoint,
    model,
    models,
    tags: list(query, 'tags'),
    key: word(query, 'key'),
    ...(word(query, 'as_active') === 'true' && { asActive: true as const }),
    down: list(query, 'down'),
    ...(needs.length > 0 && { needs }),
    ...(input !== undefined && output !== undefined && { tokens: { input, output } }),
    ...(session !== undefined && { session }),
    ...(nested !== undefined && { nested: nestedIn(nested, endpoint) }),
    ...(socket !== undefined && { socket }),
  };
}

/** Only `questionProblems`, which has the configuration, can tell if it exists. */
function endpointOf(value: string): EndpointName {
  if (!/^[a-z][a-z0-9_]{0,63}$/.test(value))
    throw new Error(`"endpoint" takes ${deployedEndpoints.join(', ')}`);
  return value as EndpointName;
}

function count(value: string | undefined, name: string): number | undefined {
  if (value === undefined) return undefined;
  if (!/^\d{1,15}(\.\d{1,6})?$/.test(value)) throw new Error(`"${name}" must be a number`);
  return Number(value);
}
