import { objectOf } from '../../../json/literal.ts';
import type { TurnRequest } from '../../../neutral/turn-request.ts';
import { fittingBudget } from '../../../shared/budgets.ts';
import type { RequestTarget } from '../../request-codec.ts';
import { askedEffort } from '../asked-effort.ts';
import type { ConverseBody } from './converse-body.ts';

/** Says how much is to be thought, where the model is one of Anthropic's; Converse has no word for it. */
export function sayThinking(
  out: ConverseBody,
  { fields }: TurnRequest,
  { settings, report }: RequestTarget,
): void {
  const asked = askedEffort(fields);
  if (asked === undefined || report.isUnwanted(asked.path)) return;
  const { effort, path } = asked;
  // A model that is not asked to think does not; those that think in any case can't be told.
  if (effort === 'none') {
    if (fields.effort === undefined) report.drop(path);
    return;
  }
  if (settings.reasoning !== 'anthropic') {
    report.refuse(path);
    return;
  }
  report.change(path);
  const budget = fittingBudget(settings.budgets[effort], fields.maxTokens?.value);
  if (budget === undefined) return;
  out.additional['thinking'] = objectOf({ type: '"enabled"', budget_tokens: String(budget) });
}
