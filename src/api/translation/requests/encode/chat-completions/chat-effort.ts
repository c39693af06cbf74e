import type { Effort } from '../../../../../config/translation-settings.ts';
import { objectOf, rawOf } from '../../../json/literal.ts';
import type { Field, Thinking, TurnRequest } from '../../../neutral/turn-request.ts';
import { effortOfBudget } from '../../../shared/budgets.ts';
import type { RequestTarget } from '../../request-codec.ts';
import type { ChatBody } from './chat-body.ts';

/** Says how much is to be thought, where the server has a place for it. */
export function chatEffort(
  { path, value }: Field<Effort>,
  out: ChatBody,
  { settings, report }: RequestTarget,
): void {
  if (settings.reasoning === 'none') {
    if (value !== 'none') report.refuse(path);
    return;
  }
  const { effortField } = settings.flavor;
  if (effortField === undefined) report.drop(path);
  else if (effortField === 'reasoning.effort') out.members['reasoning'] = objectOf({ effort: rawOf(value) });
  else out.members[effortField] = rawOf(value);
}

/** The same for what a client of messages says in other words. */
export function chatThinking(
  field: Field<Thinking>,
  out: ChatBody,
  target: RequestTarget,
  { fields }: TurnRequest,
): void {
  const { path, value } = field;
  const { settings, report } = target;
  if (value.mode === 'auto') return;
  if (fields.effort !== undefined) {
    // The more exact word is the effort.
    report.change(path);
    return;
  }
  if (value.mode === 'budget') {
    if (settings.reasoning !== 'none' && settings.flavor.effortField !== undefined) report.change(path);
    chatEffort({ path, value: effortOfBudget(value.budget) }, out, target);
  } else if (value.mode === 'off') switchOff(path, out, target);
  else report.drop(path);
}

function switchOff(path: string, out: ChatBody, target: RequestTarget): void {
  const { settings, report } = target;
  // A model that cannot think does not have to be told.
  if (settings.reasoning === 'none') return;
  const { thinkingOff } = settings.flavor;
  if (thinkingOff === undefined) report.drop(path);
  else if (thinkingOff === 'effort') chatEffort({ path, value: 'none' }, out, target);
  else out.members[thinkingOff] = '{"enable_thinking":false}';
}
