import { GatewayError } from '../../errors.ts';

/** A guard refuses, or can't see all of it. */
export class GuardRefusal extends GatewayError {
  /** The client gets an answer without text in its place (`refusal.as: stop`). */
  readonly isStop: boolean;

  constructor(
    message: string,
    reason: string,
    { isStop, param }: { isStop: boolean; param?: string | undefined },
  ) {
    super('guard_refused', message, { reason, ...(param !== undefined && { param }) });
    this.isStop = isStop;
  }
}
