/** Markdown as a terminal shows it: no marks, tables in columns, and below one another where they would be too wide. */
import type { painter } from '../terminal.ts';

export interface TextOptions {
  /** The longest line, in characters. */
  readonly width: number;
  readonly paint: ReturnType<typeof painter>;
}

/** The text of a page, or of a part of it. */
export function terminalText(markdown: string, options: TextOptions): string {
  const lines = markdown.replace(/<!--[\s\S]*?-->/g, '').split('\n');
  const out: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]!;
    const block = blockFrom(lines, at);
    if (block === undefined) out.push(textLine(line, options));
    else {
      out.push(...block.kind(lines.slice(at, block.end), options));
      at = block.end - 1;
    }
  }
  return `${out
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`;
}

type Kind = (lines: readonly string[], options: TextOptions) => readonly string[];

/** The block that begins in a line, and the line behind it. */
function blockFrom(lines: readonly string[], from: number): { kind: Kind; end: number } | undefined {
  const first = lines[from]!;
  if (first.startsWith('```')) {
    const end = lines.findIndex((line, at) => at > from && line.startsWith('```'));
    return { kind: fence, end: end === -1 ? lines.length : end + 1 };
  }
  const isOf = first.startsWith('|')
    ? (line: string) => line.startsWith('|')
    : isProse(first)
      ? (line: string) => isProse(line) && !(listMark.test(first) ? listMark : listInText).test(line)
      : undefined;
  if (isOf === undefined) return undefined;
  const length = lines.slice(from + 1).findIndex((line) => !isOf(line));
  const end = length === -1 ? lines.length : from + 1 + length;
  return { kind: first.startsWith('|') ? table : paragraph, end };
}

const listMark = /^(?:- |\d+\. )/;
/** In the middle of a paragraph a number begins a list where it is 1 alone: "503." ends a sentence (CommonMark 5.3). */
const listInText = /^(?:- |1\. )/;

function isProse(line: string): boolean {
  return line.trim() !== '' && !/^(?:#|\||```)/.test(line);
}

function textLine(line: string, { paint }: TextOptions): string {
  const [, signs, title] = /^(#{1,6}) (.+)$/.exec(line) ?? [];
  if (signs === undefined || title === undefined) return line;
  const words = inline(title, (_style, text) => text);
  return signs.length === 1 ? paint(['bold', 'underline'], words) : paint('bold', words);
}

function fence(lines: readonly string[], { paint }: TextOptions): readonly string[] {
  return lines.slice(1, -1).map((line) => (line === '' ? '' : `    ${paint('cyan', line)}`));
}

function paragraph(lines: readonly string[], { width, paint }: TextOptions): readonly string[] {
  const text = lines.map((line) => line.trim()).join(' ');
  const [mark = ''] = listMark.exec(text) ?? [];
  const rest = ' '.repeat(mark.length);
  return wrapped(inline(text.slice(mark.length), paint), width - mark.length).map(
    (line, at) => `${at === 0 ? mark : rest}${line}`,
  );
}

function table(lines: readonly string[], { width, paint }: TextOptions): readonly string[] {
  const [head = [], , ...rows] = lines.map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => inline(cell.trim().replaceAll('\\|', '|'), paint)),
  );
  const all = [head, ...rows];
  const widths = head.map((_, place) => Math.max(...all.map((cells) => visible(cells[place] ?? ''))));
  const whole = widths.reduce((sum, each) => sum + each + 2, 0);
  if (whole <= width) {
    const titles = head.map((cell) => paint('bold', cell));
    return [titles, ...rows].map((cells) => columns(cells, widths));
  }
  // The last column takes what the others leave, where that is enough to read.
  const left = widths.slice(0, -1).reduce((sum, each) => sum + each + 2, 0);
  if (left <= width / 2) {
    const room = width - left;
    return all.flatMap((cells, row) => {
      const painted = row === 0 ? cells.map((cell) => paint('bold', cell)) : cells;
      const [first = '', ...more] = wrapped(painted.at(-1) ?? '', room);
      return [
        columns([...painted.slice(0, -1), first], [...widths.slice(0, -1), room]),
        ...more.map((line) => ' '.repeat(left) + line),
      ];
    });
  }
  return rows.flatMap(([term = '', ...cells]) => [
    paint('bold', term),
    ...cells.flatMap((cell, place) => {
      if (cell === '') return [];
      const title = head[place + 1] ?? '';
      const lead = cells.length > 1 && title !== '' ? `${title}: ` : '';
      return wrapped(lead + cell, width - 4).map((line) => `    ${line}`);
    }),
  ]);
}

function columns(cells: readonly string[], widths: readonly number[]): string {
  return cells
    .map((cell, place) => cell + ' '.repeat(Math.max(0, widths[place]! - visible(cell))))
    .join('  ')
    .trimEnd();
}

/** Code, emphasis and links without their marks; a page is named as `gateway docs` takes it. */
function inline(text: string, paint: TextOptions['paint']): string {
  return text
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, '[picture: $1]')
    .replace(/\[([^\]]*)\]\(([^)]*)\)/g, (_all, words: string, target: string) => {
      const [, page, section = ''] = /([\w-]+)\.md(#[\w-]+)?$/.exec(target) ?? [];
      if (page === undefined || /^https?:/.test(target) || /^[A-Z]+$/.test(page)) return words;
      return `${words} [${page}${section}]`;
    })
    .replace(/\*\*([^*]+)\*\*/g, (_all, words: string) => paint('bold', words))
    .replace(/``? ?(.+?) ?``?/g, (_all, words: string) => paint('cyan', words));
}

/** At spaces; a word that is longer than a line stands alone. */
function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/ +/)) {
    if (line !== '' && visible(line) + 1 + visible(word) > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** The number of visible characters. */
function visible(text: string): number {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what colours are written with
  return text.replace(/\u001b\[[\d;]*m/g, '').length;
}
