/**
 * Fields of requests of chat completions that are not OpenAI's and that many clients send all the same: OpenRouter's
 * (openrouter.ai, "Reasoning Tokens", "Prompt Caching", "Usage Accounting"), vLLM's `include_reasoning`, and `thinking` as
 * Anthropic's own compatible endpoint takes it ("OpenAI SDK compatibility").
 */

import { efforts } from '../../../../../config/translation-settings.ts';
import type { JsonNode } from '../../../json/json-node.ts';
import { memberOf } from '../../../json/literal.ts';
import { type MemberRule, readMembers, rulesOf } from '../member-rules.ts';
import { countOfNode, isTrueNode, objectOfNode, under, wordOfNode } from '../member-values.ts';
import type { Draft } from '../request-draft.ts';
import { readThinking } from '../thinking-field.ts';

export const chatExtensions: Readonly<Record<string, MemberRule>> = {
  cache_control: 'read',
  thinking: readThinking,
  reasoning: readReasoning,
  include_reasoning: (node, path, draft) => {
    if (!isTrueNode(node, path)) draft.shows = 'nothing';
  },
  usage: (node, path, draft) => readMembers(objectOfNode(node, path), path, usageRules, draft),
};

const usageRules = rulesOf({
  include: (node, path, draft) => {
    if (isTrueNode(node, path)) draft.usageInStream = true;
  },
});

const reasoningRules = rulesOf({
  effort: (node, path, draft) => draft.set('effort', path, wordOfNode(node, path, efforts)),
  max_tokens: 'read',
  enabled: 'read',
  exclude: (node, path, draft) => {
    if (isTrueNode(node, path)) draft.shows = 'nothing';
  },
  summary: 'drop',
});

function readReasoning(node: JsonNode, path: string, draft: Draft): void {
  const config = objectOfNode(node, path);
  readMembers(config, path, reasoningRules, draft);
  const bound = memberOf(config, 'max_tokens');
  const enabled = memberOf(config, 'enabled');
  const isOn = enabled === undefined ? undefined : isTrueNode(enabled, under(path, 'enabled'));
  if (isOn === false) draft.set('thinking', under(path, 'enabled'), { mode: 'off' });
  else if (bound !== undefined) {
    const budget = countOfNode(bound, under(path, 'max_tokens'));
    draft.set('thinking', under(path, 'max_tokens'), { mode: 'budget', budget });
  } else if (isOn) draft.set('thinking', under(path, 'enabled'), { mode: 'auto' });
}
