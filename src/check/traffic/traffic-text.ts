/** The effect of a change on the requests of a log, for a terminal and for a comment on a merge request. */
import { shellWord } from '../../lib/shell-word.ts';
import { listed } from '../../routing/wording.ts';
import { fenced, printable } from '../diff/diff-text.ts';
import {
  type Destination,
  type TrafficKind,
  type TrafficMove,
  type TrafficReport,
  type TrafficRow,
  trafficKinds,
} from './traffic.ts';
import type { Place } from './traffic-plan.ts';

/** The names of the log and the files. */
export interface TrafficNames {
  readonly logs: readonly string[];
  readonly before: string;
  readonly after: string;
  /** Logs whose packed data ends in the middle. */
  readonly cut: readonly string[];
}

const titles: Readonly<Record<TrafficKind, string>> = {
  elsewhere: 'go elsewhere',
  refused: 'are refused now',
  served: 'are served now, and were refused before',
  refused_otherwise: 'are refused with another error',
  failover: 'go where they went, and fail over elsewhere',
};

const mostMoves = 10;
const mostRows = 5;

/** For a terminal. */
export function trafficText(report: TrafficReport, names: TrafficNames): string {
  const blocks = [[`${heading(report, names)}:`, ...tally(report)].join('\n')];
  for (const kind of trafficKinds) {
    const moves = report.moves.filter((move) => move.kind === kind);
    if (moves.length === 0) continue;
    const lines = [`${capital(titles[kind])}:`];
    for (const move of moves.slice(0, mostMoves)) {
      lines.push(`  ${figure(move.requests)}  ${moveText(move)}`);
      for (const row of move.rows.slice(0, mostRows))
        lines.push(`      ${figure(row.requests)}  ${rowText(row)}`);
      if (move.rows.length > mostRows) lines.push(`      and ${restOf(move.rows, mostRows)}`);
      const example = exampleOf(move);
      if (example !== undefined)
        lines.push(`      ${example.about}`, `      ${explainLine(example, names.after)}`);
    }
    if (moves.length > mostMoves) lines.push(`  and ${restOf(moves, mostMoves)}`);
    blocks.push(lines.join('\n'));
  }
  const notes = notesOf(report, names);
  if (notes.length > 0) blocks.push(notes.join('\n'));
  return `${printableLines(blocks.join('\n\n'))}\n`;
}

/** For a comment on a merge request. */
export function trafficMarkdown(report: TrafficReport, names: TrafficNames): string {
  const blocks = [
    `### Traffic\n\n${inline(heading(report, names))}:\n\n${tally(report)
      .map((line) => `- ${line.trim().replace(/^(\S+) {2}/, '**$1** ')}`)
      .join('\n')}`,
  ];
  for (const kind of trafficKinds) {
    const moves = report.moves.filter((move) => move.kind === kind);
    if (moves.length === 0) continue;
    const rows = moves.slice(0, mostMoves).flatMap((move) =>
      move.rows.slice(0, mostRows).map((row) => {
        const { before, after } = destinations(move);
        return `| ${[figure(row.requests).trim(), cell(row.key ?? 'others'), cell(row.model ?? 'others'), cell(before), cell(after)].join(' | ')} |`;
      }),
    );
    const shown = moves
      .slice(0, mostMoves)
      .reduce((sum, { rows }) => sum + Math.min(rows.length, mostRows), 0);
    const all = moves.reduce((sum, { rows }) => sum + rows.length, 0);
    const table = ['| requests | key | model | before | after |', '|---:|---|---|---|---|', ...rows].join(
      '\n',
    );
    const more = all > shown ? `\n\n${all - shown} more of key and model are in \`--format json\`.` : '';
    const example = moves.map(exampleOf).find((one) => one !== undefined);
    const command =
      example === undefined
        ? ''
        : `\n\n\`\`\`sh\n${fenced(printable(explainLine(example, names.after)))}\n\`\`\``;
    blocks.push(`#### ${capital(titles[kind])}\n\n${table}${more}${command}`);
  }
  const notes = notesOf(report, names);
  if (notes.length > 0) blocks.push(notes.map((note) => `> ${inline(note)}`).join('\n>\n'));
  return `${blocks.join('\n\n')}\n`;
}

function heading({ requests, from, to }: TrafficReport, { logs, before, after }: TrafficNames): string {
  const when = from === null || to === null ? '' : `, ${from} to ${to}`;
  return `${figure(requests).trim()} ${requests === 1 ? 'request' : 'requests'} of ${listed(logs, 'and')}${when}, under ${after} in place of ${before}`;
}

function tally({ unchanged, changed }: TrafficReport): readonly string[] {
  const lines = [`  ${figure(unchanged)}  go where they went`];
  for (const kind of trafficKinds) {
    const isAlwaysTold = kind === 'elsewhere' || kind === 'refused' || kind === 'served';
    if (isAlwaysTold || changed[kind] > 0) lines.push(`  ${figure(changed[kind])}  ${titles[kind]}`);
  }
  return lines;
}

