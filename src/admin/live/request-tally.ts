import { Histogram } from '../../observe/metrics/histogram.ts';
import type { Fates, RequestBatch, RequestSum } from '../../observe/request-batch.ts';
import type { Share, TrafficSummary } from '../contract/overview.ts';

/** A sum over requests, to which others can be added. */
export class Tally {
  readonly #fates: Fates = { answered: 0, refused: 0, failed: 0, gone: 0 };
  readonly #durations = new Histogram();
  readonly #firstBytes = new Histogram();
  #inputTokens = 0;
  #outputTokens = 0;
  #costUsd = 0;

  add({ sums, durations, firstBytes }: RequestBatch): void {
    for (const sum of sums) {
      this.#addFates(sum);
      this.#inputTokens += sum.usage.input;
      this.#outputTokens += sum.usage.output;
      this.#costUsd += sum.costNanoUsd / 1e9;
    }
    this.#durations.addCounts(durations);
    this.#firstBytes.addCounts(firstBytes);
  }

  addAll(other: Tally): void {
    this.#addFates(other.#fates);
    this.#durations.addAll(other.#durations);
    this.#firstBytes.addAll(other.#firstBytes);
    this.#inputTokens += other.#inputTokens;
    this.#outputTokens += other.#outputTokens;
    this.#costUsd += other.#costUsd;
  }

  #addFates(fates: Fates): void {
    for (const fate of ['answered', 'refused', 'failed', 'gone'] as const) this.#fates[fate] += fates[fate];
  }

  summary(): TrafficSummary {
    const { answered, refused, failed, gone } = this.#fates;
    return {
      requests: answered + refused + failed + gone,
      failed,
      refused,
      gone,
      p50_ms: this.#durations.percentile(0.5),
      p95_ms: this.#durations.percentile(0.95),
      p99_ms: this.#durations.percentile(0.99),
      first_byte_p50_ms: this.#firstBytes.percentile(0.5),
      first_byte_p95_ms: this.#firstBytes.percentile(0.95),
      // Corrections of earlier counts may fall into this window, so a sum can be negative.
      input_tokens: Math.max(0, this.#inputTokens),
      output_tokens: Math.max(0, this.#outputTokens),
      cost_usd: Math.max(0, this.#costUsd),
    };
  }
}

/** Names beyond this many count together: keys may be very many, and this is a summary. */
const mostNames = 500;
const allOthers = '(others)';

/** The shares by name. */
export class Shares {
  readonly #byName = new Map<string, { -readonly [field in keyof Share]: Share[field] }>();

  add(name: string, sum: RequestSum): void {
    const share = this.#of(name);
    share.requests += sum.answered + sum.refused + sum.failed + sum.gone;
    share.failed += sum.failed;
    share.output_tokens += sum.usage.output;
    share.cost_usd += sum.costNanoUsd / 1e9;
  }

  addAll(other: Shares): void {
    for (const theirs of other.#byName.values()) {
      const share = this.#of(theirs.name);
      share.requests += theirs.requests;
      share.failed += theirs.failed;
      share.output_tokens += theirs.output_tokens;
      share.cost_usd += theirs.cost_usd;
    }
  }

  get(name: string): Share | undefined {
    return this.#byName.get(name);
  }

  /** Most requests first. */
  busiest(most: number): readonly Share[] {
    return [...this.#byName.values()].sort((a, b) => b.requests - a.requests).slice(0, most);
  }

  /** The most expensive shares first, without those that cost nothing. */
  dearest(most: number): readonly Share[] {
    return [...this.#byName.values()]
      .filter(({ cost_usd }) => cost_usd > 0)
      .sort((a, b) => b.cost_usd - a.cost_usd)
      .slice(0, most);
  }

  #of(name: string) {
    const key = this.#byName.has(name) || this.#byName.size < mostNames ? name : allOthers;
    const share = this.#byName.get(key) ?? {
      name: key,
      requests: 0,
      failed: 0,
      output_tokens: 0,
      cost_usd: 0,
    };
    this.#byName.set(key, share);
    return share;
  }
}
