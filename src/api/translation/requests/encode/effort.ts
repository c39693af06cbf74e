import type { Effort } from '../../../../config/translation-settings.ts';
import type { Field, Thinking, TurnRequest } from '../../neutral/turn-request.ts';
import type { TranslationReport } from '../../report.ts';
import { effortOfBudget } from '../../shared/budgets.ts';

/**
 * The effort that a messages client's `thinking` comes to, for dialects that know effort alone; undefined where nothing is
 * to be said, which is noted where that loses something. `none` is thinking that is switched off.
 */
export function effortOfThinking(
  { path, value }: Field<Thinking>,
  { fields }: Pick<TurnRequest, 'fields'>,
  report: TranslationReport,
): Effort | undefined {
  if (value.mode === 'auto') return undefined;
  if (fields.effort !== undefined) {
    // The more exact word is the effort.
    report.change(path);
    return undefined;
  }
  if (value.mode === 'budget') {
    report.change(path);
    return effortOfBudget(value.budget);
  }
  if (value.mode === 'off') return 'none';
  report.drop(path);
  return undefined;
}
