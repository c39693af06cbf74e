import { GatewayError } from '../../errors.ts';
import { refusalError } from '../../limits/limit-refusal.ts';
import type { WorkThrottle } from '../../limits/throttles/work-throttle.ts';
import type { Exchange } from '../exchange.ts';
import type { Parts } from '../parts.ts';
import type { Stage } from '../stage.ts';

/**
 * Refuses a key before its body is read and looked through, where it is known already that it will be refused: that
 * costs more than all else that is done for a refused request. What is known is what this worker heard last; nobody is
 * asked.
 */
export function turnAway({ faultyBodies }: Pick<Parts, 'faultyBodies'>): Stage {
  return function turnAway(exchange, next) {
    refuseFaulty(exchange, faultyBodies);
    const closed = exchange.limits?.closedAt(performance.now());
    if (closed !== undefined) throw refusalError(closed.meters, closed.refusal);
    return next(exchange);
  };
}

/** Refuses a key whose bodies cost too much to be refused. */
export function refuseFaulty({ key }: Exchange, faultyBodies: WorkThrottle): void {
  const waitMs = faultyBodies.waitMs(key!.id);
  if (waitMs > 0) throw tooManyFaulty(waitMs);
}

/** Counts what was spent on a body that is refused. A body that was never read has cost nothing. */
export function chargeFault({ key, bodyThereMs, bufferedBytes }: Exchange, faultyBodies: WorkThrottle): void {
  if (bodyThereMs === undefined) return;
  const passedMs = performance.now() - bodyThereMs;
  faultyBodies.charge(key!.id, Math.min(passedMs, baseMs + bufferedBytes * msPerByte));
}

/** What a body can cost at most: in the time that passed, the processor may have had other things to do. */
const baseMs = 0.1;
const msPerByte = 0.0001;

/** Whether a failure is that of a body, which had to be read, or looked through, to find out. */
export function isFaultyBody({ key, endpoint }: Exchange, error: unknown): boolean {
  if (key === undefined || endpoint === undefined || !(error instanceof GatewayError)) return false;
  // What a guard refuses is no fault of the body's form, and counts as a request.
  if (error.code === 'guard_refused') return false;
  const { status } = error.spec;
  return status === 400 || status === 413 || status === 415;
}

function tooManyFaulty(retryAfterMs: number): GatewayError {
  const seconds = Math.ceil(retryAfterMs / 1000);
  return new GatewayError(
    'too_many_failures',
    `Bodies of this key that can not be taken cost too much processor time; mend what sends them, and try again in ${seconds} s.`,
    { retryAfterMs },
  );
}
