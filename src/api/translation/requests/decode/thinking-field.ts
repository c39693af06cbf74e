import type { JsonNode, JsonObjectNode } from '../../json/json-node.ts';
import { memberOf } from '../../json/literal.ts';
import type { Thinking } from '../../neutral/turn-request.ts';
import { readMembers, rulesOf } from './member-rules.ts';
import { countOfNode, objectOfNode, optionalTextAt, under, wordOfNode } from './member-values.ts';
import type { Draft } from './request-draft.ts';

// The earlier thoughts shown to the model are those of the conversation.
const rules = rulesOf({ type: 'read', budget_tokens: 'read', display: 'read', clear_thinking: 'drop' });
const types = ['disabled', 'adaptive', 'between_tools', 'enabled'] as const;

/**
 * Reads `thinking` of messages, which servers of chat completions take too (Anthropic's own compatible endpoint; DeepSeek,
 * GLM and Kimi without a budget).
 */
export function readThinking(node: JsonNode, path: string, draft: Draft): void {
  const config = objectOfNode(node, path);
  readMembers(config, path, rules, draft);
  const thinking = thinkingOf(config, path, draft);
  draft.set('thinking', path, thinking);
  if (thinking.mode !== 'off') {
    draft.shows = optionalTextAt(config, 'display', path) === 'omitted' ? 'seal_only' : 'text';
  }
}

function thinkingOf(config: JsonObjectNode, path: string, { client }: Draft): Thinking {
  const type = wordOfNode(config.members.get('type'), under(path, 'type'), types);
  if (type === 'disabled') return { mode: 'off' };
  if (type === 'adaptive') return { mode: 'auto' };
  if (type === 'between_tools') return { mode: type };
  const budget = memberOf(config, 'budget_tokens');
  if (budget === undefined && client === 'chat_completions') return { mode: 'auto' };
  return { mode: 'budget', budget: countOfNode(budget, under(path, 'budget_tokens')) };
}
