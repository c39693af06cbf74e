import { objectOf, rawOf } from '../../../json/literal.ts';
import type { TurnRequest } from '../../../neutral/turn-request.ts';
import { fittingBudget } from '../../../shared/budgets.ts';
import type { RequestTarget } from '../../request-codec.ts';
import { ownSeal } from '../earlier-reasoning.ts';
import type { MessagesBody } from './messages-body.ts';

/** Says how much is to be thought, in the form that the deployment's model knows. */
export function sayEffort(
  out: MessagesBody,
  request: TurnRequest,
  { settings, report }: RequestTarget,
): void {
  if (out.effort === undefined) return;
  const { path, value: effort } = out.effort;
  if (effort === 'none') {
    // A model that cannot think does not have to be told.
    if (settings.reasoning !== 'none') out.members['thinking'] = objectOf({ type: '"disabled"' });
    return;
  }
  switch (settings.reasoning) {
    case 'none':
      report.refuse(path);
      return;
    case 'budget':
      return sayBudget(fittingBudget(settings.budgets[effort], out.maxTokens), path, out, request, report);
    default:
      if (effort === 'minimal') report.change(path);
      out.outputConfig['effort'] = rawOf(effort === 'minimal' ? 'low' : effort);
      if (isForced(out)) report.change(path);
      else out.members['thinking'] = objectOf({ type: '"adaptive"' });
  }
}

function sayBudget(
  budget: number | undefined,
  path: string,
  out: MessagesBody,
  request: TurnRequest,
  report: RequestTarget['report'],
): void {
  report.change(path);
  if (budget === undefined || isForced(out) || lacksThoughts(request)) return;
  out.members['thinking'] = objectOf({ type: '"enabled"', budget_tokens: String(budget) });
}

/** Thinking and a call that has to be made exclude each other. */
function isForced({ offer: { choice } }: MessagesBody): boolean {
  return choice?.mode === 'required' || choice?.mode === 'named';
}

/**
 * Whether calls wait for their results, made in a turn of which no thought is known: one that thinks within a budget has to
 * begin with one.
 */
function lacksThoughts({ turns }: TurnRequest): boolean {
  const last = turns.findLastIndex(({ role }) => role === 'assistant');
  if (last === -1 || turns[last + 1]?.role !== 'tool') return false;
  return !turns[last]!.blocks.some(
    (block) => block.kind === 'reasoning' && ownSeal(block, 'messages') !== undefined,
  );
}
