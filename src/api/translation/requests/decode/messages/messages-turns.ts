import type { JsonNode, JsonObjectNode } from '../../../json/json-node.ts';
import { memberText } from '../../../json/literal.ts';
import { readMembers, rulesOf } from '../member-rules.ts';
import { objectOfNode } from '../member-values.ts';
import type { Draft } from '../request-draft.ts';
import { messagesContent } from './messages-blocks.ts';

const turnRules = rulesOf({ role: 'read', content: 'read' });

/** Reads `system`: the first turn. */
export function readSystem(node: JsonNode | undefined, draft: Draft): void {
  if (node === undefined || node.kind === 'null') return;
  const { blocks, isString } = messagesContent(node, 'system', draft);
  if (blocks.length > 0) draft.say('system', 'system', blocks, isString);
}

export function readMessagesTurns(messages: readonly JsonNode[], draft: Draft): void {
  messages.forEach((message, at) => {
    const path = `messages[${at}]`;
    readTurn(objectOfNode(message, path), path, draft);
  });
}

function readTurn(message: JsonObjectNode, path: string, draft: Draft): void {
  const role = memberText(message, 'role');
  if (role !== 'user' && role !== 'assistant' && role !== 'system') {
    return draft.never(path, 'its role is unknown');
  }
  readMembers(message, path, turnRules, draft);
  const { blocks, isString } = messagesContent(message.members.get('content'), `${path}.content`, draft);
  if (role === 'assistant') draft.answer(path, blocks, true);
  else if (role === 'system') draft.say(role, path, blocks, isString);
  else {
    const results = blocks.filter((block) => block.kind === 'result');
    const others = results.length === 0 ? blocks : blocks.filter((block) => block.kind !== 'result');
    if (results.length > 0) draft.answerCalls(path, results);
    if (others.length > 0 || results.length === 0) draft.say('user', path, others, isString);
  }
}
