/** Entries of `tests:` that ask for a tool. */
import { parseTool } from '../../derived/tool-patterns.ts';
import type { RoutingTest as WrittenTest } from '../../schema/generated/file.generated.ts';
import { nodeAt } from '../../text/tree.ts';
import type { ToolTest } from '../../types/tests.ts';
import { type Context, isAbsent, placeOf, wrong } from '../context.ts';
import { checkReference } from '../names.ts';
import type { TestReferences } from '../tests.ts';

/** Fields of a test, and of its request, that say nothing of a tool. */
const ofRouting = {
  test: ['body', 'down', 'guards'],
  request: ['model', 'models', 'tags', 'socket', 'origin'],
} as const;

/** @param asked What stands as `request.tool` */
export function resolveToolTest(
  context: Context,
  index: number,
  test: WrittenTest,
  asked: string,
  { keys, mcpServers }: Pick<TestReferences, 'keys' | 'mcpServers'>,
): ToolTest | undefined {
  const path = ['tests', index];
  const at = [...path, 'request', 'tool'];
  const { key, claims } = test.request!;
  for (const [place, fields] of [
    [path, ofRouting.test],
    [[...path, 'request'], ofRouting.request],
  ] as const) {
    for (const field of fields) {
      if (nodeAt(context.tree, [...place, field]) === undefined) continue;
      const message = 'has no effect on tools: only keys have tools';
      context.report.atKey(context.tree, [...place, field], 'wrong_value', message, { hint: 'take it out' });
    }
  }
  for (const field of Object.keys(test.expect)) {
    if (field === 'tool') continue;
    const message = 'is not known of a tool, which is `allowed` or `denied`';
    context.report.atKey(context.tree, [...path, 'expect', field], 'wrong_value', message);
  }
  const expected = test.expect.tool;
  if (expected === undefined)
    context.report.atKey(context.tree, [...path, 'expect'], 'missing_field', 'needs "tool"', {
      hint: 'write `tool: allowed` or `tool: denied`',
    });
  if (key !== undefined)
    checkReference(context, [...path, 'request', 'key'], key, keys, 'unknown_key', 'key');
  if (key !== undefined && claims !== undefined)
    wrong(
      context,
      [...path, 'request', 'claims'],
      'exactly_one',
      'claims lead to a key themselves: take `key` out',
    );
  if (isAbsent(context, at)) return undefined;
  const tool = parseTool(asked);
  if (tool === undefined) {
    wrong(
      context,
      at,
      'bad_tool_pattern',
      'must name one: SERVER/TOOL, SERVER/prompt:NAME or SERVER/resource:URI',
    );
    return undefined;
  }
  checkReference(context, at, tool.server, mcpServers, 'unknown_mcp_server', 'server of `mcp`');
  return (
    expected && {
      index,
      name: test.name,
      at: placeOf(context, path),
      tool,
      key,
      claims,
      expected,
    }
  );
}
