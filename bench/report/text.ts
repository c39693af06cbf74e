import { type Bar, bars, isMet } from './bars.ts';
import type { Cell, Outcome, Table } from './outcome.ts';

/** A table for a terminal. */
export function textTable({ title, columns, rows }: Table): string {
  const grid = [
    ['', ...columns.map((column) => column.title)],
    ...rows.map(({ name, cells }) => [name, ...cells.map((cell, at) => format(cell, columns[at]!.decimals))]),
  ];
  const widths = grid[0]!.map((_, at) => Math.max(...grid.map((row) => row[at]!.length)));
  const lines = grid.map((row) =>
    row.map((text, at) => (at === 0 ? text.padEnd(widths[at]!) : text.padStart(widths[at]!))).join('  '),
  );
  return `${title}\n${lines.join('\n')}\n`;
}

/** The figures that have a bar, each beside it. */
export function textBars(outcomes: readonly Outcome[]): string {
  const rows = outcomes
    .flatMap(({ reached }) => reached)
    .map(({ bar, value }) => {
      const { work, limit, kind, unit }: Bar = bars[bar];
      const decimals = unit === 'x' ? 2 : 1;
      const verdict = isMet(bars[bar], value) ? 'met' : 'NOT met';
      return { name: work, cells: [value, unit, `${kind} ${limit}`, verdict], decimals };
    });
  if (rows.length === 0) return '';
  const decimals = 2;
  const columns = ['measured', '', 'bar', ''].map((title) => ({ title, decimals }));
  return textTable({ title: 'To reach', columns, rows });
}

/** The median, with least and most where there were several rounds. */
export function format(cell: Cell, decimals: number): string {
  if (cell === undefined) return '-';
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'number') return cell.toFixed(decimals);
  const { median, min, max } = cell;
  if (min === max) return median.toFixed(decimals);
  return `${median.toFixed(decimals)} (${min.toFixed(decimals)}-${max.toFixed(decimals)})`;
}
