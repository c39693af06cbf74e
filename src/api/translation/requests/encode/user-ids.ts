import { createHash } from 'node:crypto';
import { type Literal, textOf } from '../../json/json-node.ts';
import { literalOf } from '../../json/literal.ts';

/** OpenAI takes no longer ones. */
const longestIdentifier = 64;

/** An end user's id as OpenAI's dialects take it; the same for the same id. */
export function safetyIdentifier(id: Literal): { readonly id: Literal; readonly isHashed: boolean } {
  const text = textOf(id);
  if (text.length <= longestIdentifier) return { id, isHashed: false };
  return { id: literalOf(createHash('sha256').update(text).digest('hex')), isHashed: true };
}

/** True for an id that names a person, by mail or telephone: Anthropic refuses those. */
export function isPersonal(id: Literal): boolean {
  const text = textOf(id);
  return text.includes('@') || /^\+?[\d ().-]{7,}$/.test(text);
}
