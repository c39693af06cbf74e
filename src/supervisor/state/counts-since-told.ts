import type { BudgetRecord, Counted, Ledger } from '../../limits/ledger.ts';

/** The last report about one counter: its window's end and its amount. */
interface Told {
  readonly endMs: number;
  readonly amount: number;
}

/** Tells what a ledger counts in differences: first all, then what has come, or was taken back, since the last time. */
export class CountedSince {
  readonly #ledger: Ledger;
  readonly #now: () => number;
  #told = new Map<string, Told>();

  /** @param now Milliseconds since the epoch. */
  constructor(ledger: Ledger, now: () => number = Date.now) {
    this.#ledger = ledger;
    this.#now = now;
  }

  next(): Counted {
    const { budgets, windows } = this.#ledger.counted();
    const before = this.#told;
    const told = new Map<string, Told>();
    const difference = (name: readonly (string | number)[], endMs: number, amount: number) => {
      const key = JSON.stringify(name);
      const more = amount - (before.get(key)?.amount ?? 0);
      told.set(key, { endMs, amount });
      before.delete(key);
      return more;
    };
    const moreBudgets = budgets
      .map((record) => {
        const { account, id, period, from, spentNanoUsd } = record;
        const name = ['budget', account, id, period, from];
        return { ...record, spentNanoUsd: difference(name, Number.POSITIVE_INFINITY, spentNanoUsd) };
      })
      .filter(({ spentNanoUsd }) => spentNanoUsd !== 0);
    const moreWindows = windows.map((record) => {
      const { account, id, windowMs } = record;
      const counted = record.counted.map(
        ([lastMs, amount]) =>
          [lastMs, difference(['window', account, id, windowMs, lastMs], lastMs + windowMs, amount)] as const,
      );
      return { ...record, counted: counted.filter(([, amount]) => amount !== 0) };
    });
    this.#told = told;
    const windowsGone = this.#takenBack(before);
    return {
      budgets: [...moreBudgets, ...budgetsReset(before)],
      windows: [...moreWindows, ...windowsGone].filter(isAny),
    };
  }

  /** Corrections for reported amounts that were taken back before their time is over. */
  #takenBack(gone: ReadonlyMap<string, Told>): Counted['windows'] {
    const now = this.#now();
    return [...gone].flatMap(([key, { endMs, amount }]) => {
      const [kind, account, id, windowMs, lastMs] = JSON.parse(key) as [
        string,
        string,
        string,
        number,
        number,
      ];
      if (kind !== 'window' || endMs <= now) return [];
      return [{ account, id, windowMs, counted: [[lastMs, -amount] as const] }];
    });
  }
}

/** Of those that were told, what is spent no more; where a period is over, the other ledger takes nothing back. */
function budgetsReset(gone: ReadonlyMap<string, Told>): Counted['budgets'] {
  return [...gone].flatMap(([key, { amount }]) => {
    const [kind, account, id, period, from] = JSON.parse(key) as [
      string,
      string,
      string,
      BudgetRecord['period'],
      number,
    ];
    return kind === 'budget' && amount !== 0 ? [{ account, id, period, from, spentNanoUsd: -amount }] : [];
  });
}

function isAny({ counted }: Counted['windows'][number]): boolean {
  return counted.length > 0;
}
