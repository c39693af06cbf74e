import type { JsonNode, JsonObjectNode } from '../../../json/json-node.ts';
import { memberOf, memberText } from '../../../json/literal.ts';
import type { Seal } from '../../../neutral/seal.ts';
import type { Block, CallBlock } from '../../../neutral/turn-request.ts';
import { cacheMark, withMark } from '../cache-control.ts';
import { readMembers, rulesOf } from '../member-rules.ts';
import {
  itemsOfNode,
  literalAt,
  objectOfNode,
  optionalTextAt,
  textAt,
  under,
  wrong,
} from '../member-values.ts';
import type { Draft } from '../request-draft.ts';
import { chatContent } from './chat-parts.ts';
import { readChatReasoning, withReasoning } from './chat-reasoning.ts';

const rules = rulesOf({
  role: 'read',
  content: 'read',
  refusal: 'read',
  tool_calls: 'read',
  reasoning_content: 'read',
  reasoning: 'read',
  reasoning_details: 'read',
  name: 'drop',
  cache_control: 'read',
  audio: { never: 'it names what another backend keeps' },
  function_call: { never: 'it is deprecated: use `tool_calls`' },
  annotations: 'nothing',
  logprobs: 'nothing',
});

/** Reads a message of the assistant: its reasoning, its text and its calls are fields of their own. */
export function readChatAnswer(message: JsonObjectNode, path: string, draft: Draft): void {
  readMembers(message, path, rules, draft);
  const blocks: Block[] = [
    ...chatContent(message.members.get('content'), under(path, 'content'), draft).blocks,
  ];
  const refusal = memberOf(message, 'refusal');
  if (refusal !== undefined) {
    blocks.push({ kind: 'refusal', path: under(path, 'refusal'), text: literalAt(message, 'refusal', path) });
  }
  const calls = memberOf(message, 'tool_calls');
  if (calls !== undefined) {
    const callsPath = under(path, 'tool_calls');
    itemsOfNode(calls, callsPath).forEach((node, at) => {
      const callPath = `${callsPath}[${at}]`;
      blocks.push(callOf(objectOfNode(node, callPath), callPath, draft));
    });
  }
  const marked = withMark(blocks, cacheMark(message, path, draft));
  draft.answer(path, withReasoning(readChatReasoning(message, path, draft), marked), true);
}

const callRules = rulesOf({
  id: 'read',
  type: 'read',
  index: 'nothing',
  function: 'read',
  custom: 'read',
  extra_content: 'read',
});
const functionRules = rulesOf({ name: 'read', arguments: 'read' });
const customRules = rulesOf({ name: 'read', input: 'read' });

function callOf(node: JsonObjectNode, path: string, draft: Draft): CallBlock {
  readMembers(node, path, callRules, draft);
  // Some clients leave the type of a function out.
  const type = memberText(node, 'type') ?? 'function';
  if (type !== 'function' && type !== 'custom') throw wrong(under(path, 'type'), '"function" or "custom"');
  const isCustom = type === 'custom';
  const inner = under(path, type);
  const call = objectOfNode(node.members.get(type), inner);
  readMembers(call, inner, isCustom ? customRules : functionRules, draft);
  const said = isCustom ? 'input' : 'arguments';
  const seal = callSeal(memberOf(node, 'extra_content'), under(path, 'extra_content'), draft);
  return {
    kind: 'call',
    path,
    id: textAt(node, 'id', path),
    name: textAt(call, 'name', inner),
    isCustom,
    input: textAt(call, said, inner),
    literal: literalAt(call, said, inner),
    ...(seal !== undefined && { seal }),
  };
}

const extraRules = rulesOf({ google: 'read' });
const googleRules = rulesOf({ thought_signature: 'read' });

/** The signature of a call's thought, in Google's compatible endpoint. */
function callSeal(extra: JsonNode | undefined, path: string, draft: Draft): Seal | undefined {
  if (extra === undefined) return undefined;
  readMembers(objectOfNode(extra, path), path, extraRules, draft);
  const google = memberOf(extra, 'google');
  if (google === undefined) return undefined;
  const inner = under(path, 'google');
  const node = objectOfNode(google, inner);
  readMembers(node, inner, googleRules, draft);
  const data = optionalTextAt(node, 'thought_signature', inner);
  return data === undefined ? undefined : { dialect: 'gemini', data, isOfCall: true };
}
