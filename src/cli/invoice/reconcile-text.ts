import { aligned } from '../aligned-columns.ts';
import { csvCell } from '../usage/csv-cell.ts';
import type { ComparedLine, Comparison } from './compare.ts';

const headings = ['DAY', 'MODEL', 'INVOICE USD', 'OURS USD', 'DIFFERENCE', '%', 'ESTIMATED', ''] as const;
const numbers: ReadonlySet<number> = new Set([2, 3, 4, 5, 6]);

/** Both sides as a terminal shows them, and below what has to be known to read them. */
export function reconcileText(
  about: readonly string[],
  { lines, total }: Comparison,
  notes: readonly string[],
): string {
  const rows = [headings, ...lines.map(rowOf), rowOf(total)];
  const shown = rows.map((row) => row.filter((_, place) => isShown(place, lines)));
  shown.at(-1)![0] = 'TOTAL';
  const right = new Set(
    headings
      .map((_, place) => place)
      .filter((place) => isShown(place, lines))
      .flatMap((place, at) => (numbers.has(place) ? [at] : [])),
  );
  const blocks = [about.join('\n'), aligned(shown, right).join('\n')];
  if (notes.length > 0) blocks.push(notes.map((note) => `note: ${note}`).join('\n'));
  return `${blocks.join('\n\n')}\n`;
}

/** A column with one value is left out; one of the two stays, so that the total has a place for its name. */
function isShown(place: number, lines: readonly ComparedLine[]): boolean {
  const hasModels = lines.some(({ model }) => model !== null);
  if (place === 0) return !hasModels || lines.some(({ day }) => day !== null);
  return place !== 1 || hasModels;
}

function rowOf(line: ComparedLine): readonly string[] {
  const { day, model, invoiceUsd, oursUsd, differenceUsd, differenceShare, estimatedShare } = line;
  return [
    day ?? '',
    model === '' ? '(no model)' : (model ?? ''),
    invoiceUsd === null ? '-' : usd(invoiceUsd),
    oursUsd === null ? '-' : usd(oursUsd),
    `${differenceUsd > 0 ? '+' : ''}${usd(differenceUsd)}`,
    differenceShare === null ? '' : `${differenceShare > 0 ? '+' : ''}${percent(differenceShare)}`,
    estimatedShare === null ? '' : percent(estimatedShare),
    sideOf(line),
  ];
}

function sideOf({ invoiceUsd, oursUsd, invoiceModels }: ComparedLine): string {
  if (oursUsd === null) return invoiceUsd === null ? '' : 'invoice only';
  if (invoiceUsd === null) return 'ours only';
  return invoiceModels.length === 0 ? '' : `invoiced as ${invoiceModels.join(', ')}`;
}

function usd(value: number): string {
  const text = value.toFixed(4);
  return Number(text) === 0 ? '0.0000' : text;
}

export function percent(share: number): string {
  const text = (share * 100).toFixed(1);
  return `${Number(text) === 0 ? '0.0' : text} %`;
}

/** Plain names, in the order of the columns; numbers unrounded but for what adding up leaves behind. */
function plain({ day, model, invoiceModels, ...figures }: ComparedLine) {
  return {
    day,
    model,
    invoice_models: invoiceModels,
    invoice_usd: round(figures.invoiceUsd),
    ours_usd: round(figures.oursUsd),
    difference_usd: round(figures.differenceUsd),
    difference_share: round(figures.differenceShare),
    estimated_share: round(figures.estimatedShare),
  };
}

export interface ReconcileFacts {
  readonly invoice: string;
  readonly form: string;
  readonly from: string;
  readonly to: string;
  readonly backends: readonly string[] | null;
  readonly rows: number;
  readonly duplicates: { readonly rows: number; readonly usd: number };
  readonly notes: readonly string[];
}

export function reconcileJson(facts: ReconcileFacts, { lines, total, apartUsd }: Comparison): string {
  const { day: _day, model: _model, invoice_models: _models, ...sums } = plain(total);
  return `${JSON.stringify({ ...facts, lines: lines.map(plain), total: { ...sums, apart_usd: round(apartUsd) } }, null, 2)}\n`;
}

/** RFC 4180, with line feeds alone; without the total, which a sheet makes itself. */
export function reconcileCsv({ lines }: Comparison): string {
  const columns = [
    'day',
    'model',
    'invoice_models',
    'invoice_usd',
    'ours_usd',
    'difference_usd',
    'difference_share',
    'estimated_share',
  ] as const;
  const rows = lines.map((line) => {
    const shown = { ...plain(line), invoice_models: line.invoiceModels.join(' ') };
    return columns.map((name) => csvCell(shown[name])).join(',');
  });
  return `${[columns.join(','), ...rows].join('\n')}\n`;
}

function round<Value extends number | null>(value: Value): Value {
  return (value === null ? null : Math.round(value * 1e9) / 1e9) as Value;
}
