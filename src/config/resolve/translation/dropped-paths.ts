import type { Path } from '../../text/tree.ts';
import { type Context, isAbsent, shown, wrong } from '../context.ts';

/** Without these a request would be another one. */
export const neverDropped: ReadonlySet<string> = new Set([
  'model',
  'messages',
  'input',
  'instructions',
  'system',
  'tools',
  'tool_choice',
  'response_format',
  'text',
  'text.format',
  'output_config',
  'output_config.format',
  'stream',
  'max_tokens',
  'max_completion_tokens',
  'max_output_tokens',
  'previous_response_id',
  'conversation',
]);

/** Holds `translation.drop` against what may be left out. */
export function checkDropped(context: Context, path: Path, drop: readonly string[]): void {
  for (const [index, field] of drop.entries()) {
    const at = [...path, index];
    if (isAbsent(context, at)) continue;
    // `messages[]` is as much as `messages`: it would leave nothing.
    if (!neverDropped.has(field.replace(/(?:\[\])+$/, ''))) continue;
    const message = `${shown(context, at, field)} can never be left out: the answer would be one to another question`;
    wrong(context, at, 'bad_translation', message, {
      hint: 'take it out; what lies below it can be named, such as tools.web_search or output_config.effort',
    });
  }
}
