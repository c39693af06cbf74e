import type { BackendCall } from '../../http/client/backend-call.ts';
import type { AttemptClock } from './attempt-clock.ts';
import { type AttemptReport, isAnswer } from './attempt-report.ts';
import type { ReceivedAnswer } from './received-answer.ts';

/** The facts on its end that only the attempt itself knows. */
type Ending = Pick<AttemptReport, 'outcome' | 'detail' | 'isGiven' | 'answer' | 'fault'>;

/** Returns the report of an attempt. */
export function reportOf(
  received: ReceivedAnswer | undefined,
  call: BackendCall | undefined,
  { startedMs, firstByteMs }: AttemptClock,
  ending: Ending,
): AttemptReport {
  const readyMs = call?.readyMs;
  const { head, reader } = received ?? {};
  return {
    head,
    isAnswer: head !== undefined && (isAnswer(ending.outcome) || reader?.events?.failed === true),
    wasPacked: received?.body.wasPacked === true,
    connectMs: readyMs === undefined ? undefined : Math.max(0, readyMs - startedMs),
    firstByteMs,
    isCredentialStale: call?.isCredentialStale === true,
    use: reader?.use,
    ...ending,
  };
}
