import type { Effort } from '../../../../config/translation-settings.ts';
import type { Field, Fields, Thinking, TurnRequest } from '../../neutral/turn-request.ts';
import type { TranslationReport } from '../../report.ts';
import { effortOfBudget } from '../../shared/budgets.ts';

/** The wanted amount of thinking, and if it only approximates the client's. */
export interface AskedEffort {
  readonly effort: Effort;
  readonly path: string;
  readonly isNear: boolean;
}

/** The effort that a request asks for, by a word or else by its way of thinking; undefined where that is the model's. */
export function askedEffort({ effort, thinking }: Fields): AskedEffort | undefined {
  if (effort !== undefined) return { effort: effort.value, path: effort.path, isNear: false };
  if (thinking === undefined) return undefined;
  return ofThinking(thinking);
}

/**
 * The effort that a messages client's `thinking` comes to, for dialects that know effort alone; undefined where nothing is
 * to be said, which is noted where that loses something. `none` is thinking that is switched off.
 */
export function effortOfThinking(
  field: Field<Thinking>,
  { fields }: Pick<TurnRequest, 'fields'>,
  report: TranslationReport,
): Effort | undefined {
  const { path, value } = field;
  if (value.mode === 'auto') return undefined;
  if (fields.effort !== undefined) {
    // The more exact word is the effort.
    report.change(path);
    return undefined;
  }
  const asked = ofThinking(field);
  if (asked === undefined) report.drop(path);
  else if (asked.isNear) report.change(path);
  return asked?.effort;
}

function ofThinking({ path, value }: Field<Thinking>): AskedEffort | undefined {
  switch (value.mode) {
    case 'off':
      return { effort: 'none', path, isNear: false };
    case 'budget':
      return { effort: effortOfBudget(value.budget), path, isNear: true };
    default:
      return undefined;
  }
}
