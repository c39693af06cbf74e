import { GatewayError } from '../../errors.ts';
import { refusalError } from '../../limits/limit-refusal.ts';
import type { WorkThrottle } from '../../limits/throttles/work-throttle.ts';
import type { Exchange } from '../exchange.ts';
import type { Parts } from '../parts.ts';
import type { Stage } from '../stage.ts';

/**
 * Refuses a key before its body is read, if the refusal is known already: reading costs more than all other work on a
 * refused request. This worker's last news decides; nobody is asked.
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

/** Charges the work on a refused body. A body that was never read has cost nothing. */
export function chargeFault({ key, bodyThereMs, bufferedBytes }: Exchange, faultyBodies: WorkThrottle): void {
  if (bodyThereMs === undefined) return;
  const passedMs = performance.now() - bodyThereMs;
  faultyBodies.charge(key!.id, Math.min(passedMs, baseMs + bufferedBytes * msPerByte));
}

/** The most that a body can cost: in the passed time, the processor may have had other work. */
const baseMs = 0.1;
const msPerByte = 0.0001;

/** True if a failure is the body's fault, which only reading it could show. */
export function isFaultyBody({ key, endpoint }: Exchange, error: unknown): boolean {
  if (key === undefined || endpoint === undefined || !(error instanceof GatewayError)) return false;
  // A guard's refusal is no fault of the body's form, and counts as a request.
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
