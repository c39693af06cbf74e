import { comparedNames } from './model-names.ts';

/** The gateway's count for one of a vendor's models on one day. US dollars. */
export interface OurSum {
  readonly day: string;
  /** As the vendor was asked for it. */
  readonly model: string;
  readonly usd: number;
  readonly estimatedUsd: number;
}

/** One line of a comparison: what is not told apart is null. */
export interface ComparedLine {
  readonly day: string | null;
  readonly model: string | null;
  /** The names that the invoice has for it, where they are others. */
  readonly invoiceModels: readonly string[];
  /** Null where it is on the other side only. */
  readonly invoiceUsd: number | null;
  readonly oursUsd: number | null;
  /** Ours less the invoice. */
  readonly differenceUsd: number;
  /** Of the invoice; null where that has nothing. */
  readonly differenceShare: number | null;
  /** Of ours: what was estimated; null where we have nothing. */
  readonly estimatedShare: number | null;
}

export interface Comparison {
  readonly lines: readonly ComparedLine[];
  readonly total: ComparedLine;
  /** The differences of all models over the whole time, whichever way they go, added up. */
  readonly apartUsd: number;
}

export interface ComparedBy {
  readonly day: boolean;
  readonly model: boolean;
}

type Mutable = { invoice: number | undefined; ours: number | undefined; estimated: number };

/** Puts both sides next to one another. `renamed` says what names of the invoice are ours. */
export function compare(
  invoice: ReadonlyMap<string, ReadonlyMap<string, number>>,
  ours: readonly OurSum[],
  by: ComparedBy,
  renamed: ReadonlyMap<string, string>,
): Comparison {
  const ourName = (name: string) => renamed.get(name) ?? name;
  const invoiced = new Set([...invoice.values()].flatMap((models) => [...models.keys()]));
  const nameOf = comparedNames([...invoiced].map(ourName), new Set(ours.map(({ model }) => model)));
  const shown = new Shown();
  for (const { model } of ours) shown.ours(nameOf(model), model);
  for (const model of invoiced) shown.invoices(nameOf(ourName(model)), model);
  const sums = new Map<string, Mutable>();
  const whole = new Map<string, Mutable>();
  const at = (all: Map<string, Mutable>, id: string) => {
    const sum = all.get(id) ?? { invoice: undefined, ours: undefined, estimated: 0 };
    all.set(id, sum);
    return sum;
  };
  const idOf = (day: string, model: string) => `${by.day ? day : ''}\n${by.model ? model : ''}`;
  for (const [day, models] of invoice) {
    for (const [name, usd] of models) {
      const model = nameOf(ourName(name));
      for (const sum of [at(sums, idOf(day, model)), at(whole, by.model ? model : '')])
        sum.invoice = (sum.invoice ?? 0) + usd;
    }
  }
  for (const { day, model: asked, usd, estimatedUsd } of ours) {
    const model = nameOf(asked);
    for (const sum of [at(sums, idOf(day, model)), at(whole, by.model ? model : '')]) {
      sum.ours = (sum.ours ?? 0) + usd;
      sum.estimated += estimatedUsd;
    }
  }
  const lines = [...sums]
    .filter(([, sum]) => Math.abs(sum.invoice ?? 0) > nothing || Math.abs(sum.ours ?? 0) > nothing)
    .map(([id, sum]) => {
      const [day = '', model = ''] = id.split('\n');
      return line(by.day ? day : null, by.model ? shown.name(model) : null, shown.others(model), sum);
    })
    .sort((a, b) => compareText(a.day ?? '', b.day ?? '') || compareText(a.model ?? '', b.model ?? ''));
  const all: Mutable = { invoice: undefined, ours: undefined, estimated: 0 };
  let apartUsd = 0;
  for (const sum of whole.values()) {
    if (sum.invoice !== undefined) all.invoice = (all.invoice ?? 0) + sum.invoice;
    if (sum.ours !== undefined) all.ours = (all.ours ?? 0) + sum.ours;
    all.estimated += sum.estimated;
    apartUsd += Math.abs((sum.ours ?? 0) - (sum.invoice ?? 0));
  }
  return { lines, total: line(null, null, [], all), apartUsd };
}

/** Less than any price comes to. */
const nothing = 1e-9;

function line(
  day: string | null,
  model: string | null,
  invoiceModels: readonly string[],
  { invoice, ours, estimated }: Mutable,
): ComparedLine {
  const differenceUsd = (ours ?? 0) - (invoice ?? 0);
  return {
    day,
    model,
    invoiceModels: model === null ? [] : invoiceModels,
    invoiceUsd: invoice ?? null,
    oursUsd: ours ?? null,
    differenceUsd,
    differenceShare: invoice === undefined || Math.abs(invoice) < nothing ? null : differenceUsd / invoice,
    estimatedShare: ours === undefined || ours < nothing ? null : estimated / ours,
  };
}

/** The displayed names of models: the name in our requests, else the invoice's. */
class Shown {
  readonly #ours = new Map<string, string>();
  readonly #invoices = new Map<string, Set<string>>();

  ours(model: string, name: string): void {
    const known = this.#ours.get(model);
    if (known === undefined || name.length < known.length) this.#ours.set(model, name);
  }

  invoices(model: string, name: string): void {
    this.#invoices.set(model, (this.#invoices.get(model) ?? new Set()).add(name));
  }

  name(model: string): string {
    const [first] = this.#invoices.get(model) ?? [];
    return this.#ours.get(model) ?? first ?? model;
  }

  others(model: string): readonly string[] {
    const shown = this.name(model);
    return [...(this.#invoices.get(model) ?? [])].filter((name) => name !== shown).sort(compareText);
  }
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
