import type { JsonNode, JsonObjectNode } from '../../json/json-node.ts';
import { UndecodableRequest } from '../request-codec.ts';
import { under } from './member-values.ts';
import type { Draft } from './request-draft.ts';

/**
 * A decoder's rule for a member of an object: the object's reader `read`s it, it has `nothing` of importance, or it has
 * no equivalent in other dialects (`drop`, `refuse`, `never`, as in `Unsaid`); or it is read here and now.
 */
export type MemberRule =
  | 'read'
  | 'nothing'
  | 'drop'
  | 'refuse'
  | { readonly never: string }
  | ((node: JsonNode, path: string, draft: Draft) => void);

export type MemberRules = ReadonlyMap<string, MemberRule>;

export function rulesOf(rules: Readonly<Record<string, MemberRule>>): MemberRules {
  return new Map(Object.entries(rules));
}

/**
 * Goes through the members of an object that is taken apart. One that has no rule is noted as unknown; null is what is not
 * there.
 *
 * @param path Of the object: '' for the root.
 * @throws {UndecodableRequest} One stands there twice: the backend might see the other than the gateway.
 */
export function readMembers(node: JsonObjectNode, path: string, rules: MemberRules, draft: Draft): void {
  if (node.doubled !== undefined) {
    const doubled = under(path, shown(node.doubled));
    throw new UndecodableRequest(doubled, `\`${doubled}\` occurs there twice: send it once.`, 'invalid_json');
  }
  for (const [name, member] of node.members) {
    const rule = rules.get(name);
    if (rule === 'read' || rule === 'nothing' || member.kind === 'null') continue;
    const memberPath = under(path, rule === undefined ? shown(name) : name);
    if (rule === undefined) draft.unsaid.push({ path: memberPath, rule: 'refuse', isUnknown: true });
    else if (rule === 'drop') draft.drop(memberPath);
    else if (rule === 'refuse') draft.refuse(memberPath);
    else if (typeof rule === 'object') draft.never(memberPath, rule.never);
    else rule(member, memberPath, draft);
  }
}

/** Longer names are no field's. */
const longestName = 64;

function shown(name: string): string {
  return name.length > longestName ? `${name.slice(0, longestName)}...` : name;
}
