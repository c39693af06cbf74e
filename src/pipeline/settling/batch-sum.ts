/** Adds up the usage of a batch's requests. */
import type { CountedUse } from '../../api/answer-usage.ts';
import type { BatchUse } from '../../api/batch-usage.ts';
import type { PriceConfig } from '../../config/types/prices.ts';
import { costNanoUsd } from '../../observe/cost.ts';
import {
  addUsage,
  type NamedSums,
  namedOf,
  noCounts,
  noUsage,
  type Usage,
  withNamed,
} from '../../observe/usage.ts';
import type { BatchPrices } from '../../routing/batch-prices.ts';
import type { NestingRules } from '../../routing/nested-models.ts';
import { splitUse } from '../named-models/nested-use.ts';

export class BatchSum {
  readonly #prices: BatchPrices;
  readonly #nesting: NestingRules;
  readonly #backend: () => string;
  readonly #sum = { ...noCounts };
  #named: NamedSums | undefined;
  /** Undefined while nothing of it has a price. */
  #costs: number | undefined;
  /** The number of added requests. */
  parts = 0;

  constructor(prices: BatchPrices, nesting: NestingRules, backend: () => string) {
    this.#prices = prices;
    this.#nesting = nesting;
    this.#backend = backend;
  }

  add({ usage: told, model, isSum }: BatchUse): void {
    const { usage, others } = this.#shared(told, model);
    addUsage(this.#sum, usage);
    for (const { tokens, costNanoUsd: cost } of others) {
      addUsage(this.#sum, tokens);
      this.#costs = (this.#costs ?? 0) + cost;
    }
    this.#named = withNamed(this.#named, namedOf(usage));
    this.parts += 1;
    const price = model === undefined ? undefined : this.#prices.of(this.#backend(), model);
    if (price === undefined) return;
    // A sum does not tell the length of the single requests.
    const ofRequests = isSum ? { ...price, tiers: undefined } : price;
    this.#costs = (this.#costs ?? 0) + costNanoUsd(ofRequests, usage);
  }

  /** The use of other models that took part in a message, each with its own price. */
  #shared(usage: Usage, upstreamModel = '') {
    if (usage.iterations === undefined) return { usage, others: [] };
    const counted = { usage, certainty: 'measured', areTokensKnown: true } as const;
    const by = { backend: this.#backend(), upstreamModel, price: undefined, names: undefined };
    const { own, others } = splitUse(counted, by, this.#nesting);
    return { usage: own.usage, others };
  }

  /** All of a batch's usage, once it is known. A model without a price costs nothing. */
  whole(): CountedUse {
    const counted = this.counted(undefined);
    return { ...counted, costNanoUsd: counted.costNanoUsd ?? 0 };
  }

  /** All of it as one usage, including the cost of the request that reports it. */
  counted(price: PriceConfig | undefined): CountedUse {
    const ofRequest = price === undefined ? 0 : costNanoUsd(price, noUsage);
    return {
      usage: {
        ...noUsage,
        ...this.#sum,
        toolCalls: this.#named?.tool_calls,
        serviceTier: 'batch',
      },
      certainty: 'measured',
      areTokensKnown: true,
      costNanoUsd: this.#costs === undefined ? undefined : this.#costs + ofRequest,
    };
  }
}
