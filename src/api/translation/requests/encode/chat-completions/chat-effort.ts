import type { Effort } from '../../../../../config/translation-settings.ts';
import { objectOf, rawOf } from '../../../json/literal.ts';
import type { Field, Thinking, TurnRequest } from '../../../neutral/turn-request.ts';
import type { RequestTarget } from '../../request-codec.ts';
import { effortOfThinking } from '../asked-effort.ts';
import type { ChatBody } from './chat-body.ts';

/** Says how much is to be thought, where the server has a place for it. */
export function chatEffort(
  { path, value }: Field<Effort>,
  out: ChatBody,
  { settings, report }: RequestTarget,
): void {
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
  request: TurnRequest,
): void {
  const { path, value } = field;
  const { settings, report } = target;
  if (value.mode === 'budget' && settings.flavor.effortField === undefined) {
    report.drop(path);
    return;
  }
  const effort = effortOfThinking(field, request, report);
  if (effort === 'none') switchOff(path, out, target);
  else if (effort !== undefined) chatEffort({ path, value: effort }, out, target);
}

function switchOff(path: string, out: ChatBody, target: RequestTarget): void {
  const { thinkingOff } = target.settings.flavor;
  if (thinkingOff === undefined) target.report.drop(path);
  else if (thinkingOff === 'effort') chatEffort({ path, value: 'none' }, out, target);
  else out.members[thinkingOff] = '{"enable_thinking":false}';
}
