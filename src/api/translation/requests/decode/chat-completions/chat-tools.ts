import type { JsonNode, JsonObjectNode } from '../../../json/json-node.ts';
import { memberOf } from '../../../json/literal.ts';
import type { Choice, Tool } from '../../../neutral/turn-request.ts';
import { cacheMark } from '../cache-control.ts';
import { readMembers, rulesOf } from '../member-rules.ts';
import { itemsOfNode, objectOfNode, textAt, under, wordOfNode } from '../member-values.ts';
import type { Draft } from '../request-draft.ts';
import { customOf, functionOf, toolMembers } from '../tool-members.ts';

const functionRules = rulesOf({ ...toolMembers, type: 'read', function: 'read' });
const functionMembers = rulesOf({
  ...toolMembers,
  name: 'read',
  description: 'read',
  parameters: 'read',
  strict: 'read',
});
const customRules = rulesOf({ cache_control: 'read', type: 'read', custom: 'read' });
const customMembers = rulesOf({
  cache_control: 'read',
  name: 'read',
  description: 'read',
  format: 'read',
});

export function readChatTools(node: JsonNode, path: string, draft: Draft): void {
  itemsOfNode(node, path).forEach((item, at) => {
    const toolPath = `${path}[${at}]`;
    draft.tools.push(toolOf(objectOfNode(item, toolPath), toolPath, draft));
  });
}

function toolOf(tool: JsonObjectNode, path: string, draft: Draft): Tool {
  const type = textAt(tool, 'type', path);
  if (type === 'function') {
    readMembers(tool, path, functionRules, draft);
    const inner = under(path, 'function');
    const node = objectOfNode(tool.members.get('function'), inner);
    readMembers(node, inner, functionMembers, draft);
    return { ...functionOf(node, inner, path, 'parameters'), ...markOf(tool, path, node, inner, draft) };
  }
  if (type !== 'custom') return { kind: 'hosted', path, type };
  readMembers(tool, path, customRules, draft);
  const inner = under(path, 'custom');
  const node = objectOfNode(tool.members.get('custom'), inner);
  readMembers(node, inner, customMembers, draft);
  return { ...customOf(node, inner, path, draft), ...markOf(tool, path, node, inner, draft) };
}

/** Clients mark the tool, or what they describe it by. */
function markOf(
  tool: JsonObjectNode,
  path: string,
  described: JsonObjectNode,
  inner: string,
  draft: Draft,
): ReturnType<typeof cacheMark> {
  return { ...cacheMark(described, inner, draft), ...cacheMark(tool, path, draft) };
}

export function readChatChoice(node: JsonNode, path: string, draft: Draft): void {
  draft.set(
    'choice',
    path,
    node.kind === 'string' ? { mode: modeOf(node, path) } : choiceOf(node, path, draft),
  );
}

function modeOf(node: JsonNode, path: string) {
  return wordOfNode(node, path, ['auto', 'none', 'required']);
}

const choiceRules = rulesOf({ type: 'read', function: 'read', custom: 'read', allowed_tools: 'read' });
const nameRules = rulesOf({ name: 'read' });
const allowedRules = rulesOf({ mode: 'read', tools: 'read' });

function choiceOf(node: JsonNode, path: string, draft: Draft): Choice {
  const choice = objectOfNode(node, path);
  readMembers(choice, path, choiceRules, draft);
  const type = textAt(choice, 'type', path);
  if (type === 'allowed_tools') return allowedChoice(choice, under(path, type), draft);
  if (type !== 'function' && type !== 'custom') return { mode: 'named', hostedType: type };
  const inner = under(path, type);
  const named = objectOfNode(choice.members.get(type), inner);
  readMembers(named, inner, nameRules, draft);
  return { mode: 'named', name: textAt(named, 'name', inner), ...(type === 'custom' && { isCustom: true }) };
}

function allowedChoice(choice: JsonObjectNode, path: string, draft: Draft): Choice {
  const allowed = objectOfNode(choice.members.get('allowed_tools'), path);
  readMembers(allowed, path, allowedRules, draft);
  const toolsPath = under(path, 'tools');
  const only: { name: string }[] = [];
  itemsOfNode(allowed.members.get('tools'), toolsPath).forEach((item, at) => {
    const toolPath = `${toolsPath}[${at}]`;
    const name = allowedName(objectOfNode(item, toolPath), toolPath, draft);
    if (name !== undefined) only.push({ name });
  });
  const mode = memberOf(allowed, 'mode');
  return { mode: wordOfNode(mode, under(path, 'mode'), ['auto', 'required']), only };
}

/** Undefined for tools that a vendor runs: those are refused, or dropped, where they are offered. */
function allowedName(tool: JsonObjectNode, path: string, draft: Draft): string | undefined {
  const type = textAt(tool, 'type', path);
  if (type !== 'function' && type !== 'custom') return undefined;
  readMembers(tool, path, choiceRules, draft);
  const inner = under(path, type);
  const named = objectOfNode(tool.members.get(type), inner);
  readMembers(named, inner, nameRules, draft);
  return textAt(named, 'name', inner);
}
