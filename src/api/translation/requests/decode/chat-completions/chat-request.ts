import { efforts } from '../../../../../config/translation-settings.ts';
import type { JsonNode, JsonObjectNode } from '../../../json/json-node.ts';
import { memberOf, memberText } from '../../../json/literal.ts';
import type { DecodeRequest } from '../../request-codec.ts';
import { cacheMark } from '../cache-control.ts';
import { schemaFormat } from '../json-format.ts';
import { readMembers, rulesOf } from '../member-rules.ts';
import {
  countOfNode,
  isTrueNode,
  itemsOfNode,
  literalOfNode,
  objectOfNode,
  under,
  wordOfNode,
  wrong,
} from '../member-values.ts';
import { numberField, objectField, openaiFields, penaltyField, stringField } from '../openai-fields.ts';
import { Draft } from '../request-draft.ts';
import { chatExtensions } from './chat-extensions.ts';
import { readChatChoice, readChatTools } from './chat-tools.ts';
import { readChatTurns } from './chat-turns.ts';

const useTools = { never: 'it is deprecated: use `tools` and `tool_choice`' };

const rules = rulesOf({
  ...openaiFields,
  messages: 'read',
  max_completion_tokens: 'read',
  max_tokens: 'read',
  logprobs: 'read',
  top_logprobs: 'read',
  top_k: numberField('topK'),
  frequency_penalty: penaltyField('frequencyPenalty'),
  presence_penalty: penaltyField('presencePenalty'),
  seed: numberField('seed'),
  logit_bias: objectField('logitBias'),
  prediction: objectField('prediction'),
  verbosity: stringField('verbosity'),
  stop: (node, path, draft) => {
    const stop =
      node.kind === 'string' ? [node.raw] : itemsOfNode(node, path).map((item) => literalOfNode(item, path));
    if (stop.length > 0) draft.set('stop', path, stop);
  },
  n: (node, path, draft) => {
    const copies = countOfNode(node, path);
    if (copies > 1) draft.set('copies', path, copies);
  },
  stream_options: (node, path, draft) => readMembers(objectOfNode(node, path), path, streamRules, draft),
  tools: readChatTools,
  tool_choice: readChatChoice,
  response_format: readFormat,
  reasoning_effort: (node, path, draft) => draft.set('effort', path, wordOfNode(node, path, efforts)),
  ...chatExtensions,
  store: (node, path, draft) => {
    if (isTrueNode(node, path)) draft.set('store', path, true);
  },
  modalities: (node, path, draft) => {
    if (itemsOfNode(node, path).some((item) => item.raw !== '"text"')) {
      draft.never(path, 'answers are text alone');
    }
  },
  audio: { never: 'answers are text alone' },
  web_search_options: { never: 'searching is not translated' },
  functions: useTools,
  function_call: useTools,
});

/** The fields that such a request may have, as far as anybody knows. */
export const chatFields: readonly string[] = [...rules.keys()];

const streamRules = rulesOf({
  include_usage: (node, path, draft) => {
    draft.usageInStream = isTrueNode(node, path);
  },
  include_obfuscation: (node, path, draft) => {
    if (isTrueNode(node, path)) draft.set('obfuscation', path, true);
  },
});

const formatRules = rulesOf({ type: 'read', json_schema: 'read' });
const schemaRules = rulesOf({ name: 'read', description: 'read', schema: 'read', strict: 'read' });

/** Reads a request of chat completions. */
export const decodeChatRequest: DecodeRequest = (body) => {
  const draft = new Draft('chat_completions');
  draft.usageInStream = false;
  readMembers(body, '', rules, draft);
  const whole = cacheMark(body, '', draft);
  if (whole.cacheMark !== undefined) draft.set('cacheAll', whole.cacheMark.path, whole.cacheMark);
  readTokenBounds(body, draft);
  readLogprobs(body, draft);
  readChatTurns(itemsOfNode(body.members.get('messages'), 'messages'), draft);
  return draft.done();
};

function readTokenBounds(body: JsonObjectNode, draft: Draft): void {
  const [bound, other] = ['max_completion_tokens', 'max_tokens']
    .map((path) => ({ path, node: memberOf(body, path) }))
    .filter(({ node }) => node !== undefined)
    .map(({ path, node }) => ({ path, value: countOfNode(node, path) }));
  if (bound === undefined) return;
  draft.set('maxTokens', bound.path, bound.value);
  if (other !== undefined && other.value !== bound.value)
    draft.set('otherMaxTokens', other.path, other.value);
}

/** `top_logprobs` says nothing without `logprobs`. */
function readLogprobs(body: JsonObjectNode, draft: Draft): void {
  const wanted = memberOf(body, 'logprobs');
  if (wanted === undefined || !isTrueNode(wanted, 'logprobs')) return;
  const top = memberOf(body, 'top_logprobs');
  draft.set('logprobs', 'logprobs', top === undefined ? 0 : countOfNode(top, 'top_logprobs'));
}

function readFormat(node: JsonNode, path: string, draft: Draft): void {
  const format = objectOfNode(node, path);
  readMembers(format, path, formatRules, draft);
  const type = memberText(format, 'type');
  if (type === 'text') return;
  if (type === 'json_object') draft.set('format', path, { kind: 'json' });
  else if (type === 'json_schema') {
    const schemaPath = under(path, 'json_schema');
    const schema = objectOfNode(format.members.get('json_schema'), schemaPath);
    readMembers(schema, schemaPath, schemaRules, draft);
    draft.set('format', path, schemaFormat(schema, schemaPath));
  } else throw wrong(under(path, 'type'), 'one of "text", "json_object", "json_schema"');
}
