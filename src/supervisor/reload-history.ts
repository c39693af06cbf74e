/** The result of a reload. */
export interface ReloadRecord {
  /** ISO 8601. */
  readonly at: string;
  readonly outcome: 'applied' | 'unchanged' | 'rejected';
  /** The revision that was served before. */
  readonly from: string;
  /** The revision that is served now; only when applied. */
  readonly to?: string;
  /** The differences in words. */
  readonly changes?: readonly string[];
  /** The fault: the files', or that of a host on which the gateway can't carry them out; only when rejected. */
  readonly cause?: 'files' | 'host';
  /** The problems of the files, as `check` prints them; only when rejected. */
  readonly problems?: string;
  /** The problems of files that were applied nevertheless. */
  readonly warnings?: string;
}

const kept = 50;

/** The reloads since the start: how many of each outcome, and the last ones in full. */
export class ReloadHistory {
  readonly counts: Record<ReloadRecord['outcome'], number> = { applied: 0, unchanged: 0, rejected: 0 };
  readonly #records: ReloadRecord[] = [];
  readonly #listeners = new Set<() => void>();
  /** ISO 8601: when the configuration that is served was taken. */
  loadedAt = '';

  started(now: Date = new Date()): void {
    this.loadedAt = now.toISOString();
  }

  add(record: Omit<ReloadRecord, 'at'>, now: Date = new Date()): ReloadRecord {
    const full = { at: now.toISOString(), ...record };
    this.counts[record.outcome] += 1;
    if (record.outcome === 'applied') this.loadedAt = full.at;
    this.#records.unshift(full);
    this.#records.length = Math.min(this.#records.length, kept);
    for (const take of this.#listeners) take();
    return full;
  }

  /** Tells when files were read again. Returns how to stop that. */
  watch(take: () => void): () => void {
    this.#listeners.add(take);
    return () => this.#listeners.delete(take);
  }

  /** Newest first. */
  get recent(): readonly ReloadRecord[] {
    return this.#records;
  }

  get last(): ReloadRecord | undefined {
    return this.#records[0];
  }
}
