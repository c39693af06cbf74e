import { GatewayError } from '../../errors.ts';
import type { KeyThrottle } from '../../limits/key-throttle.ts';
import { refusalError } from '../../limits/limit-refusal.ts';
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
    const waitMs = faultyBodies.waitMs(exchange.key!.id);
    if (waitMs > 0) throw tooManyFaulty(waitMs);
    const closed = exchange.limits?.closedAt(performance.now());
    if (closed !== undefined) throw refusalError(closed.meters, closed.refusal);
    return next(exchange);
  };
}

/** What a client gets in place of an error, if its key has sent many bodies that ended in one. */
export async function insteadOfFault(
  exchange: Exchange,
  error: unknown,
  faultyBodies: KeyThrottle,
): Promise<unknown> {
  const waitMs = await faultyBodies.count(exchange.key!.id);
  return waitMs > 0 ? tooManyFaulty(waitMs) : error;
}

/** Whether a failure is that of a body, which had to be read, or looked through, to find out. */
export function isFaultyBody({ key, endpoint }: Exchange, error: unknown): boolean {
  if (key === undefined || endpoint === undefined || !(error instanceof GatewayError)) return false;
  const { status } = error.spec;
  return status === 400 || status === 413 || status === 415;
}

function tooManyFaulty(retryAfterMs: number): GatewayError {
  return new GatewayError(
    'too_many_failures',
    'Too many requests of this key had bodies that can not be taken; mend what sends them, and wait a second.',
    { retryAfterMs },
  );
}
