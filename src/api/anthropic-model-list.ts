/**
 * The list of models in the form of Anthropic's `GET /v1/models`, a page at a time: `ModelInfo` and `Page` of
 * @anthropic-ai/sdk 1.11. Claude Code asks for `?limit=1000` and shows `display_name` ("Gateway protocol reference").
 */
import { GatewayError } from '../errors.ts';
import type { ModelEntry } from './model-list.ts';

/** "List Models" of Anthropic's API reference: so many where none is said, and at most. */
const usualLimit = 20;
const mostLimit = 1000;

/** The part of the list that a request asks for. */
interface Page {
  readonly limit: number;
  /** The page begins behind this model, */
  readonly afterId: string | undefined;
  /** or ends before this one. Where neither is given it begins with the list. */
  readonly beforeId: string | undefined;
}

/**
 * Reads `limit`, `after_id` and `before_id` of a query.
 *
 * @throws GatewayError `invalid_value` for a limit outside of 1 to 1000, and where both ids are given
 */
export function pageOf(query: string): Page {
  const asked = new URLSearchParams(query);
  const written = asked.get('limit');
  const limit = written === null ? usualLimit : /^\d{1,4}$/.test(written) ? Number(written) : 0;
  if (limit < 1 || limit > mostLimit) {
    throw new GatewayError('invalid_value', `\`limit\` must be a whole number from 1 to ${mostLimit}.`, {
      param: 'limit',
    });
  }
  const afterId = asked.get('after_id') ?? undefined;
  const beforeId = asked.get('before_id') ?? undefined;
  if (afterId !== undefined && beforeId !== undefined) {
    throw new GatewayError('invalid_value', 'Send `after_id` or `before_id`, not both.', {
      param: 'before_id',
    });
  }
  return { limit, afterId, beforeId };
}

/** The body of one page. Throws `invalid_value` where the id that it hangs on is not in the list. */
export function renderPage(entries: readonly ModelEntry[], { limit, afterId, beforeId }: Page): Buffer {
  const placeOf = (id: string, param: string): number => {
    const place = entries.findIndex((entry) => entry.id === id);
    if (place !== -1) return place;
    throw new GatewayError('invalid_value', `\`${param}\` names no model of the list.`, { param });
  };
  let start = afterId === undefined ? 0 : placeOf(afterId, 'after_id') + 1;
  let end = Math.min(entries.length, start + limit);
  if (beforeId !== undefined) {
    end = placeOf(beforeId, 'before_id');
    start = Math.max(0, end - limit);
  }
  const data = entries.slice(start, end).map(shown);
  return Buffer.from(
    JSON.stringify({
      data,
      has_more: beforeId === undefined ? end < entries.length : start > 0,
      first_id: data[0]?.id ?? null,
      last_id: data.at(-1)?.id ?? null,
    }),
  );
}

/** The body of `GET /v1/models/{id}`. */
export function renderAnthropicModel(entry: ModelEntry): Buffer {
  return Buffer.from(JSON.stringify(shown(entry)));
}

/** A model as Anthropic's API describes it: fields that the gateway does not know are null. */
function shown({ id, created, displayName, description, tags }: ModelEntry) {
  return {
    type: 'model',
    id,
    display_name: displayName ?? id,
    created_at: new Date(created * 1000).toISOString().replace('.000Z', 'Z'),
    lifecycle: 'active',
    capabilities: null,
    deprecated_at: null,
    line: null,
    max_input_tokens: null,
    max_tokens: null,
    retires_at: null,
    ...(description === undefined ? {} : { description }),
    ...(tags.length === 0 ? {} : { tags }),
  };
}
