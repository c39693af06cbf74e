import { problemCatalog } from '../../config/problem-codes.ts';
import { nearest } from '../../lib/suggest.ts';
import { capabilityProofPages } from './capability-proofs.ts';
import { fieldPages } from './fields.ts';
import { lintPages } from './lints.ts';
import type { Page } from './page.ts';
import { textPages } from './text.ts';
import { toolPages } from './tools.ts';
import { translationPages } from './translation.ts';
import { valuePages } from './values.ts';

/** Every page, by the code's name for its finding. */
export const pages: Readonly<Record<string, Page>> = {
  ...textPages,
  ...fieldPages,
  ...valuePages,
  ...translationPages,
  ...lintPages,
  ...capabilityProofPages,
  ...toolPages,
};

const width = 88;

/** The page of a finding in a terminal's form; undefined for an unknown code. */
export function pageText(code: string): string | undefined {
  const found = Object.entries(problemCatalog).find(([, spec]) => spec.code === code.toUpperCase());
  if (found === undefined) return undefined;
  const [name, { code: known, severity, meaning }] = found;
  const page = pages[name];
  const title = `${known}  ${severity}: ${meaning}`;
  if (page === undefined) return `${title}\n`;
  return [
    title,
    '',
    wrapped(page.about),
    '',
    'This has the finding:',
    '',
    indented(page.bad),
    '',
    'This has not:',
    '',
    indented(page.good),
    '',
  ].join('\n');
}

/** The known code nearest to an unknown one. */
export function nearestCode(code: string): string | undefined {
  return nearest(
    code.toUpperCase(),
    Object.values(problemCatalog).map((spec) => spec.code),
  );
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, '    ');
}

function wrapped(text: string): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].join('\n');
}
