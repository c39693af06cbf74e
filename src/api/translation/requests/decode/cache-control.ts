import type { JsonObjectNode } from '../../json/json-node.ts';
import { memberOf } from '../../json/literal.ts';
import type { Block, CacheMark } from '../../neutral/turn-request.ts';
import { readMembers, rulesOf } from './member-rules.ts';
import { objectOfNode, optionalTextAt, under } from './member-values.ts';
import type { Draft } from './request-draft.ts';

// Another reader of the cache changes no answer.
const rules = rulesOf({ type: 'read', ttl: 'read', scope: 'drop' });

/** The mark that a block, a tool or a whole request has for the prompt cache. */
export function cacheMark(
  node: JsonObjectNode,
  path: string,
  draft: Draft,
): { readonly cacheMark?: CacheMark } {
  const member = memberOf(node, 'cache_control');
  if (member === undefined) return {};
  const markPath = under(path, 'cache_control');
  const mark = objectOfNode(member, markPath);
  readMembers(mark, markPath, rules, draft);
  const ttl = optionalTextAt(mark, 'ttl', markPath);
  return { cacheMark: { path: markPath, ...(ttl !== undefined && { ttl }) } };
}

/** The blocks of a message that is marked itself: the mark is behind all of them, where none of its own stands. */
export function withMark(
  blocks: readonly Block[],
  mark: { readonly cacheMark?: CacheMark },
): readonly Block[] {
  const last = blocks.at(-1);
  if (mark.cacheMark === undefined || last === undefined) return blocks;
  return [...blocks.slice(0, -1), { ...mark, ...last }];
}
