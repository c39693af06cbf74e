/** What an attempt makes of what it sees, before any of its answer is passed on. */
import type { FailureKind } from '../../http/client/carrier.ts';
import { type Outcome, type OutcomeRule, outcomes } from '../../routing/outcomes.ts';
import type { AnswerHead } from './answer-head.ts';

/** What a call that never had an answer comes to. */
export const outcomeOfFailure = {
  busy: 'no_free_connection',
  unauthorized: 'no_credential',
  connect: 'not_connected',
  stale: 'stale_connection',
  reset: 'lost',
  invalid: 'unusable',
  unsendable: 'abandoned',
} as const satisfies Record<FailureKind, Outcome>;

/** Whether an answer with this outcome goes to the client as it comes. */
export function isForClient(outcome: Outcome): boolean {
  return outcome === 'answered' || outcome === 'request_refused';
}

/** Whether an outcome is what a backend answered, where it did answer. */
export function isAnswer(outcome: Outcome): boolean {
  const rule: OutcomeRule = outcomes[outcome];
  return rule.isAnswer === true;
}

/** Errors of Amazon's that are 403 and always about the credential, whatever the deployment answered before. */
const credentialErrors = /^(?:ExpiredToken|UnrecognizedClient|InvalidSignature|RequestExpired)/;

/** What a 403 comes to: the request's own fault where the deployment has just answered others well. */
export function outcomeOfForbidden({ errorType }: AnswerHead, isProven: boolean): Outcome {
  const isCredential = !isProven || (errorType !== undefined && credentialErrors.test(errorType));
  return isCredential ? 'credentials_refused' : 'forbidden';
}

/** What makes a head unusable whatever its body is. `outcome` is that of its status. */
export function faultOf(head: AnswerHead, outcome: Outcome, isStream: boolean): string | undefined {
  if (outcome === 'unusable') return `status ${head.status}`;
  if (outcome !== 'answered') return undefined;
  if (head.contentEncoding !== undefined && head.contentEncoding.toLowerCase() !== 'identity') {
    return `content-encoding ${head.contentEncoding}, though identity was asked for`;
  }
  if (head.kind === (isStream ? 'events' : 'json')) return undefined;
  const wanted = isStream ? 'an event stream' : 'JSON';
  return `status ${head.status}, content-type "${head.contentType}" where ${wanted} was asked for`;
}
