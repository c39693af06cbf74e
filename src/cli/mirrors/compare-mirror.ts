import { isObject, type JsonObject, parseObject } from '../../lib/json.ts';
import { aligned } from '../aligned-columns.ts';
import { type ExitCode, exitCodes, type Terminal } from '../terminal.ts';
import { takeLines } from '../traffic/log-lines.ts';

export interface CompareOptions {
  readonly log: readonly string[];
  readonly model?: string;
  readonly format: 'text' | 'json';
}

/** A copy of a request, and the request. */
interface Pair {
  readonly mirror: Side;
  readonly original: Side;
}

interface Side {
  readonly status: number;
  readonly ms: number | undefined;
  readonly firstByteMs: number | undefined;
  readonly outputTokens: number | undefined;
  readonly length: number | undefined;
  readonly costUsd: number | undefined;
}

/** The status of a copy that a request needed the room or the connection of. */
const givenUp = 499;

/** The compared figures: a number of each side, and its unit. */
const figures = [
  ['ms', 'ms'],
  ['firstByteMs', 'first_byte_ms'],
  ['outputTokens', 'output_tokens'],
  ['length', 'length'],
] as const;
type Figure = (typeof figures)[number][1];

/** Medians of both sides, and of the differences of pairs. */
interface Compared {
  readonly original: number;
  readonly mirror: number;
  readonly difference: number;
  readonly pairs: number;
}

/** The sum of all copies of one deployment's requests to one mirror. */
export interface Comparison {
  readonly original: string;
  readonly mirror: string;
  readonly copies: number;
  /** The number of answers with each status. */
  readonly statuses: {
    readonly original: Readonly<Record<string, number>>;
    readonly mirror: Readonly<Record<string, number>>;
  };
  /** The share of copies that failed where the original did not. */
  readonly failed: number;
  readonly figures: Readonly<Partial<Record<Figure, Compared>>>;
  /** The cost of the copies in US dollars. */
  readonly cost_usd: number;
}

/** Compares the copies of logs with what they are copies of. */
export async function compareMirrors(options: CompareOptions, terminal: Terminal): Promise<ExitCode> {
  const pairs = new Map<string, Pair[]>();
  for (const file of options.log) {
    const { isCut } = await takeLines(file, {
      line: (text) => {
        const line = text.includes('"purpose":"mirror"') ? parseObject(text) : undefined;
        if (line === undefined || (options.model !== undefined && line['model'] !== options.model)) return;
        const told = line['mirror'];
        if (!isObject(told)) return;
        const names = `${String(told['deployment'])}\n${String(line['deployment'] ?? '(none)')}`;
        const known = pairs.get(names) ?? [];
        known.push({ mirror: sideOf(line, told['own_length']), original: sideOf(told, told['length']) });
        pairs.set(names, known);
      },
      tooLong: () => terminal.err(`${file}: a line is too long to be one of the log, and left out\n`),
      read: () => {},
    });
    if (isCut) terminal.err(`${file}: it ends in the middle; what came before is compared\n`);
  }
  if (pairs.size === 0) {
    throw new Error(
      `there is no copy in ${options.log.join(' and ')}: the log has a line with "purpose":"mirror" for each`,
    );
  }
  const all = [...pairs].map(([names, of]) => compared(names, of));
  if (options.format === 'json') terminal.out(`${JSON.stringify(all, undefined, 2)}\n`);
  else terminal.out(all.map(textOf).join('\n'));
  return exitCodes.good;
}

function sideOf(line: JsonObject, length: unknown): Side {
  return {
    status: numberOf(line['status']) ?? 0,
    ms: numberOf(line['ms']),
    firstByteMs: numberOf(line['first_byte_ms']),
    outputTokens: numberOf(line['output_tokens']),
    length: numberOf(length),
    costUsd: numberOf(line['cost_usd']),
  };
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function isGood({ status }: Side): boolean {
  return status >= 200 && status < 300;
}

function compared(names: string, pairs: readonly Pair[]): Comparison {
  const [original = '', mirror = ''] = names.split('\n');
  // A copy that was given up for a request tells nothing about the mirror.
  const answered = pairs.filter(({ original, mirror }) => isGood(original) && mirror.status !== givenUp);
  const both = answered.filter((pair) => isGood(pair.mirror));
  return {
    original,
    mirror,
    copies: pairs.length,
    statuses: {
      original: countsOf(pairs.map((pair) => pair.original.status)),
      mirror: countsOf(pairs.map((pair) => pair.mirror.status)),
    },
    failed: answered.length === 0 ? 0 : (answered.length - both.length) / answered.length,
    figures: Object.fromEntries(
      figures.flatMap(([field, name]) => {
        const told = both.flatMap((pair) => {
          const [a, b] = [pair.original[field], pair.mirror[field]];
          return a === undefined || b === undefined ? [] : [{ original: a, mirror: b, difference: b - a }];
        });
        if (told.length === 0) return [];
        const middle = (side: 'original' | 'mirror' | 'difference') => medianOf(told.map((one) => one[side]));
        const sides = {
          original: middle('original'),
          mirror: middle('mirror'),
          difference: middle('difference'),
        };
        return [[name, { ...sides, pairs: told.length }]];
      }),
    ),
    cost_usd: pairs.reduce((sum, pair) => sum + (pair.mirror.costUsd ?? 0), 0),
  };
}

function countsOf(statuses: readonly number[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const value = sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
  return Math.round(value * 10) / 10;
}

function textOf(one: Comparison): string {
  const copies = `${one.copies} ${one.copies === 1 ? 'copy' : 'copies'}`;
  const rows = [
    ['', 'ORIGINAL', 'MIRROR', 'DIFFERENCE'],
    [
      'status',
      statusText(one.statuses.original),
      statusText(one.statuses.mirror),
      `${Math.round(one.failed * 1000) / 10} % failed`,
    ],
    ...Object.entries(one.figures).map(([name, { original, mirror, difference }]) => [
      name,
      String(original),
      String(mirror),
      `${difference > 0 ? '+' : ''}${difference}`,
    ]),
    ['cost_usd', '', one.cost_usd.toFixed(6), ''],
  ];
  return `${one.mirror}, mirror of ${one.original}: ${copies}; medians\n${aligned(rows, new Set([1, 2, 3])).join('\n')}\n`;
}

function statusText(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([status, count]) => `${count}x ${status}`)
    .join(' ');
}
