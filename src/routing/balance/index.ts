import type { BalanceName } from '../../config/types/models.ts';
import { leastBusy } from './least-busy.ts';
import { lowestCost } from './lowest-cost.ts';
import { lowestLatency } from './lowest-latency.ts';
import { sticky } from './sticky.ts';
import type { StrategyDefinition } from './strategy.ts';
import { weighted } from './weighted.ts';

/** Every strategy, by the word that `balance` gives it in the file. */
export const strategies = {
  least_busy: leastBusy,
  weighted,
  lowest_latency: lowestLatency,
  lowest_cost: lowestCost,
  sticky,
} satisfies Record<BalanceName, StrategyDefinition>;
