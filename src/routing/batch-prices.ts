import type { Config } from '../config/types/gateway.ts';
import type { PriceConfig } from '../config/types/prices.ts';

/** The day behind the name of a model, as answers give it. */
const dated = /-(?:\d{4}-\d{2}-\d{2}|\d{8})$/;

/** True for two names of one model, with its day behind it or without. */
export function isSameModel(one: string, other: string): boolean {
  return one === other || one.replace(dated, '') === other.replace(dated, '');
}

/** The prices of requests in batches: those of a deployment on the same backend. */
export class BatchPrices {
  /** By backend, and by the name that it knows the model by. */
  readonly #prices = new Map<string, Map<string, PriceConfig | undefined>>();

  constructor(models: Config['models']) {
    for (const { deployments } of models.values()) {
      for (const { backend, upstreamModel, price } of deployments) {
        const ofBackend = this.#prices.get(backend) ?? new Map<string, PriceConfig | undefined>();
        this.#prices.set(backend, ofBackend);
        if (!ofBackend.has(upstreamModel)) ofBackend.set(upstreamModel, price);
      }
    }
  }

  /** That of the first deployment in the file; undefined where none has the model, or that one has no price. */
  of(backend: string, model: string): PriceConfig | undefined {
    const prices = this.#prices.get(backend);
    return prices?.has(model) === true ? prices.get(model) : prices?.get(model.replace(dated, ''));
  }
}
