import type { Machine } from './machine.ts';
import type { Outcome, Table } from './outcome.ts';
import { format } from './text.ts';

const begin = '<!-- bench: written by `npm run bench -- --readme` -->';
const end = '<!-- /bench -->';

/** The README with its block of figures replaced. Throws where the block's two marks are not there. */
export function withBlock(readme: string, block: string): string {
  const from = readme.indexOf(begin);
  const to = readme.indexOf(end, from);
  if (from === -1 || to === -1) throw new Error(`README.md needs the lines ${begin} and ${end}`);
  return `${readme.slice(0, from + begin.length)}\n\n${block}\n${readme.slice(to)}`;
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
