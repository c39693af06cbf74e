import type { Effort } from '../../../../config/translation-settings.ts';
import type { Field, Fields } from '../../neutral/turn-request.ts';
import { effortOfBudget } from '../../shared/budgets.ts';

/** How much is to be thought, and whether that is only near to what the client said. */
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

function ofThinking({
  path,
  value,
}: Field<NonNullable<Fields['thinking']>['value']>): AskedEffort | undefined {
  switch (value.mode) {
    case 'off':
      return { effort: 'none', path, isNear: false };
    case 'budget':
      return { effort: effortOfBudget(value.budget), path, isNear: true };
    default:
      return undefined;
  }
}
