import type { JsonNode, JsonObjectNode } from '../../../json/json-node.ts';
import { memberText } from '../../../json/literal.ts';
import type { Block } from '../../../neutral/turn-request.ts';
import { cacheMark, withMark } from '../cache-control.ts';
import { readMembers, rulesOf } from '../member-rules.ts';
import { objectOfNode, textAt } from '../member-values.ts';
import type { Draft } from '../request-draft.ts';
import { readChatAnswer } from './chat-assistant.ts';
import { chatContent } from './chat-parts.ts';

const turnRules = rulesOf({ role: 'read', content: 'read', name: 'drop', cache_control: 'read' });
const resultRules = rulesOf({
  role: 'read',
  content: 'read',
  tool_call_id: 'read',
  name: 'drop',
  cache_control: 'read',
});

export function readChatTurns(messages: readonly JsonNode[], draft: Draft): void {
  messages.forEach((message, at) => {
    const path = `messages[${at}]`;
    readTurn(objectOfNode(message, path), path, draft);
  });
}

function readTurn(message: JsonObjectNode, path: string, draft: Draft): void {
  const role = memberText(message, 'role');
  switch (role) {
    case 'system':
    case 'developer':
    case 'user': {
      readMembers(message, path, turnRules, draft);
      const { blocks, isString } = chatContent(message.members.get('content'), `${path}.content`, draft);
      return draft.say(role, path, withMark(blocks, cacheMark(message, path, draft)), isString);
    }
    case 'assistant':
      return readChatAnswer(message, path, draft);
    case 'tool':
      return readResult(message, path, draft);
    case 'function':
      return draft.never(
        path,
        'its role is deprecated: use `tools`, and `tool` as the role of their results',
      );
    default:
      return draft.never(path, 'its role is unknown');
  }
}

function readResult(message: JsonObjectNode, path: string, draft: Draft): void {
  readMembers(message, path, resultRules, draft);
  const callId = textAt(message, 'tool_call_id', path);
  const { blocks, isString } = chatContent(message.members.get('content'), `${path}.content`, draft);
  const result: Block = {
    kind: 'result',
    path,
    callId,
    isCustom: draft.isCustomCall(callId),
    blocks,
    isString,
    ...cacheMark(message, path, draft),
  };
  draft.answerCalls(path, [result]);
}
