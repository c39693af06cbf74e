/**
 * Adapts a request to its model. Vendors refuse by the model some parts that the dialect allows: temperature beside
 * thinking, efforts that only some models know, a tool that has to be called. This happens before the request is
 * encoded.
 */

import type { TargetDialect } from '../../../config/target-dialects/index.ts';
import type { ReasoningForm } from '../../../config/target-dialects/target-dialect.ts';
import { type Accepts, type Effort, efforts } from '../../../config/translation-settings.ts';
import type { FieldName, Fields, TurnRequest } from '../neutral/turn-request.ts';
import type { TranslationReport } from '../report.ts';
import { effortOfBudget } from '../shared/budgets.ts';

/** The parts that depend on the target's form of effort. */
interface Said {
  readonly to: TargetDialect;
  readonly reasoning: ReasoningForm;
}

/** The request as a model can have it; what had to be left out, made less, or can't be is reported. */
export function adaptToModel(
  request: TurnRequest,
  accepts: Accepts,
  said: Said,
  report: TranslationReport,
): TurnRequest {
  const fields: { -readonly [Name in FieldName]?: Fields[Name] } = { ...request.fields };
  if (!accepts.temperature) {
    for (const name of ['temperature', 'topP', 'topK'] as const) leaveOut(name);
  }
  if (!accepts.thinking) {
    // A request without any thinking is served as wished.
    if (fields.effort?.value === 'none') delete fields.effort;
    if (fields.thinking?.value.mode === 'off') delete fields.thinking;
    for (const name of ['effort', 'thinking'] as const) leaveOut(name);
  } else if (accepts.efforts !== undefined) fitEffort(accepts.efforts);
  const { choice } = fields;
  if (choice !== undefined && !accepts.toolChoice.includes(choice.value.mode))
    report.never(choice.path, `the model takes no choice that is ${choice.value.mode}`);
  return { ...request, fields };

  function leaveOut(name: FieldName): void {
    const field = fields[name];
    if (field === undefined) return;
    report.drop(field.path);
    delete fields[name];
  }

  function fitEffort(known: readonly [Effort, ...Effort[]]): void {
    const { effort, thinking } = fields;
    const asked = effort ?? (thinking && effortOf(thinking));
    if (asked === undefined || known.includes(asked.value)) return;
    // Elsewhere thinking is switched off by another field than the one with the words.
    if (asked.value === 'none' && !hasWords(said)) return;
    report.change(asked.path);
    delete fields.thinking;
    fields.effort = { path: asked.path, value: nearestLower(asked.value, known) };
  }

  /** In tokens where the target takes them: then no word is said. */
  function effortOf({ path, value }: NonNullable<Fields['thinking']>) {
    if (value.mode === 'off') return { path, value: 'none' as const };
    if (value.mode !== 'budget' || said.reasoning === 'budget' || said.reasoning === 'anthropic')
      return undefined;
    return { path, value: effortOfBudget(value.budget) };
  }
}

/** Not to think is one of the words of effort. */
function hasWords({ to }: Said): boolean {
  return to === 'chat_completions' || to === 'responses';
}

/** The nearest lower one, or else the lowest. */
function nearestLower(asked: Effort, known: readonly [Effort, ...Effort[]]): Effort {
  const place = efforts.indexOf(asked);
  return known.findLast((one) => efforts.indexOf(one) <= place) ?? known[0];
}
