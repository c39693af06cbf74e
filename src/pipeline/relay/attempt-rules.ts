/** What an attempt makes of what it sees, before any of its answer is passed on. */
import type { FailureKind } from '../../http/client/carrier.ts';
import type { Outcome } from '../../routing/outcomes.ts';
import type { AnswerHead } from './answer-head.ts';

/** What a call that never had an answer comes to. */
export const outcomeOfFailure = {
  busy: 'no_free_connection',
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
