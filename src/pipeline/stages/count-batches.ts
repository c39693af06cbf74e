import type { BatchUse } from '../../api/batch-usage.ts';
import { costNanoUsd } from '../../observe/cost.ts';
import type { Logger } from '../../observe/log/log.ts';
import { addUsage, type NamedSums, namedOf, noCounts, noUsage, withNamed } from '../../observe/usage.ts';
import type { Exchange } from '../exchange.ts';
import type { BatchParts } from '../object-parts.ts';
import { BatchObject, BatchResults } from '../relay/batch-answer.ts';
import type { Stage } from '../stage.ts';

/**
 * Counts what a batch used for the key that first fetches an answer which says so, and never again: nothing of it was known
 * when the batch was made.
 */
export function countBatches({ prices, settled }: BatchParts, log: Logger): Stage {
  return async function countBatches(exchange, next) {
    const says = exchange.served.call?.saysUseOf;
    if (says !== 'batch' && says !== 'results') return next(exchange);
    const sum = { ...noCounts };
    let named: NamedSums | undefined;
    let costs: number | undefined;
    let parts = 0;
    const take = ({ usage, model, isSum }: BatchUse) => {
      addUsage(sum, usage);
      named = withNamed(named, namedOf(usage));
      parts += 1;
      const price = model === undefined ? undefined : prices.of(exchange.relayed.backend ?? '', model);
      if (price === undefined) return;
      // How long the single requests were a sum does not say.
      costs = (costs ?? 0) + costNanoUsd(isSum ? { ...price, tiers: undefined } : price, usage);
    };
    const answer =
      says === 'batch' ? new BatchObject(exchange.answer, take) : new BatchResults(exchange.answer, take);
    exchange.answer = answer;
    await next(exchange);
    if (answer.unread > 0)
      log.warn({ id: exchange.id, lines: answer.unread }, 'parts of a batch are too long to be counted');
    if (!answer.isWhole || parts === 0 || !(await settled.first(idOf(exchange)))) return;
    const { relayed } = exchange;
    const ofRequest = relayed.price === undefined ? 0 : costNanoUsd(relayed.price, noUsage);
    relayed.counted = {
      usage: {
        ...noUsage,
        ...sum,
        toolCalls: named?.tool_calls,
        serviceTier: 'batch',
      },
      certainty: 'measured',
      areTokensKnown: true,
      costNanoUsd: costs === undefined ? undefined : costs + ofRequest,
    };
  };
}

/** An account's ids are its own. */
function idOf({ relayed, objectPath }: Exchange): string {
  return `batch ${relayed.backend} ${objectPath.split('/')[1]}`;
}
