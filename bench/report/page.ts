import type { Machine } from './machine.ts';
import type { Outcome, Table } from './outcome.ts';
import { format } from './text.ts';

const begin = '<!-- bench: written by `npm run bench -- --page` -->';
const end = '<!-- /bench -->';

/** The page with its block of figures replaced. Throws where the block's two marks are not there. */
export function withBlock(page: string, block: string): string {
  const from = page.indexOf(begin);
  const to = page.indexOf(end, from);
  if (from === -1 || to === -1) throw new Error(`docs/performance.md needs the lines ${begin} and ${end}`);
  return `${page.slice(0, from + begin.length)}\n\n${block}\n${page.slice(to)}`;
}

/** The tables that tell most; the others, and the goals, stand in the results. */
const shown: readonly string[] = ['1 KB over TLS', '1 MB with', '100 streams', 'First event', 'Cold start'];

/** The figures as markdown. */
export function markdown(outcomes: readonly Outcome[], { cpu, node, date }: Machine): string {
  const tables = outcomes.flatMap((outcome) => outcome.tables);
  const parts = tables
    .filter(({ title }) => shown.some((begin) => title.startsWith(begin)))
    .map(markdownTable);
  const where = `Measured ${date} on ${cpu} with Node.js ${node}: medians, with the least and the most of all rounds.\n`;
  return [where, ...parts].join('\n');
}

function markdownTable({ title, columns, rows }: Table): string {
  const head = `| ${title} | ${columns.map((column) => column.title).join(' | ')} |`;
  const rule = `|---|${columns.map(() => '---:|').join('')}`;
  const lines = rows.map(
    ({ name, cells }) =>
      `| ${name} | ${cells.map((cell, at) => format(cell, columns[at]!.decimals)).join(' | ')} |`,
  );
  return `${[head, rule, ...lines].join('\n')}\n`;
}
