import type { Outcome } from '../../routing/outcomes.ts';
import type { HeldAnswer } from './answer/answer-head.ts';
import type { Conclusion } from './answer/answer-reader.ts';
import { isForClient } from './attempt-report.ts';
import { isUsageRefused } from './include-usage.ts';
import type { ReceivedAnswer } from './received-answer.ts';

/** The log's text on an answer in which the backend repeats the gateway's credential. */
export const leak = "the answer repeats the backend's credential";

/** The fate of an answer of which nothing was passed on. */
interface Verdict {
  readonly outcome: Outcome;
  readonly detail: string;
  /** The client gets this now. */
  readonly given?: HeldAnswer;
  /** The client may get this if nothing else helps. */
  readonly body?: Buffer | undefined;
}

/** Judges an answer when no more of it will come. */
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
    // Nobody learns anything of an answer that never reaches a client: it stays unchanged.
    return isLeaking ? { outcome, detail: `${detail}; ${leak}` } : { outcome, detail, body: kept };
  }
  const given = answer.given(body, outcome);
  return typeof given === 'string' ? { outcome: answer.unusable, detail: given } : { outcome, detail, given };
}
