/** The common parts of tool definitions in all dialects. */
import type { JsonNode, JsonObjectNode } from '../../json/json-node.ts';
import { memberOf, memberText } from '../../json/literal.ts';
import type { CustomTool, FunctionTool } from '../../neutral/turn-request.ts';
import { type MemberRule, readMembers, rulesOf } from './member-rules.ts';
import {
  itemsOfNode,
  objectOfNode,
  optionalLiteralAt,
  optionalTruthAt,
  textAt,
  under,
} from './member-values.ts';
import type { Draft } from './request-draft.ts';

/** Members about which the tool is sent whole all the same. */
export const toolMembers: Readonly<Record<string, MemberRule>> = {
  cache_control: 'read',
  defer_loading: dropIfTrue,
  eager_input_streaming: dropIfTrue,
  input_examples: 'drop',
  output_schema: 'drop',
  async: dropIfTrue,
  allowed_callers: (node, path, draft) => {
    const callers = itemsOfNode(node, path);
    if (callers.some((caller) => caller.raw === '"direct"')) draft.drop(path);
    else draft.never(path, 'the model itself may not call this tool');
  },
};

function dropIfTrue(node: JsonNode, path: string, draft: Draft): void {
  if (node.kind !== 'false') draft.drop(path);
}

/** The caller of a tool, which other dialects do not have: the model itself, or a program of the vendor's. */
export function refuseUnlessDirect(node: JsonNode, path: string, draft: Draft): void {
  if (memberText(node, 'type') !== 'direct') draft.refuse(path);
}

/** @param schema The name of the member that holds the schema. */
export function functionOf(
  node: JsonObjectNode,
  path: string,
  toolPath: string,
  schema: 'parameters' | 'input_schema',
): FunctionTool {
  const description = optionalLiteralAt(node, 'description', path);
  const parameters = memberOf(node, schema);
  const strict = optionalTruthAt(node, 'strict', path);
  return {
    kind: 'function',
    path: toolPath,
    name: textAt(node, 'name', path),
    ...(description !== undefined && { description }),
    ...(parameters !== undefined && { parameters }),
    ...(strict !== undefined && { strict }),
  };
}

const formatRules = rulesOf({ type: 'read', grammar: 'read', syntax: 'read', definition: 'read' });

/** A tool whose input is text: its grammar may be nested (chat completions) or not (responses). */
export function customOf(node: JsonObjectNode, path: string, toolPath: string, draft: Draft): CustomTool {
  const description = optionalLiteralAt(node, 'description', path);
  return {
    kind: 'custom',
    path: toolPath,
    name: textAt(node, 'name', path),
    ...(description !== undefined && { description }),
    ...customFormat(memberOf(node, 'format'), under(path, 'format'), draft),
  };
}

function customFormat(
  node: JsonNode | undefined,
  path: string,
  draft: Draft,
): Pick<CustomTool, 'format' | 'grammar'> {
  if (node === undefined) return {};
  const format = objectOfNode(node, path);
  if (memberText(format, 'type') !== 'grammar') return { format: format.raw };
  readMembers(format, path, formatRules, draft);
  const nested = memberOf(format, 'grammar');
  const grammarPath = nested === undefined ? path : under(path, 'grammar');
  const grammar = nested === undefined ? format : objectOfNode(nested, grammarPath);
  if (nested !== undefined) readMembers(grammar, grammarPath, formatRules, draft);
  return {
    grammar: {
      syntax: textAt(grammar, 'syntax', grammarPath),
      definition: textAt(grammar, 'definition', grammarPath),
    },
  };
}
