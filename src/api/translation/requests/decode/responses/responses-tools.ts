import type { JsonNode, JsonObjectNode } from '../../../json/json-node.ts';
import { memberOf, memberText } from '../../../json/literal.ts';
import type { Choice } from '../../../neutral/turn-request.ts';
import { cacheMark } from '../cache-control.ts';
import { readMembers, rulesOf } from '../member-rules.ts';
import { itemsOfNode, objectOfNode, optionalTextAt, textAt, under, wordOfNode } from '../member-values.ts';
import type { Draft } from '../request-draft.ts';
import { customOf, functionOf, toolMembers } from '../tool-members.ts';

const functionMembers = rulesOf({
  ...toolMembers,
  type: 'read',
  name: 'read',
  description: 'read',
  parameters: 'read',
  strict: 'read',
});
const customMembers = rulesOf({
  ...toolMembers,
  type: 'read',
  name: 'read',
  description: 'read',
  format: 'read',
});
const namespaceMembers = rulesOf({
  type: 'read',
  name: 'read',
  tools: 'read',
  // A description of all of them has no place at any of them.
  description: (node, path, draft) => {
    if (node.raw !== '""') draft.drop(path);
  },
});

export function readResponsesTools(node: JsonNode | undefined, path: string, draft: Draft): void {
  readTools(node, path, undefined, draft);
}

function readTools(
  node: JsonNode | undefined,
  path: string,
  namespace: string | undefined,
  draft: Draft,
): void {
  itemsOfNode(node, path).forEach((item, at) => {
    const toolPath = `${path}[${at}]`;
    readTool(objectOfNode(item, toolPath), toolPath, namespace, draft);
  });
}

function readTool(tool: JsonObjectNode, path: string, namespace: string | undefined, draft: Draft): void {
  const type = textAt(tool, 'type', path);
  const inNamespace = namespace === undefined ? {} : { namespace };
  switch (type) {
    case 'function':
      readMembers(tool, path, functionMembers, draft);
      draft.tools.push({
        ...functionOf(tool, path, path, 'parameters'),
        ...inNamespace,
        ...cacheMark(tool, path, draft),
      });
      break;
    case 'custom':
      readMembers(tool, path, customMembers, draft);
      draft.tools.push({
        ...customOf(tool, path, path, draft),
        ...inNamespace,
        ...cacheMark(tool, path, draft),
      });
      break;
    case 'namespace': {
      readMembers(tool, path, namespaceMembers, draft);
      const name = textAt(tool, 'name', path);
      const tools = memberOf(tool, 'tools');
      if (tools !== undefined) readTools(tools, under(path, 'tools'), name, draft);
      break;
    }
    default:
      draft.tools.push({ kind: 'hosted', path, type });
  }
}

export function readResponsesChoice(node: JsonNode, path: string, draft: Draft): void {
  if (node.kind === 'string') {
    draft.set('choice', path, { mode: wordOfNode(node, path, ['auto', 'none', 'required']) });
  } else draft.set('choice', path, choiceOf(objectOfNode(node, path), path, draft));
}

const namedRules = rulesOf({ type: 'read', name: 'read', namespace: 'read' });
const allowedRules = rulesOf({ type: 'read', mode: 'read', tools: 'read' });

function choiceOf(choice: JsonObjectNode, path: string, draft: Draft): Choice {
  const type = textAt(choice, 'type', path);
  if (type === 'function' || type === 'custom') {
    readMembers(choice, path, namedRules, draft);
    return { mode: 'named', ...namedTool(choice, path), ...(type === 'custom' && { isCustom: true }) };
  }
  if (type !== 'allowed_tools') return { mode: 'named', hostedType: type };
  readMembers(choice, path, allowedRules, draft);
  const toolsPath = under(path, 'tools');
  const only = itemsOfNode(choice.members.get('tools'), toolsPath).flatMap((item, at) => {
    const itemPath = `${toolsPath}[${at}]`;
    const tool = objectOfNode(item, itemPath);
    const isOwn = ['function', 'custom'].includes(memberText(tool, 'type') ?? '');
    if (!isOwn) return [];
    readMembers(tool, itemPath, namedRules, draft);
    return [namedTool(tool, itemPath)];
  });
  return { mode: wordOfNode(memberOf(choice, 'mode'), under(path, 'mode'), ['auto', 'required']), only };
}

function namedTool(
  node: JsonObjectNode,
  path: string,
): { readonly name: string; readonly namespace?: string } {
  const namespace = optionalTextAt(node, 'namespace', path);
  return { name: textAt(node, 'name', path), ...(namespace !== undefined && { namespace }) };
}
