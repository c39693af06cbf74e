import type { RequestSum } from './request-batch.ts';
import {
  addCertainties,
  addUsage,
  type CertaintyCounts,
  type MutableUsage,
  noCounts,
  noneCertain,
} from './usage.ts';

/** What one key used of one deployment on one day (UTC). */
export interface UsageRow {
  /** `2026-11-21`. */
  readonly day: string;
  readonly key: string;
  readonly model: string;
  readonly deployment: string;
  readonly requests: number;
  /** Of those: answered with an error, broken off, or left by the client. */
  readonly failed: number;
  readonly usage: MutableUsage;
  readonly certainties: CertaintyCounts;
  readonly costNanoUsd: number;
}

/** Adds up what requests used until somebody takes the sums. */
export class UsageTally {
  #rows = new Map<string, { -readonly [K in keyof UsageRow]: UsageRow[K] }>();

  /** Requests that were refused before an attempt used nothing. */
  add(sum: RequestSum): void {
    const { day, key, model, deployment } = sum;
    if (key === undefined || model === undefined || deployment === undefined) return;
    const id = [day, key, model, deployment].join('\n');
    const row = this.#rows.get(id) ?? { ...emptyUse(), day, key, model, deployment };
    this.#rows.set(id, row);
    const failed = sum.refused + sum.failed + sum.gone;
    row.requests += sum.answered + failed;
    row.failed += failed + sum.brokenOff;
    addUsage(row.usage, sum.usage);
    addCertainties(row.certainties, sum.certainties);
    row.costNanoUsd += sum.costNanoUsd;
  }

  get isEmpty(): boolean {
    return this.#rows.size === 0;
  }

  /** What was added since it was last asked. */
  take(): readonly UsageRow[] {
    if (this.#rows.size === 0) return [];
    const rows = [...this.#rows.values()];
    this.#rows = new Map();
    return rows;
  }
}

function emptyUse() {
  return {
    requests: 0,
    failed: 0,
    usage: { ...noCounts },
    certainties: { ...noneCertain },
    costNanoUsd: 0,
  };
}
