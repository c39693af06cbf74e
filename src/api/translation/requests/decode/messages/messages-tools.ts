import type { JsonNode } from '../../../json/json-node.ts';
import { memberText } from '../../../json/literal.ts';
import type { Choice } from '../../../neutral/turn-request.ts';
import { cacheMark } from '../cache-control.ts';
import { readMembers, rulesOf } from '../member-rules.ts';
import {
  itemsOfNode,
  objectOfNode,
  optionalTextAt,
  optionalTruthAt,
  textAt,
  under,
  wordOfNode,
} from '../member-values.ts';
import type { Draft } from '../request-draft.ts';
import { functionOf, toolMembers } from '../tool-members.ts';

const functionMembers = rulesOf({
  ...toolMembers,
  type: 'read',
  name: 'read',
  description: 'read',
  input_schema: 'read',
  strict: 'read',
});

/** @returns The types of tools that the vendor runs, or knows, by their names. */
export function readMessagesTools(node: JsonNode, path: string, draft: Draft): ReadonlyMap<string, string> {
  const hosted = new Map<string, string>();
  itemsOfNode(node, path).forEach((item, at) => {
    const toolPath = `${path}[${at}]`;
    const tool = objectOfNode(item, toolPath);
    const type = optionalTextAt(tool, 'type', toolPath) ?? 'custom';
    if (type === 'custom') {
      readMembers(tool, toolPath, functionMembers, draft);
      draft.tools.push({
        ...functionOf(tool, toolPath, toolPath, 'input_schema'),
        ...cacheMark(tool, toolPath, draft),
      });
    } else {
      draft.tools.push({ kind: 'hosted', path: toolPath, type });
      hosted.set(memberText(tool, 'name') ?? type, type);
    }
  });
  return hosted;
}

const choiceRules = rulesOf({ type: 'read', name: 'read', disable_parallel_tool_use: 'read' });
const types = ['auto', 'any', 'tool', 'none'] as const;

export function readMessagesChoice(
  node: JsonNode,
  path: string,
  hosted: ReadonlyMap<string, string>,
  draft: Draft,
): void {
  const choice = objectOfNode(node, path);
  readMembers(choice, path, choiceRules, draft);
  const type = wordOfNode(choice.members.get('type'), under(path, 'type'), types);
  draft.set(
    'choice',
    path,
    type === 'tool' ? named(textAt(choice, 'name', path), hosted) : { mode: modes[type] },
  );
  if (optionalTruthAt(choice, 'disable_parallel_tool_use', path)) {
    draft.set('parallelCalls', under(path, 'disable_parallel_tool_use'), false);
  }
}

const modes = { auto: 'auto', any: 'required', none: 'none' } as const;

function named(name: string, hosted: ReadonlyMap<string, string>): Choice {
  const hostedType = hosted.get(name);
  return { mode: 'named', ...(hostedType === undefined ? { name } : { hostedType }) };
}
