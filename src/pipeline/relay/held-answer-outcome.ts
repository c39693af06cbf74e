import type { Outcome } from '../../routing/outcomes.ts';
import type { HeldAnswer } from './answer/answer-head.ts';
import type { Conclusion } from './answer/answer-reader.ts';
import { isForClient } from './attempt-report.ts';
import { isUsageRefused } from './include-usage.ts';
import type { ReceivedAnswer } from './received-answer.ts';

/** What an attempt tells of an answer in which the backend repeats what it knows us by. */
export const leak = "the answer repeats the backend's credential";

/** What becomes of an answer of which nothing was passed on. */
interface Verdict {
  readonly outcome: Outcome;
  readonly detail: string;
  /** What the client gets now. */
  readonly given?: HeldAnswer;
  /** What the client may get if nothing else helps. */
  readonly body?: Buffer | undefined;
}

/** Judges an answer that is there as far as it will ever be. */
export function heldAnswerOutcome(
  answer: ReceivedAnswer,
  { outcome, detail, isWhole }: Conclusion,
  body: Buffer,
  isLeaking: boolean,
): Verdict {
  const { failedFirst } = answer;
  if (isLeaking && isForClient(outcome)) return { outcome: 'unusable', detail: leak };
  if (failedFirst !== undefined)
    return { outcome: failedFirst, detail: 'an error with status 200', body: isLeaking ? undefined : body };
  const kept = isWhole ? body : undefined;
  if (outcome === 'request_refused' && answer.asksForUsage && isUsageRefused(answer.head.status, body))
    return { outcome: 'usage_refused', detail, body: kept };
  if (!isForClient(outcome)) {
    // Of what never reaches a client nobody learns anything: it is what it is.
    return isLeaking ? { outcome, detail: `${detail}; ${leak}` } : { outcome, detail, body: kept };
  }
  const given = answer.given(body, outcome);
  return typeof given === 'string' ? { outcome: answer.unusable, detail: given } : { outcome, detail, given };
}