function notesOf(report: TrafficReport, { cut }: TrafficNames): readonly string[] {
  const { unread, unrouted, isSampled, isBlindToNeeds } = report;
  const notes: string[] = [];
  const note = (count: number, one: string, many: string) => {
    if (count > 0) notes.push(count === 1 ? `1 ${one}` : `${figure(count).trim()} ${many}`);
  };
  if (isSampled)
    notes.push(
      'The log keeps a share of the requests that went well (`log.sample`): what is said of them is scaled by it.',
    );
  if (isBlindToNeeds)
    notes.push(
      'The old file has `infer: off`, so the log does not say what bodies need: requests may go elsewhere by that alone.',
    );
  for (const file of cut)
    notes.push(`${file} is damaged or cut off: only the lines before that are compared.`);
  note(
    unread.unreadable,
    `line is no JSON, or is cut off: line ${unread.unreadable_at.join(', ')}.`,
    `lines are no JSON, or are cut off: lines ${unread.unreadable_at.join(', ')}${unread.unreadable > unread.unreadable_at.length ? ' ...' : '.'}`,
  );
  note(
    unread.too_long,
    'line is too long for one of the access log.',
    'lines are too long for the access log.',
  );
  const older = 'of a version that did not log what a request asked for, and not compared.';
  note(unread.older, `line is ${older}`, `lines are ${older}`);
  const unknown = 'of a version that this one does not know, and not compared.';
  note(unread.unknown, `line is ${unknown}`, `lines are ${unknown}`);
  const codes = Object.entries(unrouted);
  const all = codes.reduce((sum, [, count]) => sum + count, 0);
  const split = listed(
    codes.map(([code, count]) => `${figure(count).trim()} ${code}`),
    'and',
    6,
  );
  const answered = 'answered before it was known which model they ask for, and are not compared';
  if (all > 0) notes.push(`${figure(all).trim()} requests were ${answered}: ${split}.`);
  return notes;
}

function moveText(move: TrafficMove): string {
  const { before, after } = destinations(move);
  return `${before} -> ${after}`;
}

/** Both sides in words. */
function destinations({ before, after }: Pick<TrafficMove, 'before' | 'after'>) {
  return { before: destinationText(before, after), after: destinationText(after, before) };
}

function destinationText(place: Destination, other: Destination): string {
  if (place.groups === undefined) return place.refusal;
  if (place.groups.length === 0) return 'others';
  const others = (other.groups ?? []).flat();
  return place.groups.map((group) => group.map((one) => placeText(one, others)).join(' or ')).join(', then ');
}

/** The text of a deployment; if the other side has one of the same name, it includes the difference. */
function placeText({ deployment, backend, model, address }: Place, others: readonly Place[]): string {
  const same = others.find((other) => other.deployment === deployment);
  if (same === undefined) return deployment;
  const parts: string[] = [];
  if (same.backend !== backend) parts.push(`on ${backend}`);
  if (same.model !== model) parts.push(`as ${model}`);
  if (same.address !== address) parts.push(`at ${address}`);
  return parts.length === 0 ? deployment : `${deployment} (${parts.join(', ')})`;
}

function rowText({ key, model }: TrafficRow): string {
  return key === null ? 'other keys and models' : `key ${key}, model ${model}`;
}

interface Example {
  readonly about: string;
  readonly command: readonly string[];
}

function exampleOf({ rows }: TrafficMove): Example | undefined {
  for (const { key, model, examples } of rows) {
    const [example] = examples;
    if (example === undefined || key === null || model === null) continue;
    const { id, time, endpoint, models, tags, needs } = example;
    const command = ['--model', model, '--endpoint', endpoint, '--key', key];
    if (models.length > 0) command.push('--models', models.join(','));
    if (tags.length > 0) command.push('--tags', tags.join(','));
    const about = [
      `such as ${id ?? 'one'}`,
      time,
      needs.length > 0 ? `its body needs ${needs.join(', ')}` : undefined,
    ];
    return { about: about.filter((part) => part !== undefined).join(', '), command };
  }
  return undefined;
}

function explainLine({ command }: Example, file: string): string {
  return ['gateway', 'explain', '--config', file, ...command].map(shellWord).join(' ');
}

function restOf(all: readonly { readonly requests: number }[], shown: number): string {
  const rest = all.slice(shown);
  const requests = rest.reduce((sum, one) => sum + one.requests, 0);
  return `${rest.length} more, ${figure(requests).trim()} requests`;
}

/** `1,234`, padded to the usual width. */
function figure(count: number): string {
  return String(count)
    .replace(/\B(?=(?:\d{3})+$)/g, ',')
    .padStart(9);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Makes a text safe for the terminal: the log's contents may come from anybody. */
function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}

function cell(text: string): string {
  return inline(text).replaceAll('|', '\\|');
}

/** Makes a text safe in Markdown: no markup, no link, no mention. */
function inline(text: string): string {
  return printable(text).replace(/[\\*_[\]<>@#]/g, '\\$&');
}
