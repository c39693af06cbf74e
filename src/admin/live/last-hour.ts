import { deploymentName } from '../../config/derived/model-names.ts';
import type { RequestBatch } from '../../observe/request-batch.ts';
import type { Series, TrafficSummary } from '../contract/overview.ts';
import { Shares, Tally } from './request-tally.ts';

const stepMs = 10_000;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

export type NamedBy = 'model' | 'deployment' | 'key';
type Named = Readonly<Record<NamedBy, Shares>>;

/**
 * The traffic of the last hour in steps of ten seconds, and who had how much of it in minutes.
 * It costs a fixed amount of memory; what is older is the business of metrics.
 */
export class LastHour {
  readonly #now: () => number;
  readonly #steps = new Map<number, Tally>();
  readonly #minutes = new Map<number, Named>();

  /** @param now Milliseconds since the epoch. */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  add(batch: RequestBatch): void {
    const now = this.#now();
    this.#tallyAt(now).add(batch);
    const named = this.#namedAt(now);
    for (const sum of batch.sums) {
      const { key, asked, model, deployment } = sum;
      if (asked !== undefined) named.model.add(asked, sum);
      if (model !== undefined && deployment !== undefined)
        named.deployment.add(deploymentName(model, deployment), sum);
      if (key !== undefined) named.key.add(key, sum);
    }
  }

  /** @param seconds At most an hour. */
  window(seconds: number): TrafficSummary {
    const sum = new Tally();
    const from = this.#now() - seconds * 1000;
    for (const [step, tally] of this.#steps) if ((step + 1) * stepMs > from) sum.addAll(tally);
    return sum.summary();
  }

  /** The last `seconds` in steps of `every` seconds, a multiple of ten; the step that is running comes last. */
  series(seconds: number, every: number): Series {
    const perPoint = (every * 1000) / stepMs;
    const last = Math.floor(this.#now() / stepMs / perPoint);
    const points = Array.from({ length: seconds / every }, (_, index) => last - seconds / every + 1 + index);
    const summaries = points.map((point) => {
      const sum = new Tally();
      for (let step = point * perPoint; step < (point + 1) * perPoint; step += 1) {
        const tally = this.#steps.get(step);
        if (tally !== undefined) sum.addAll(tally);
      }
      return sum.summary();
    });
    return {
      at: points.map((point) => point * every),
      answered: summaries.map(({ requests, refused, failed, gone }) => requests - refused - failed - gone),
      refused: summaries.map(({ refused }) => refused),
      failed: summaries.map(({ failed }) => failed),
      p50_ms: summaries.map(({ p50_ms }) => p50_ms),
      p95_ms: summaries.map(({ p95_ms }) => p95_ms),
      p99_ms: summaries.map(({ p99_ms }) => p99_ms),
      first_byte_p50_ms: summaries.map(({ first_byte_p50_ms }) => first_byte_p50_ms),
      output_tokens: summaries.map(({ output_tokens }) => output_tokens),
    };
  }

  /** The shares by name in the last `seconds`, to the minute. */
  shares(by: NamedBy, seconds = hourMs / 1000): Shares {
    const sum = new Shares();
    const from = this.#now() - seconds * 1000;
    for (const [minute, named] of this.#minutes) if ((minute + 1) * minuteMs > from) sum.addAll(named[by]);
    return sum;
  }

  #tallyAt(now: number): Tally {
    const step = Math.floor(now / stepMs);
    const known = this.#steps.get(step);
    if (known !== undefined) return known;
    const fresh = new Tally();
    this.#steps.set(step, fresh);
    for (const old of this.#steps.keys()) if (old * stepMs < now - hourMs - stepMs) this.#steps.delete(old);
    return fresh;
  }

  #namedAt(now: number): Named {
    const minute = Math.floor(now / minuteMs);
    const known = this.#minutes.get(minute);
    if (known !== undefined) return known;
    const fresh = { model: new Shares(), deployment: new Shares(), key: new Shares() };
    this.#minutes.set(minute, fresh);
    for (const old of this.#minutes.keys())
      if (old * minuteMs < now - hourMs - minuteMs) this.#minutes.delete(old);
    return fresh;
  }
}
