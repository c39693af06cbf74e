import type { Clock } from '../../src/limits/clock.ts';
import { startMs } from './limit-store.contract.ts';

export interface ManualClock extends Clock {
  advance(ms: number): void;
  /** Sets the wall clock forward or back, as an administrator does. */
  jumpWall(ms: number): void;
}

/** Both clocks of limits, in the hands of a test. */
export function manualClock(): ManualClock {
  let now = startMs;
  let offset = 0;
  return {
    monotonic: () => now,
    wall: () => now + offset,
    advance(ms) {
      now += ms;
    },
    jumpWall(ms) {
      offset += ms;
    },
  };
}
