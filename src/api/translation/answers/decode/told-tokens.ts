import { mergeReports, type UsageReport, usageIn } from '../../../answer-usage.ts';
import type { AnswerTokens } from '../../neutral/answer-event.ts';
import { freshInput } from '../../shared/answer-tokens.ts';

/** A backend's reports of one answer's tokens; these figures count. */
export class ToldTokens {
  #report: UsageReport | undefined;

  /** All that is known with one more report; undefined where that says nothing new. */
  add(report: UsageReport | undefined): AnswerTokens | undefined {
    if (report === undefined) return undefined;
    this.#report = mergeReports(this.#report, report);
    return tokensIn(this.#report);
  }
}

function tokensIn(report: UsageReport): AnswerTokens {
  const { input, output, cachedInput, cacheWrite, reasoning } = usageIn(report);
  const isInputTold = report.input !== undefined || report.freshInput !== undefined;
  const isWriteTold = report.cacheWrite ?? report.cacheWrite5m ?? report.cacheWrite1h;
  const tokens: { -readonly [Name in keyof AnswerTokens]: AnswerTokens[Name] } = {};
  if (isInputTold) tokens.input = freshInput(input, cachedInput, cacheWrite);
  if (report.cachedInput !== undefined) tokens.cachedRead = cachedInput;
  if (isWriteTold !== undefined) tokens.cachedWrite = cacheWrite;
  if (report.output !== undefined || output > 0) tokens.output = output;
  if (report.reasoning !== undefined) tokens.reasoning = reasoning;
  return tokens;
}
