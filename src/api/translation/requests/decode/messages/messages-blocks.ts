import type { JsonNode, JsonObjectNode } from '../../../json/json-node.ts';
import { memberOf, memberText } from '../../../json/literal.ts';
import type { Block, CallBlock, ReasoningBlock, ResultBlock } from '../../../neutral/turn-request.ts';
import { callIdOf } from '../../../shared/call-ids.ts';
import { cacheMark } from '../cache-control.ts';
import { type Content, contentOf } from '../content.ts';
import { readMembers, rulesOf } from '../member-rules.ts';
import { literalAt, optionalLiteralAt, optionalTruthAt, textAt, under } from '../member-values.ts';
import type { Draft } from '../request-draft.ts';
import { sealIn } from '../seal-in-conversation.ts';
import { refuseUnlessDirect } from '../tool-members.ts';
import { documentOf, dropIfAny, imageOf, searchResultOf } from './messages-attachments.ts';

/** The content of a message, or the result of a call. */
export function messagesContent(node: JsonNode | undefined, path: string, draft: Draft): Content {
  return contentOf(node, path, draft, blockOf);
}

/** Undefined for what is refused whatever the target is, which is noted. */
function blockOf(node: JsonObjectNode, path: string, draft: Draft): Block | undefined {
  const type = memberText(node, 'type') ?? '';
  switch (type) {
    case 'text':
      return textOfBlock(node, path, draft);
    case 'image':
      return imageOf(node, path, draft);
    case 'document':
      return documentOf(node, path, draft);
    case 'search_result':
      return searchResultOf(node, path, draft);
    case 'thinking':
      return thinkingOf(node, path, draft);
    case 'redacted_thinking':
      return redactedOf(node, path, draft);
    case 'tool_use':
      return callOf(node, path, draft);
    case 'tool_result':
      return resultOf(node, path, draft);
    case 'tool_reference':
      return referenceOf(node, path, draft);
    default:
      return { kind: 'native', path, type, node };
  }
}

const referenceRules = rulesOf({ type: 'read', tool_name: 'read', cache_control: 'read' });

/**
 * A tool that was put off (`defer_loading`) and that a search of the client's has found; see "Tool search tool" in
 * Anthropic's documentation. In other dialects all tools are there from the beginning, so that its name says enough.
 */
function referenceOf(node: JsonObjectNode, path: string, draft: Draft): Block {
  readMembers(node, path, referenceRules, draft);
  draft.change(path);
  return { kind: 'text', path, text: literalAt(node, 'tool_name', path), ...cacheMark(node, path, draft) };
}

const textRules = rulesOf({ type: 'read', text: 'read', cache_control: 'read', citations: dropIfAny });

function textOfBlock(node: JsonObjectNode, path: string, draft: Draft): Block {
  readMembers(node, path, textRules, draft);
  return { kind: 'text', path, text: literalAt(node, 'text', path), ...cacheMark(node, path, draft) };
}

const thinkingRules = rulesOf({ type: 'read', thinking: 'read', signature: 'read' });

function thinkingOf(node: JsonObjectNode, path: string, draft: Draft): ReasoningBlock {
  readMembers(node, path, thinkingRules, draft);
  const signature = optionalLiteralAt(node, 'signature', path);
  const seal = sealIn(signature, under(path, 'signature'), draft);
  const text = optionalLiteralAt(node, 'thinking', path);
  return {
    kind: 'reasoning',
    path,
    form: 'full',
    ...(text !== undefined && text.length > 2 && { text }),
    ...(seal === undefined ? signature !== undefined && { isForeign: true as const } : { seal }),
  };
}

const redactedRules = rulesOf({ type: 'read', data: 'read' });

function redactedOf(node: JsonObjectNode, path: string, draft: Draft): ReasoningBlock | undefined {
  readMembers(node, path, redactedRules, draft);
  const seal = sealIn(literalAt(node, 'data', path), under(path, 'data'), draft);
  return seal && { kind: 'reasoning', path, form: 'redacted', seal };
}

const callRules = rulesOf({
  type: 'read',
  id: 'read',
  name: 'read',
  input: 'read',
  cache_control: 'read',
  caller: refuseUnlessDirect,
  toolset_name: 'refuse',
});

function callOf(node: JsonObjectNode, path: string, draft: Draft): CallBlock {
  readMembers(node, path, callRules, draft);
  return {
    kind: 'call',
    path,
    id: callIdOf(textAt(node, 'id', path)),
    name: textAt(node, 'name', path),
    isCustom: false,
    input: memberOf(node, 'input')?.raw ?? '{}',
    ...cacheMark(node, path, draft),
  };
}

const resultRules = rulesOf({
  type: 'read',
  tool_use_id: 'read',
  content: 'read',
  is_error: 'read',
  cache_control: 'read',
  toolset_name: 'refuse',
});

function resultOf(node: JsonObjectNode, path: string, draft: Draft): ResultBlock {
  readMembers(node, path, resultRules, draft);
  const { blocks, isString } = messagesContent(node.members.get('content'), under(path, 'content'), draft);
  return {
    kind: 'result',
    path,
    callId: callIdOf(textAt(node, 'tool_use_id', path)),
    isCustom: false,
    blocks,
    isString,
    ...(optionalTruthAt(node, 'is_error', path) && {
      isError: { path: under(path, 'is_error'), value: true as const },
    }),
    ...cacheMark(node, path, draft),
  };
}
