import type { ProblemName } from '../problem-codes.ts';
import type { Report } from '../problem-report.ts';
import { type Files, fileFault, shownPath } from './files.ts';
import { type Source, source } from './source.ts';

/** Larger files are refused before they are read. */
export const maxFileBytes = 16 * 1024 * 1024;

/** The characters that editors and YAML itself refuse in a text; line breaks and tabs are fine. */
const control = /(?![\t\n\r\u0085])[\p{Cc}\ufeff\ufffe\uffff]/u;

/**
 * First step: a file's text. Reports and returns undefined when there is none that could be parsed. A file that
 * another one names says so where it is named: `unreadable` gets what to say.
 */
export function readText(
  path: string,
  files: Files,
  report: Report,
  unreadable: (name: ProblemName, fault: string) => void = (name, fault) =>
    report.inText(source(path, shownPath(path), ''), undefined, name, `the file ${fault}`),
): Source | undefined {
  const content = files.read(path, maxFileBytes);
  if (content.kind !== 'content') {
    const name = content.kind === 'too_large' ? 'file_too_large' : 'file_unreadable';
    unreadable(name, fileFault(content.kind, maxFileBytes));
    return undefined;
  }
  const read = decode(content.bytes, path, shownPath(path), report);
  if (read && content.mode !== undefined && content.mode & 0o002) {
    report.inText(read, undefined, 'file_writable', 'everybody on this host may write the file', {
      hint: `chmod o-w ${read.shown}`,
    });
  }
  return read;
}

/** The same for contents that are at hand already. */
export function givenText(text: string, files: Files, report: Report): Source | undefined {
  const bytes = Buffer.from(text);
  files.include(bytes);
  if (bytes.length > maxFileBytes) {
    report.inText(
      source('-', '<stdin>', ''),
      undefined,
      'file_too_large',
      `the input ${fileFault('too_large', maxFileBytes)}`,
    );
    return undefined;
  }
  return decode(bytes, '-', '<stdin>', report);
}

function decode(bytes: Buffer, path: string, shown: string, report: Report): Source | undefined {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes); // takes one byte order mark off the start
  } catch {
    const lossy = source(path, shown, new TextDecoder('utf-8').decode(bytes));
    const at = lossy.text.indexOf('\ufffd');
    const span = at === -1 ? undefined : { start: at, end: at + 1 };
    report.inText(lossy, span, 'file_encoding', 'the text is not valid UTF-8', {
      hint: 'save the file as UTF-8',
    });
    return undefined;
  }
  const read = source(path, shown, text);
  const found = control.exec(text);
  if (found) {
    const name = found[0] === '\ufeff' ? 'a byte order mark' : `the control character U+${hex(found[0])}`;
    report.inText(
      read,
      { start: found.index, end: found.index + 1 },
      'control_character',
      `${name} is inside the text`,
      {
        hint: 'delete the invisible character',
      },
    );
    return undefined;
  }
  return read;
}

function hex(character: string): string {
  return character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
}
