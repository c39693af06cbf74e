/** What the requests of a batch are taken to use until their answers say what they did, by the models that they name. */
import { isObject, type JsonObject, parseObject } from '../../lib/json.ts';
import { bytesPerToken } from '../../lib/token-size.ts';
import { costNanoUsd } from '../../observe/cost.ts';
import { noUsage } from '../../observe/usage.ts';
import type { BatchPrices } from '../../routing/batch-prices.ts';

/** As for other requests: the most of an answer that is taken to come, and what comes where a request names no maximum. */
const mostOutput = 4096;
const usualOutput = 1024;
/** A batch names few models. */
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

  /** Something can not be read: the whole is not known. */
  giveUp(): void {
    this.#isKnown = false;
  }

  /** Undefined where not all of it is known, or nothing is there. */
  get note(): string | undefined {
    if (!this.#isKnown || this.requests === 0) return undefined;
    return JSON.stringify({ requests: this.requests, models: Object.fromEntries(this.#models) });
  }

  /** What `note` made; undefined where it is something else. */
  static from(note: string | undefined): BatchEstimate | undefined {
    const read = note === undefined ? undefined : parseObject(note);
    const models = read?.['models'];
    if (!isObject(models)) return undefined;
    const estimate = new BatchEstimate();
    estimate.requests = Number(read!['requests']);
    for (const [model, tokens] of Object.entries(models)) estimate.#models.set(model, tokens as Tokens);
    return estimate;
  }

  /** Undefined where that is not known. What has no price costs nothing. */
  costAt(prices: BatchPrices, backend: string): number | undefined {
    if (!this.#isKnown) return undefined;
    let sum = 0;
    for (const [model, { input, output }] of this.#models) {
      const price = prices.of(backend, model);
      const usage = { ...noUsage, input, output, serviceTier: 'batch' };
      // How long the single requests are a sum does not say.
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
