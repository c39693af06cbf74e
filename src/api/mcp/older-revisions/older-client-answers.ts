/** Converts answers of servers of revision 2026-07-28 for clients of earlier revisions. */
import { isObject, type JsonObject } from '../../../lib/json.ts';
import { rpcCodes } from '../json-rpc-errors.ts';
import { memberNamed, membersAt, type TextEdit, valuesIn, withEdits } from '../json-text-edits.ts';

const tooOldTexts = {
  input:
    'It asks for more input, which clients of this revision of the protocol cannot give through a gateway. Use a client of revision 2026-07-28 or later.',
  capability:
    'It needs a capability that clients of this revision of the protocol cannot declare through a gateway. Use a client of revision 2026-07-28 or later.',
} as const;

/** True for an error that a client has not declared a needed capability. */
export function isTooOld(code: number): boolean {
  return code === rpcCodes.missing_client_capability;
}

/** The answer to a client that is too old for its request. A model reads a tool's texts, so there it is a result. */
export function tooOld(
  method: string,
  why: keyof typeof tooOldTexts,
):
  | { readonly kind: 'result'; readonly text: string }
  | { readonly kind: 'error'; readonly text: string; readonly code: number } {
  const text = tooOldTexts[why];
  if (method === 'tools/call') {
    return { kind: 'result', text: JSON.stringify({ content: [{ type: 'text', text }], isError: true }) };
  }
  const code = rpcCodes.invalid_request;
  return { kind: 'error', text: JSON.stringify({ code, message: text }), code };
}

/** A result without the parts that older clients refuse: structured content was an object then. */
export function olderResult(method: string, result: JsonObject, text: string): string {
  const { structuredContent } = result;
  if (method !== 'tools/call' || structuredContent === undefined || isObject(structuredContent)) return text;
  return withoutMember(text, 'structuredContent');
}

/** A tool without the parts for which older clients refuse the whole list. */
export function olderTool(tool: JsonObject, text: string): string {
  const { inputSchema, outputSchema } = tool;
  const edits: TextEdit[] = [...properties(inputSchema, text, 'inputSchema')];
  const keepsOutput = isObject(outputSchema) && outputSchema['type'] === 'object';
  if (keepsOutput) edits.push(...properties(outputSchema, text, 'outputSchema'));
  const narrowed = withEdits(text, edits);
  return outputSchema === undefined || keepsOutput ? narrowed : withoutMember(narrowed, 'outputSchema');
}

/** A schema was an object then; `true` and `false` are schemas as well. */
function properties(schema: unknown, text: string, name: string): readonly TextEdit[] {
  const held = isObject(schema) ? schema['properties'] : undefined;
  if (!isObject(held) || Object.values(held).every(isObject)) return [];
  return valuesIn(text, [name, 'properties', '*'])
    .filter(({ from }) => text[from] !== '{')
    .map(({ from, to }) => ({ from, to, text: text[from] === 'f' ? '{"not":{}}' : '{}' }));
}

function withoutMember(text: string, name: string): string {
  let left = text;
  for (let member = memberNamed(left, name); member !== undefined; member = memberNamed(left, name)) {
    const members = membersAt(left);
    const index = members.findIndex(({ nameFrom }) => nameFrom === member!.nameFrom);
    const next = members[index + 1];
    const before = members[index - 1];
    const from = next === undefined && before !== undefined ? before.to : member.nameFrom;
    left = left.slice(0, from) + left.slice(next?.nameFrom ?? member.to);
  }
  return left;
}
