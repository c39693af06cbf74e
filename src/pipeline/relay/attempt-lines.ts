/** What lines of the log tell of attempts. */
import { deploymentName } from '../../config/derived/model-names.ts';
import type { AttemptEvent } from '../../observe/request-event.ts';
import type { AttemptReport } from './attempt-report.ts';

/** Nothing for an operator to look into. */
export function isQuiet({ outcome, head }: AttemptReport): boolean {
  if (head?.isLoop === true) return false;
  return outcome === 'answered' || outcome === 'request_refused' || outcome === 'abandoned';
}

/** An attempt as the log has it. */
export function attemptLine({
  model,
  deployment,
  outcome,
  status,
  ms,
  connectMs,
  firstByteMs,
}: AttemptEvent): object {
  return {
    deployment: deploymentName(model, deployment),
    outcome,
    status,
    ms: tenths(ms),
    connect_ms: tenths(connectMs),
    first_byte_ms: tenths(firstByteMs),
  };
}

function tenths(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : Math.round(ms * 10) / 10;
}
