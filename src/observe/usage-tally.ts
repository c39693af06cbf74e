import { DailyNames } from './daily-names.ts';
import type { RequestSum } from './request-batch.ts';
import { addUsage, type Certainty, type MutableUsage, type NamedSums, noCounts, withNamed } from './usage.ts';

/** The dimensions of kept usage: one row for each combination. Each is text, empty if unknown. */
export const dimensions = [
  'day',
  'key',
  'model',
  'deployment',
  'group',
  'backend',
  'upstream_model',
  'certainty',
  'end_user',
] as const;

export type Dimension = (typeof dimensions)[number];

/** The usage of one key on one deployment on one day (UTC), for one certainty. */
export interface UsageRow extends Readonly<Record<Dimension, string>> {
  /** `2026-11-21`. */
  readonly day: string;
  /** Empty where nothing that was used is known of. */
  readonly certainty: Certainty | '';
  readonly requests: number;
  /** Of those: answered with an error, broken off, or left by the client. */
  readonly failed: number;
  /** Of those whose use is known: at no price. */
  readonly unpriced: number;
  readonly usage: MutableUsage;
  /** The counts by name; undefined for none. */
  readonly named?: NamedSums | undefined;
  readonly costNanoUsd: number;
}

/** Names that backends are asked for come from clients where a model is a wildcard. Beyond so many a day they count together. */
const mostUpstreamModels = 1000;
/** End users are named by clients. Beyond so many a day, those of one key and those of all keys count together. */
const mostEndUsers = { ofKey: 1000, inAll: 10_000 };

/** Adds up what requests used until somebody takes the sums. */
export class UsageTally {
  #rows = new Map<string, { -readonly [K in keyof UsageRow]: UsageRow[K] }>();
  readonly #upstreamModels = new DailyNames(mostUpstreamModels);
  readonly #endUsers = new DailyNames(mostEndUsers.inAll, mostEndUsers.ofKey);

  /** Requests that were refused before an attempt used nothing. */
  add(sum: RequestSum): void {
    const { day, key, model, deployment, group = '', backend = '', certainty = '', endUser = '' } = sum;
    if (key === undefined || model === undefined || deployment === undefined) return;
    const upstream_model = this.#upstreamModels.kept(day, sum.upstreamModel ?? '');
    const end_user = endUser === '' ? '' : this.#endUsers.kept(day, endUser, key);
    const names = {
      day,
      key,
      model,
      deployment,
      group,
      backend,
      upstream_model,
      certainty,
      end_user,
    } as const;
    const id = rowId(names);
    const row = this.#rows.get(id) ?? { ...emptyUse(), ...names };
    this.#rows.set(id, row);
    const failed = sum.refused + sum.failed + sum.gone;
    row.requests += sum.answered + failed;
    row.failed += failed + sum.brokenOff;
    row.unpriced += sum.unpriced;
    addUsage(row.usage, sum.usage);
    row.named = withNamed(row.named, sum.named && structuredClone(sum.named));
    row.costNanoUsd += sum.costNanoUsd;
  }

  get isEmpty(): boolean {
    return this.#rows.size === 0;
  }

  /** The usage since the last call. */
  take(): readonly UsageRow[] {
    if (this.#rows.size === 0) return [];
    const rows = [...this.#rows.values()];
    this.#rows = new Map();
    return rows;
  }
}

/** The same for rows that add up to one. The last of the names alone may hold any character. */
export function rowId(row: Readonly<Record<Dimension, string>>): string {
  return dimensions.map((name) => row[name]).join('\n');
}

function emptyUse() {
  return { requests: 0, failed: 0, unpriced: 0, usage: { ...noCounts }, costNanoUsd: 0 };
}
