import type { Effort } from '../../../../../config/translation-settings.ts';
import { objectOf, rawOf } from '../../../json/literal.ts';
import type { Field, Thinking, TurnRequest } from '../../../neutral/turn-request.ts';
import { effortOfBudget, fittingBudget } from '../../../shared/budgets.ts';
import type { RequestTarget } from '../../request-codec.ts';
import { ownSeal } from '../earlier-reasoning.ts';
import type { MessagesBody } from './messages-body.ts';

/** Says how much is to be thought, in the form that the deployment's model knows. */
export function sayThinking(out: MessagesBody, request: TurnRequest, target: RequestTarget): void {
  const { effort, thinking } = out;
  if (effort !== undefined) {
    // The more exact word is the effort.
    if (thinking !== undefined && thinking.value.mode !== 'auto') target.report.change(thinking.path);
    sayEffort(effort, out, request, target);
  } else if (thinking !== undefined) sayAsked(thinking, out, request, target);
}

function sayEffort(
  { path, value: effort }: Field<Effort>,
  out: MessagesBody,
  request: TurnRequest,
  { settings, report }: RequestTarget,
): void {
  if (effort === 'none') {
    // A model that cannot think does not have to be told.
    if (settings.reasoning !== 'none') out.members['thinking'] = objectOf({ type: '"disabled"' });
    return;
  }
  switch (settings.reasoning) {
    case 'none':
      report.refuse(path);
      return;
    case 'budget': {
      report.change(path);
      return sayBudget(fittingBudget(settings.budgets[effort], out.maxTokens), out, request);
    }
    default:
      if (effort === 'minimal') report.change(path);
      out.outputConfig['effort'] = rawOf(effort === 'minimal' ? 'low' : effort);
      sayAdaptive(path, out, report);
  }
}

/** A client's own words for thinking, where they are this dialect's. */
function sayAsked(
  { path, value }: Field<Thinking>,
  out: MessagesBody,
  request: TurnRequest,
  target: RequestTarget,
): void {
  const { settings, report } = target;
  switch (value.mode) {
    case 'off':
      return sayEffort({ path, value: 'none' }, out, request, target);
    case 'budget': {
      if (settings.reasoning !== 'budget') {
        if (settings.reasoning !== 'none') report.change(path);
        return sayEffort({ path, value: effortOfBudget(value.budget) }, out, request, target);
      }
      const budget = fittingBudget(value.budget, out.maxTokens);
      sayBudget(budget, out, request);
      if (budget !== value.budget || out.members['thinking'] === undefined) report.change(path);
      return;
    }
    case 'between_tools':
      report.drop(path);
      return;
    case 'auto':
      if (settings.reasoning === 'none') report.refuse(path);
      // The vendor's own effort where none is given.
      else if (settings.reasoning === 'budget') sayEffort({ path, value: 'high' }, out, request, target);
      else sayAdaptive(path, out, report);
  }
}

function sayAdaptive(path: string, out: MessagesBody, report: RequestTarget['report']): void {
  if (isForced(out)) report.change(path);
  else out.members['thinking'] = objectOf({ type: '"adaptive"' });
}

function sayBudget(budget: number | undefined, out: MessagesBody, request: TurnRequest): void {
  if (budget === undefined || isForced(out) || lacksThoughts(request)) return;
  out.members['thinking'] = objectOf({ type: '"enabled"', budget_tokens: String(budget) });
}

/** Thinking and a call that has to be made exclude each other. */
function isForced({ offer: { choice } }: MessagesBody): boolean {
  return choice?.mode === 'required' || choice?.mode === 'named';
}

/**
 * True if calls wait for their results in a turn without a known thought: one that thinks within a budget has to begin
 * with one.
 */
function lacksThoughts({ turns }: TurnRequest): boolean {
  const last = turns.findLastIndex(({ role }) => role === 'assistant');
  if (last === -1 || turns[last + 1]?.role !== 'tool') return false;
  return !turns[last]!.blocks.some(
    (block) => block.kind === 'reasoning' && ownSeal(block, 'messages') !== undefined,
  );
}
