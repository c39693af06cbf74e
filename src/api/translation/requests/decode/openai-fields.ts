/** Fields that requests of chat completions and of responses have in common. */
import type { JsonObjectNode } from '../../json/json-node.ts';
import { memberOf } from '../../json/literal.ts';
import type { CacheMark, FieldName, FieldValues } from '../../neutral/turn-request.ts';
import { cacheMark } from './cache-control.ts';
import { type MemberRule, readMembers, rulesOf } from './member-rules.ts';
import {
  isTrueNode,
  literalOfNode,
  numberOfNode,
  objectOfNode,
  optionalTextAt,
  textOfNode,
  under,
} from './member-values.ts';
import type { Draft } from './request-draft.ts';

type NamesOf<Value> = { [Name in FieldName]: Value extends FieldValues[Name] ? Name : never }[FieldName];

export function numberField(name: NamesOf<ReturnType<typeof numberOfNode>>): MemberRule {
  return (node, path, draft) => draft.set(name, path, numberOfNode(node, path));
}

/** A number that asks for nothing where it is 0. */
export function penaltyField(name: 'frequencyPenalty' | 'presencePenalty'): MemberRule {
  return (node, path, draft) => {
    const value = numberOfNode(node, path);
    if (Number(value) !== 0) draft.set(name, path, value);
  };
}

export function stringField(name: NamesOf<ReturnType<typeof literalOfNode>>): MemberRule {
  return (node, path, draft) => draft.set(name, path, literalOfNode(node, path));
}

/** An object that is carried as it stands; an empty one says nothing. */
export function objectField(
  name: 'metadata' | 'logitBias' | 'prediction' | 'moderation' | 'cacheOptions',
): MemberRule {
  return (node, path, draft) => {
    const { members, raw } = objectOfNode(node, path);
    if (members.size > 0) draft.set(name, path, raw);
  };
}

export const openaiFields: Readonly<Record<string, MemberRule>> = {
  // The fields that the gateway itself reads.
  model: 'nothing',
  models: 'nothing',
  tags: 'nothing',
  stream: (node, path, draft) => {
    draft.isStream = isTrueNode(node, path);
  },
  temperature: numberField('temperature'),
  top_p: numberField('topP'),
  metadata: objectField('metadata'),
  moderation: objectField('moderation'),
  user: stringField('user'),
  safety_identifier: stringField('safetyIdentifier'),
  prompt_cache_key: stringField('cacheKey'),
  prompt_cache_retention: (node, path, draft) => draft.set('cacheRetention', path, literalOfNode(node, path)),
  prompt_cache_options: objectField('cacheOptions'),
  service_tier: (node, path, draft) => {
    const tier = textOfNode(node, path);
    if (tier !== 'auto') draft.set('serviceTier', path, tier);
  },
  parallel_tool_calls: (node, path, draft) => draft.set('parallelCalls', path, isTrueNode(node, path)),
};

const breakpointRules = rulesOf({ mode: 'read', ttl: 'read' });

/** Both words by which a part can be marked for the prompt cache: OpenAI's, and the one that OpenRouter and LangChain took over. */
export const markMembers = { prompt_cache_breakpoint: 'read', cache_control: 'read' } as const;

/** The mark of a part for the prompt cache. */
export function markOfPart(
  part: JsonObjectNode,
  path: string,
  draft: Draft,
): { readonly cacheMark?: CacheMark } {
  const other = cacheMark(part, path, draft);
  const node = memberOf(part, 'prompt_cache_breakpoint');
  if (node === undefined) return other;
  // One mark is all that a target has a place for.
  if (other.cacheMark !== undefined) draft.drop(other.cacheMark.path);
  const markPath = under(path, 'prompt_cache_breakpoint');
  const mark = objectOfNode(node, markPath);
  readMembers(mark, markPath, breakpointRules, draft);
  const ttl = optionalTextAt(mark, 'ttl', markPath);
  return { cacheMark: { path: markPath, ...(ttl !== undefined && { ttl }) } };
}
