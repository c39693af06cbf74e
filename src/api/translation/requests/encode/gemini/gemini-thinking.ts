import type { Effort } from '../../../../../config/translation-settings.ts';
import { objectOf, rawOf } from '../../../json/literal.ts';
import type { TurnRequest } from '../../../neutral/turn-request.ts';
import { fittingBudget } from '../../../shared/budgets.ts';
import type { RequestTarget } from '../../request-codec.ts';
import { askedEffort } from '../asked-effort.ts';
import type { GeminiBody } from './gemini-body.ts';

/**
 * `ThinkingLevel` of the Gemini API, in the words that each of its models takes: not all of them know MINIMAL, and none
 * has a word for more than HIGH. The others are near to one of these.
 */
const levels: Readonly<Record<Effort, { readonly level: string; readonly isNear?: true }>> = {
  none: { level: 'LOW', isNear: true },
  minimal: { level: 'LOW', isNear: true },
  low: { level: 'LOW' },
  medium: { level: 'MEDIUM' },
  high: { level: 'HIGH' },
  xhigh: { level: 'HIGH', isNear: true },
  max: { level: 'HIGH', isNear: true },
};

/** Says how much is to be thought, and whether the client wants to see it. */
export function sayThinking(
  out: GeminiBody,
  request: TurnRequest,
  { settings, report }: RequestTarget,
): void {
  const asked = askedEffort(request.fields);
  const config: Record<string, string> = {};
  if (asked !== undefined && !report.isUnwanted(asked.path)) {
    const { effort, path, isNear } = asked;
    if (isNear) report.change(path);
    if (settings.reasoning === 'none') {
      if (effort !== 'none') report.refuse(path);
    } else if (settings.reasoning === 'budget') {
      const budget = budgetOf(effort, request, settings);
      if (effort !== 'none') report.change(path);
      if (budget !== undefined) config['thinkingBudget'] = String(budget);
    } else {
      if (levels[effort].isNear) report.change(path);
      config['thinkingLevel'] = rawOf(levels[effort].level);
    }
  }
  if (showsThoughts(request, asked?.effort)) config['includeThoughts'] = 'true';
  const said = objectOf(config);
  if (said !== '{}') out.generation['thinkingConfig'] = said;
}

function budgetOf(
  effort: Effort,
  { fields }: TurnRequest,
  { budgets }: RequestTarget['settings'],
): number | undefined {
  if (effort === 'none') return 0;
  return fittingBudget(budgets[effort], fields.maxTokens?.value);
}

/**
 * A client of chat completions never says that it wants to see thoughts: it does where it asks for any. One of responses
 * asks for a summary of them.
 */
function showsThoughts({ client, shows, fields }: TurnRequest, effort: Effort | undefined): boolean {
  if (effort === 'none') return false;
  if (shows === 'nothing') return false;
  if (client === 'chat_completions') return fields.effort !== undefined || fields.thinking !== undefined;
  if (client === 'responses') return shows === 'summary';
  return shows === 'text' || shows === 'summary';
}
