/**
 * The common part of requests that share a cached prefix at a server: tools, instructions, and the conversation up to
 * the end of the first message of a user. Further turns of a conversation have the same, and so have others who ask the
 * same.
 */
import { createHash } from 'node:crypto';
import { isObject, type JsonObject } from '../../lib/json.ts';
import type { JsonBody } from './json-body.ts';
import { shortenedAt } from './scan-json.ts';

/** The fields that servers put before a conversation, in any place of the body. */
const before = ['tools', 'instructions', 'system'] as const;

/**
 * A digest of the prefix; undefined for a body without a message of a user, and for one that may be stored: what goes on with
 * it names it, and no beginning.
 */
export function promptPrefix(body: JsonBody): string | undefined {
  const { skeleton } = body;
  const beginning = conversationStart(skeleton);
  if (beginning === undefined) return undefined;
  const prefix = [...before.map((name) => skeleton[name] ?? null), beginning];
  const text = body.isWhole
    ? JSON.stringify(prefix)
    : JSON.stringify(prefix, (_, value) => whole(value, body));
  return createHash('sha256').update(text).digest('base64');
}

function conversationStart({ messages, input, store }: JsonObject): unknown {
  if (messages === undefined && store !== false) return undefined;
  const items = messages ?? input;
  if (!Array.isArray(items)) return typeof items === 'string' ? items : undefined;
  const first = items.findIndex((item) => isObject(item) && item['role'] === 'user');
  return first < 0 ? undefined : items.slice(0, first + 1);
}

/** A long text has a digest in its place, wherever in the body it stands. */
function whole(value: unknown, body: JsonBody): unknown {
  const bytes = typeof value === 'string' ? shortenedAt(body.bytes, value) : undefined;
  return bytes === undefined ? value : createHash('sha256').update(bytes).digest('base64');
}
