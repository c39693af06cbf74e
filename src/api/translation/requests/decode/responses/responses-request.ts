import { efforts } from '../../../../../config/translation-settings.ts';
import type { JsonNode, JsonObjectNode } from '../../../json/json-node.ts';
import { memberOf, memberText } from '../../../json/literal.ts';
import type { DecodeRequest } from '../../request-codec.ts';
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
import { openaiFields, stringField } from '../openai-fields.ts';
import { Draft } from '../request-draft.ts';
import { readItems } from './responses-items.ts';
import { readResponsesChoice, readResponsesTools } from './responses-tools.ts';

const keepsNothing = {
  never: 'this model is served by translation, which keeps no state: send the whole input',
};

const rules = rulesOf({
  ...openaiFields,
  input: 'read',
  instructions: 'read',
  include: 'read',
  top_logprobs: 'read',
  max_output_tokens: (node, path, draft) => draft.set('maxTokens', path, countOfNode(node, path)),
  tools: readResponsesTools,
  tool_choice: readResponsesChoice,
  // It counts calls of tools that the vendor runs, of which there are none.
  max_tool_calls: 'nothing',
  text: (node, path, draft) => readMembers(objectOfNode(node, path), path, textRules, draft),
  reasoning: (node, path, draft) => readMembers(objectOfNode(node, path), path, reasoningRules, draft),
  // Nothing is kept, whatever is wished for; the answer says so.
  store: 'nothing',
  previous_response_id: keepsNothing,
  conversation: keepsNothing,
  prompt: { never: 'it names a template that another backend keeps' },
  background: (node, path, draft) => {
    if (isTrueNode(node, path)) draft.never(path, keepsNothing.never);
  },
  context_management: 'drop',
  truncation: (node, path, draft) => {
    if (literalOfNode(node, path) !== '"disabled"') draft.drop(path);
  },
  stream_options: (node, path, draft) => readMembers(objectOfNode(node, path), path, streamRules, draft),
  access_programs: 'drop',
  client_metadata: 'drop',
  image: { never: 'answers are text alone' },
});

/** The fields that such a request may have, as far as anybody knows. */
export const responsesFields: readonly string[] = [...rules.keys()];

const streamRules = rulesOf({
  include_obfuscation: (node, path, draft) => {
    if (isTrueNode(node, path)) draft.set('obfuscation', path, true);
  },
  reasoning_summary_delivery: 'drop',
});

const textRules = rulesOf({ format: readFormat, verbosity: stringField('verbosity') });
const formatRules = rulesOf({
  type: 'read',
  name: 'read',
  description: 'read',
  schema: 'read',
  strict: 'read',
});

const reasoningRules = rulesOf({
  effort: (node, path, draft) => draft.set('effort', path, wordOfNode(node, path, efforts)),
  summary: showSummary,
  generate_summary: showSummary,
  context: 'drop',
  mode: 'drop',
});

function showSummary(_node: JsonNode, _path: string, draft: Draft): void {
  draft.shows = 'summary';
}

/** Fields that answers repeat, where they were sent. */
const repeated = [
  'parallel_tool_calls',
  'temperature',
  'top_p',
  'max_output_tokens',
  'tool_choice',
  'reasoning',
  'text',
  'truncation',
  'metadata',
  'user',
  'safety_identifier',
  'prompt_cache_key',
  'prompt_cache_retention',
  'service_tier',
  'top_logprobs',
];

/** Reads a request of responses. */
export const decodeResponsesRequest: DecodeRequest = (body) => {
  const draft = new Draft('responses');
  readMembers(body, '', rules, draft);
  readIncluded(body, draft);
  const instructions = memberOf(body, 'instructions');
  if (instructions !== undefined) {
    const text = literalOfNode(instructions, 'instructions');
    // Programs that send their instructions as items send none here.
    if (text.length > 2) {
      draft.say('developer', 'instructions', [{ kind: 'text', path: 'instructions', text }], true);
    }
  }
  readItems(body.members.get('input'), draft);
  for (const name of repeated) {
    const node = body.members.get(name);
    if (node !== undefined) draft.repeat(name, node.raw);
  }
  return draft.done();
};

/** The wanted parts of the answer: most of them do not exist here. */
function readIncluded(body: JsonObjectNode, draft: Draft): void {
  const node = memberOf(body, 'include');
  const included = new Set(
    node === undefined ? [] : itemsOfNode(node, 'include').map(({ raw }) => raw as string),
  );
  draft.wantsSeals = included.has('"reasoning.encrypted_content"');
  const top = memberOf(body, 'top_logprobs');
  const wanted = top === undefined ? 0 : countOfNode(top, 'top_logprobs');
  if (wanted > 0) draft.set('logprobs', 'top_logprobs', wanted);
  else if (included.has('"message.output_text.logprobs"')) draft.set('logprobs', 'include', 0);
}

function readFormat(node: JsonNode, path: string, draft: Draft): void {
  const format = objectOfNode(node, path);
  readMembers(format, path, formatRules, draft);
  const type = memberText(format, 'type');
  if (type === 'json_object') draft.set('format', path, { kind: 'json' });
  else if (type === 'json_schema') draft.set('format', path, schemaFormat(format, path));
  else if (type !== 'text') throw wrong(under(path, 'type'), 'one of "text", "json_object", "json_schema"');
}
