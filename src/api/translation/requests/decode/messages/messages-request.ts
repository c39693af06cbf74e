import { efforts } from '../../../../../config/translation-settings.ts';
import type { JsonNode } from '../../../json/json-node.ts';
import { memberOf } from '../../../json/literal.ts';
import type { DecodeRequest } from '../../request-codec.ts';
import { cacheMark } from '../cache-control.ts';
import { readMembers, rulesOf } from '../member-rules.ts';
import {
  countOfNode,
  isTrueNode,
  itemsOfNode,
  literalOfNode,
  objectOfNode,
  textOfNode,
  under,
  wordOfNode,
} from '../member-values.ts';
import { numberField } from '../openai-fields.ts';
import { Draft } from '../request-draft.ts';
import { readThinking } from '../thinking-field.ts';
import { readMessagesChoice, readMessagesTools } from './messages-tools.ts';
import { readMessagesTurns, readSystem } from './messages-turns.ts';

const rules = rulesOf({
  // The fields that the gateway itself reads.
  model: 'nothing',
  models: 'nothing',
  tags: 'nothing',
  stream: (node, path, draft) => {
    draft.isStream = isTrueNode(node, path);
  },
  max_tokens: (node, path, draft) => {
    const bound = countOfNode(node, path);
    if (bound > 0) draft.set('maxTokens', path, bound);
    else draft.never(path, 'a bound of 0 only fills a cache');
  },
  messages: 'read',
  system: 'read',
  tools: 'read',
  tool_choice: 'read',
  temperature: numberField('temperature'),
  top_p: numberField('topP'),
  top_k: numberField('topK'),
  stop_sequences: (node, path, draft) => {
    const stop = itemsOfNode(node, path).map((item) => literalOfNode(item, path));
    if (stop.length > 0) draft.set('stop', path, stop);
  },
  thinking: readThinking,
  output_config: (node, path, draft) => readMembers(objectOfNode(node, path), path, outputRules, draft),
  cache_control: 'read',
  metadata: (node, path, draft) => readMembers(objectOfNode(node, path), path, metadataRules, draft),
  service_tier: (node, path, draft) => {
    const tier = textOfNode(node, path);
    if (tier !== 'auto') draft.set('serviceTier', path, tier === 'standard_only' ? 'default' : tier);
  },
  container: { never: 'it names what another backend keeps' },
  user_profile_id: 'drop',
  workspace_id: 'drop',
  context_management: 'drop',
  compaction: 'drop',
  speed: 'drop',
  diagnostics: 'drop',
  inference_geo: 'drop',
  billing_policy: 'drop',
  fallback_credit_token: 'drop',
  safeguards: 'drop',
  context_hint: 'drop',
  fallbacks: 'drop',
  mcp_servers: 'refuse',
  thread: 'refuse',
});

/** The fields that such a request may have, as far as anybody knows. */
export const messagesFields: readonly string[] = [...rules.keys()];

const outputRules = rulesOf({
  effort: (node, path, draft) => draft.set('effort', path, wordOfNode(node, path, efforts)),
  format: readFormat,
  task_budget: 'drop',
});
const formatRules = rulesOf({ type: 'read', schema: 'read' });
const metadataRules = rulesOf({
  user_id: (node, path, draft) => draft.set('userId', path, literalOfNode(node, path)),
});

/** Reads a request of messages. */
export const decodeMessagesRequest: DecodeRequest = (body) => {
  const draft = new Draft('messages');
  draft.shows = 'nothing';
  readMembers(body, '', rules, draft);
  const whole = cacheMark(body, '', draft);
  if (whole.cacheMark !== undefined) draft.set('cacheAll', whole.cacheMark.path, whole.cacheMark);
  const tools = memberOf(body, 'tools');
  const hosted = tools === undefined ? new Map<string, string>() : readMessagesTools(tools, 'tools', draft);
  const choice = memberOf(body, 'tool_choice');
  if (choice !== undefined) readMessagesChoice(choice, 'tool_choice', hosted, draft);
  readSystem(body.members.get('system'), draft);
  readMessagesTurns(itemsOfNode(body.members.get('messages'), 'messages'), draft);
  return draft.done();
};

function readFormat(node: JsonNode, path: string, draft: Draft): void {
  const format = objectOfNode(node, path);
  readMembers(format, path, formatRules, draft);
  wordOfNode(format.members.get('type'), under(path, 'type'), ['json_schema']);
  const schema = objectOfNode(format.members.get('schema'), under(path, 'schema')).raw;
  // Schemas are always followed to the letter there.
  draft.set('format', path, { kind: 'schema', schema, strict: true });
}
