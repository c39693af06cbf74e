/** `tools` of keys and groups. */
import { parseToolPattern } from '../../derived/tool-patterns.ts';
import type { Path } from '../../text/tree.ts';
import type { GroupConfig, KeyTools } from '../../types/keys.ts';
import { type Context, isAbsent, wrong } from '../context.ts';

/** A key's patterns; undefined if it may use nothing. */
export function resolveKeyTools(
  context: Context,
  path: Path,
  written: readonly string[] | undefined,
  groups: readonly GroupConfig[],
): KeyTools | undefined {
  if (written === undefined || written.length === 0) return undefined;
  checkPatterns(context, path, written);
  return { own: written, ofGroups: groups.flatMap(({ tools }) => (tools === undefined ? [] : [tools])) };
}

/** A group's patterns, which bound its keys; undefined if it allows all. */
export function resolveGroupTools(
  context: Context,
  path: Path,
  written: readonly string[],
): readonly string[] | undefined {
  checkPatterns(context, path, written);
  return written.includes('*') ? undefined : written;
}

function checkPatterns(context: Context, path: Path, written: readonly string[]): void {
  for (const [index, text] of written.entries()) checkToolPattern(context, [...path, index], text);
}

/** Reports a text that is no pattern of tools. */
export function checkToolPattern(context: Context, at: Path, text: string): void {
  if (isAbsent(context, at) || !context.intact(at) || parseToolPattern(text) !== undefined) return;
  wrong(context, at, 'bad_tool_pattern', 'must be SERVER/TOOL, SERVER/prompt:NAME or SERVER/resource:URI', {
    hint: '`*` in them matches any characters, and `*` alone matches everything',
  });
}
