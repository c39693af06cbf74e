import type { Path } from '../../text/tree.ts';
import { isNeverDropped } from '../../translation-settings.ts';
import { type Context, isAbsent, shown, wrong } from '../context.ts';

/** Holds `translation.drop` against what may be left out. */
export function checkDropped(context: Context, path: Path, drop: readonly string[]): void {
  for (const [index, field] of drop.entries()) {
    const at = [...path, index];
    if (isAbsent(context, at)) continue;
    if (!isNeverDropped(field)) continue;
    const message = `${shown(context, at, field)} can never be left out: the answer would be one to another question`;
    wrong(context, at, 'bad_translation', message, {
      hint: 'take it out; name a field below it, such as tools.web_search or output_config.effort',
    });
  }
}
