import { nearest } from '../../lib/suggest.ts';
import { counted, type ExitCode, exitCodes, painter, type Terminal } from '../terminal.ts';
import { type Chapter, chapters, type Page, pageText } from './pages.ts';
import { type Section, sectionsOf, sectionUnder } from './sections.ts';
import { terminalText } from './terminal-text.ts';

export interface DocsOptions {
  readonly format: 'text' | 'markdown';
}

const usualWidth = 100;

/** Prints a page, or without one the list of all. */
export function docs(wanted: string | undefined, { format }: DocsOptions, terminal: Terminal): ExitCode {
  const all = chapters();
  if (wanted === undefined) {
    terminal.out(listed(all, terminal));
    return exitCodes.good;
  }
  const [name = '', anchor] = wanted.replace(/\.md(?=#|$)/, '').split('#');
  const page = found(all, name, terminal);
  if (page === undefined) return exitCodes.couldNotRun;
  const markdown = markdownOf(page, anchor, terminal);
  if (markdown === undefined) return exitCodes.couldNotRun;
  terminal.out(format === 'markdown' ? markdown : terminalText(markdown, optionsOf(terminal)));
  return exitCodes.good;
}

/** Prints the sections that hold all words, those first that have them in their title. */
export function searchDocs(words: readonly string[], terminal: Terminal): ExitCode {
  const wanted = words.flatMap((word) => word.toLowerCase().split(/\s+/)).filter((word) => word !== '');
  const hits = chapters()
    .flatMap(({ pages }) => pages.flatMap((page) => hitsIn(page, wanted)))
    .sort((one, other) => other.score - one.score);
  if (hits.length === 0) {
    terminal.err(`gateway: no page holds ${wanted.join(' and ')}; \`gateway docs\` lists all\n`);
    return exitCodes.notValid;
  }
  const paint = painter(terminal.colorOut);
  const lines = hits.slice(0, mostHits).map(({ page, section, excerpt }) => {
    const place = section.depth === 1 ? page.name : `${page.name}#${section.anchor}`;
    const title = section.depth === 1 ? page.title : `${page.title} > ${section.title}`;
    return `${paint('bold', place)}\n  ${title}\n  ${excerpt}\n`;
  });
  terminal.out(lines.join('\n'));
  if (hits.length > mostHits) terminal.err(`gateway: ${counted(hits.length - mostHits, 'more section')}\n`);
  return exitCodes.good;
}

const mostHits = 12;
const excerptSigns = 96;

interface Hit {
  readonly page: Page;
  readonly section: Section;
  readonly score: number;
  readonly excerpt: string;
}

function hitsIn(page: Page, words: readonly string[]): readonly Hit[] {
  return sectionsOf(pageText(page.file)).flatMap((section) => {
    const titles = `${page.title} ${page.about} ${section.title}`.toLowerCase();
    const body = section.lines.join('\n').toLowerCase();
    if (!words.every((word) => titles.includes(word) || body.includes(word))) return [];
    const inSection = words.filter((word) => section.title.toLowerCase().includes(word)).length;
    const inTitles = words.filter((word) => titles.includes(word)).length;
    // A reference has every word somewhere.
    const isGuide = !page.file.includes('/') && page.name !== 'configuration';
    return [
      {
        page,
        section,
        score: 4 * inSection + 2 * inTitles + (isGuide ? 1 : 0),
        excerpt: excerptOf(section, words),
      },
    ];
  });
}

/** The first line that holds most of the words. */
function excerptOf({ lines }: Section, words: readonly string[]): string {
  const prose = lines.slice(1).filter((line) => /\w/.test(line) && !/^(?:```|<!--|\|[-| :]*$)/.test(line));
  const scored = prose.map((line) => words.filter((word) => line.toLowerCase().includes(word)).length);
  const line = prose[scored.indexOf(Math.max(...scored, 0))] ?? '';
  const plain = terminalText(line.replace(/^\||\|$/g, '').replaceAll(' | ', ': '), {
    width: 10_000,
    paint: (_style, text) => text,
  }).trim();
  return plain.length > excerptSigns ? `${plain.slice(0, excerptSigns - 1).trimEnd()}…` : plain;
}

/** By its name, or by words of its title that only one has. */
function found(all: readonly Chapter[], wanted: string, terminal: Terminal): Page | undefined {
  const pages = all.flatMap((chapter) => chapter.pages);
  const name = wanted.replace(/^(?:docs|reference|\.)\//, '').toLowerCase();
  const named = pages.find((page) => page.name === name || page.file === `${wanted}.md`);
  if (named !== undefined) return named;
  const titled = pages.filter(({ title }) => title.toLowerCase().includes(name));
  if (titled.length === 1 && name !== '') return titled[0];
  const guess = nearest(
    name,
    pages.map((page) => page.name),
  );
  const near =
    titled.length > 1
      ? `; in the titles of ${titled.map((page) => page.name).join(', ')}`
      : guess === undefined
        ? ''
        : ` (did you mean "${guess}"?)`;
  terminal.err(
    `gateway: there is no page ${JSON.stringify(wanted)}${near}; \`gateway docs\` lists all, \`gateway docs search ${wanted}\` looks through them\n`,
  );
  return undefined;
}

function markdownOf(page: Page, anchor: string | undefined, terminal: Terminal): string | undefined {
  const markdown = pageText(page.file);
  if (anchor === undefined || anchor === '') return markdown;
  const sections = sectionsOf(markdown);
  const part = sectionUnder(sections, anchor);
  if (part !== undefined) return `${part.join('\n').trimEnd()}\n`;
  const names = sections.slice(1).map((section) => section.anchor);
  terminal.err(`gateway: the page ${page.name} has no section "${anchor}"; it has ${names.join(', ')}\n`);
  return undefined;
}

function listed(all: readonly Chapter[], terminal: Terminal): string {
  const paint = painter(terminal.colorOut);
  const width = Math.max(...all.flatMap(({ pages }) => pages.map(({ name }) => name.length)));
  const parts = all.map(
    ({ title, pages }) =>
      `${paint('bold', title)}\n${pages.map((page) => `  ${page.name.padEnd(width)}  ${page.title}\n`).join('')}`,
  );
  return `${parts.join('\n')}\n\`gateway docs NAME\` prints one, \`gateway docs search WORDS\` looks through all.\n`;
}

function optionsOf(terminal: Terminal) {
  return { width: Math.min(terminal.outColumns ?? usualWidth, 120), paint: painter(terminal.colorOut) };
}
