import type { JsonNode, JsonObjectNode, Literal } from '../../../json/json-node.ts';
import { joined, memberOf, memberText } from '../../../json/literal.ts';
import type { CallBlock, ReasoningBlock, ResultBlock } from '../../../neutral/turn-request.ts';
import { readMembers, rulesOf } from '../member-rules.ts';
import {
  itemsOfNode,
  literalAt,
  objectOfNode,
  optionalLiteralAt,
  optionalTextAt,
  textAt,
  under,
} from '../member-values.ts';
import type { Draft } from '../request-draft.ts';
import { sealIn } from '../seal-in-conversation.ts';
import { refuseUnlessDirect } from '../tool-members.ts';
import { responsesContent } from './responses-parts.ts';
import { readResponsesTools } from './responses-tools.ts';

/** Reads `input`: one text of the user, or items. Those of the assistant that follow each other are one turn. */
export function readItems(node: JsonNode | undefined, draft: Draft): void {
  if (node?.kind === 'string') {
    draft.say('user', 'input', [{ kind: 'text', path: 'input', text: node.raw }], true);
    return;
  }
  // Without instructions and input there is nothing to answer: a prompt or a conversation, which are refused, may be there.
  if (node === undefined || node.kind === 'null') return;
  itemsOfNode(node, 'input').forEach((item, at) => {
    const path = `input[${at}]`;
    readItem(objectOfNode(item, path), path, draft);
  });
}

function readItem(item: JsonObjectNode, path: string, draft: Draft): void {
  const type = memberText(item, 'type') ?? (memberOf(item, 'role') === undefined ? '' : 'message');
  switch (type) {
    case 'message':
      return readMessage(item, path, draft);
    case 'reasoning': {
      const block = reasoningOf(item, path, draft);
      return block && draft.answer(path, [block], false);
    }
    case 'function_call':
      return draft.answer(path, [callOf(item, path, 'arguments', draft)], false);
    case 'custom_tool_call':
      return draft.answer(path, [callOf(item, path, 'input', draft)], false);
    case 'function_call_output':
      return draft.answerCalls(path, [resultOf(item, path, false, draft)]);
    case 'custom_tool_call_output':
      return draft.answerCalls(path, [resultOf(item, path, true, draft)]);
    case 'additional_tools':
      readMembers(item, path, additionalRules, draft);
      return readResponsesTools(item.members.get('tools'), under(path, 'tools'), draft);
    case 'item_reference':
      return draft.never(path, 'it names what another backend keeps: send the item itself');
    default:
      return draft.never(path);
  }
}

const additionalRules = rulesOf({ type: 'read', role: 'nothing', id: 'nothing', tools: 'read' });
const messageRules = rulesOf({
  type: 'read',
  role: 'read',
  content: 'read',
  id: 'nothing',
  status: 'nothing',
  phase: 'nothing',
});

function readMessage(item: JsonObjectNode, path: string, draft: Draft): void {
  readMembers(item, path, messageRules, draft);
  const role = memberText(item, 'role');
  const { blocks, isString } = responsesContent(item.members.get('content'), under(path, 'content'), draft);
  if (role === 'assistant') draft.answer(path, blocks, true);
  else if (role === 'user' || role === 'system' || role === 'developer')
    draft.say(role, path, blocks, isString);
  else draft.never(path, 'its role is unknown');
}

const reasoningRules = rulesOf({
  type: 'read',
  summary: 'read',
  content: 'read',
  encrypted_content: 'read',
  id: 'nothing',
  status: 'nothing',
});

/** Undefined for an item in which there is nothing that can be told to anybody. */
function reasoningOf(item: JsonObjectNode, path: string, draft: Draft): ReasoningBlock | undefined {
  readMembers(item, path, reasoningRules, draft);
  const encrypted = optionalLiteralAt(item, 'encrypted_content', path);
  const seal = sealIn(encrypted, under(path, 'encrypted_content'), draft);
  const full = textsOf(item, 'content', path, draft);
  const texts = full.length > 0 ? full : textsOf(item, 'summary', path, draft);
  if (seal === undefined && texts.length === 0) return undefined;
  return {
    kind: 'reasoning',
    path,
    form: seal?.isRedacted ? 'redacted' : full.length > 0 ? 'full' : 'summary',
    ...(texts.length > 0 && { text: joined(texts, '\n\n') }),
    ...(seal !== undefined && { seal }),
    ...(seal === undefined && encrypted !== undefined && { isForeign: true as const }),
  };
}

const partRules = rulesOf({ type: 'read', text: 'read' });

function textsOf(item: JsonObjectNode, name: 'summary' | 'content', path: string, draft: Draft): Literal[] {
  const node = memberOf(item, name);
  if (node === undefined) return [];
  const inner = under(path, name);
  return itemsOfNode(node, inner)
    .map((part, at) => {
      const partPath = `${inner}[${at}]`;
      const object = objectOfNode(part, partPath);
      readMembers(object, partPath, partRules, draft);
      return literalAt(object, 'text', partPath);
    })
    .filter((text) => text.length > 2);
}

const callRules = rulesOf({
  type: 'read',
  call_id: 'read',
  name: 'read',
  namespace: 'read',
  arguments: 'read',
  input: 'read',
  id: 'nothing',
  status: 'nothing',
  caller: refuseUnlessDirect,
});

function callOf(item: JsonObjectNode, path: string, said: 'arguments' | 'input', draft: Draft): CallBlock {
  readMembers(item, path, callRules, draft);
  const namespace = optionalTextAt(item, 'namespace', path);
  return {
    kind: 'call',
    path,
    id: textAt(item, 'call_id', path),
    name: textAt(item, 'name', path),
    ...(namespace !== undefined && { namespace }),
    isCustom: said === 'input',
    input: textAt(item, said, path),
    literal: literalAt(item, said, path),
  };
}

const resultRules = rulesOf({
  type: 'read',
  call_id: 'read',
  output: 'read',
  id: 'nothing',
  status: 'nothing',
  caller: refuseUnlessDirect,
});

function resultOf(item: JsonObjectNode, path: string, isCustom: boolean, draft: Draft): ResultBlock {
  readMembers(item, path, resultRules, draft);
  const { blocks, isString } = responsesContent(item.members.get('output'), under(path, 'output'), draft);
  return { kind: 'result', path, callId: textAt(item, 'call_id', path), isCustom, blocks, isString };
}
