/** The estimated usage of a batch's requests until their answers report it, by the models that they name. */
import { isObject, type JsonObject, parseObject } from '../../lib/json.ts';
import { bytesPerToken } from '../../lib/token-size.ts';
import { costNanoUsd } from '../../observe/cost.ts';
import { noUsage } from '../../observe/usage.ts';
import type { BatchPrices } from '../../routing/batch-prices.ts';

/**
 * As for other requests: the most tokens of an answer that are assumed, and the tokens for a request without a maximum.
 */
const mostOutput = 4096;
const usualOutput = 1024;
/** The most models of a batch; it names few. */
const mostModels = 100;

const maxima = ['max_completion_tokens', 'max_output_tokens', 'max_tokens'] as const;

interface Tokens {
  input: number;
  output: number;
}

export class BatchEstimate {
  readonly #models = new Map<string, Tokens>();
  #isKnown = true;
  requests = 0;

  /** @param bytes Of the request. */
  add(request: JsonObject, bytes: number): void {
    this.requests += 1;
    const { model } = request;
    if (typeof model !== 'string' || (this.#models.size === mostModels && !this.#models.has(model)))
      return this.giveUp();
    const tokens = this.#models.get(model) ?? { input: 0, output: 0 };
    this.#models.set(model, tokens);
    tokens.input += Math.ceil(bytes / bytesPerToken);
    tokens.output += outputOf(request);
  }

  /** A part can't be read, so the whole is unknown. */
  giveUp(): void {
    this.#isKnown = false;
  }

  /** The estimate as a text; undefined if a part is unknown, or there is nothing. */
  get note(): string | undefined {
    if (!this.#isKnown || this.requests === 0) return undefined;
    return JSON.stringify({ requests: this.requests, models: Object.fromEntries(this.#models) });
  }

  /** The estimate of a `note`; undefined for any other text. */
  static from(note: string | undefined): BatchEstimate | undefined {
    const read = note === undefined ? undefined : parseObject(note);
    const models = read?.['models'];
    if (!isObject(models)) return undefined;
    const estimate = new BatchEstimate();
    estimate.requests = Number(read!['requests']);
    for (const [model, tokens] of Object.entries(models)) estimate.#models.set(model, tokens as Tokens);
    return estimate;
  }

  /** The cost in billionths of a US dollar; undefined if unknown. A model without a price costs nothing. */
  costAt(prices: BatchPrices, backend: string): number | undefined {
    if (!this.#isKnown) return undefined;
    let sum = 0;
    for (const [model, { input, output }] of this.#models) {
      const price = prices.of(backend, model);
      const usage = { ...noUsage, input, output, serviceTier: 'batch' };
      // A sum does not tell the length of the single requests.
      if (price !== undefined) sum += costNanoUsd({ ...price, tiers: undefined }, usage);
    }
    return sum;
  }
}

function outputOf(request: JsonObject): number {
  const most = Math.max(...maxima.map((name) => Number(request[name]) || 0));
  const copies = Math.max(1, Number(request['n']) || 1);
  return copies * (most > 0 ? Math.min(most, mostOutput) : usualOutput);
}
