import { dirname, resolve } from 'node:path';
import { nearest } from '../../lib/suggest.ts';
import type { Report } from '../problem-report.ts';
import type { ProgramOutcome } from '../types/programs.ts';
import { type Files, fileFault, shownPath } from './files.ts';
import { mayHoldSlips, meantForm, meantReference } from './reference-slips.ts';
import type { Path, Tree, TreeNode } from './tree.ts';

export interface Interpolation {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly files: Files;
  /** An absent variable or file is an error, or otherwise a note. */
  readonly requireSecrets: boolean;
  /** The programs behind `${program:NAME}`. `text` leaves the reference unchanged; undefined makes it literal text. */
  readonly programs?: ReferredPrograms | 'text' | undefined;
  /** Says where a reference is taken; everywhere by default. Elsewhere a text is literal, whatever it holds. */
  readonly isReference?: ((path: Path) => boolean) | undefined;
}

/** The programs of a file. */
export interface ReferredPrograms {
  /** Undefined for one that was not run. */
  outcomeOf(name: string): ProgramOutcome | undefined;
  names(): readonly string[];
}

const programPrefix = 'program:';

/** A secret file holds one secret; whatever is larger is another file. */
export const maxSecretBytes = 64 * 1024;

/**
 * Fourth step: `${NAME}`, `${NAME:-default}`, `${file:PATH}` and `${program:NAME}` inside string values. It comes after parsing, so
 * that no value can change the structure, and it marks each string that it changes: those are secrets from now on.
 */
export function interpolate(tree: Tree, options: Interpolation, report: Report): void {
  const { text } = tree.source;
  // An escape could spell the dollar sign.
  if (!text.includes('${') && !text.includes('\\') && !mayHoldSlips(text)) return;

  const seen = new Set<TreeNode>(); // aliases share nodes
  const originals = new Map<TreeNode, string>();
  const path: (string | number)[] = [];
  const { isReference } = options;
  const visit = (node: TreeNode): void => {
    if (typeof node.value === 'string' && isReference?.(path) === false) return;
    if (seen.has(node)) return;
    seen.add(node);
    for (const [name, entry] of node.entries ?? []) visitIn(node.value, name, entry.node);
    for (const [index, item] of node.items?.entries() ?? []) visitIn(node.value, index, item);
    if (typeof node.value !== 'string') return;
    if (node.value.includes('${')) {
      originals.set(node, node.value);
      expand(node, node.value, [...path]);
    } else if (meantReference(node.value) !== undefined && !isFreeText(path)) {
      originals.set(node, node.value);
      slip(node, node.value, [...path]);
    }
  };
  const visitIn = (container: unknown, name: string | number, node: TreeNode): void => {
    path.push(name);
    visit(node);
    path.pop();
    const original = originals.get(node);
    const values = container as Record<string | number, unknown>;
    // A value that the schema's check removed or replaced stays so.
    if (original !== undefined && values[name] === original) values[name] = node.value;
  };

  const expand = (node: TreeNode, written: string, path: Path): void => {
    const parts = { absent: false, inClear: false };
    const value = written.replace(
      /(\$?)\$\{(?:([^}]*)\})?/g,
      (all, dollar: string, inner: string | undefined) => {
        if (dollar) return all.slice(1);
        if (options.programs === 'text' && inner?.startsWith(programPrefix)) return all;
        const part = inner === undefined ? fault(path, all) : reference(inner, path);
        parts.absent ||= part.absent;
        parts.inClear ||= part.inClear;
        return part.text;
      },
    );
    node.value = value;
    const isChanged = value !== written || options.programs !== 'text';
    if (isChanged && /(?<!\$)\$\{/.test(written)) node.expansion = { ...parts, written };
  };

  /** A reference in the form of another program: nothing that could be sent. */
  const slip = (node: TreeNode, written: string, path: Path): void => {
    node.value = missing('bad reference').text;
    node.expansion = { absent: true, inClear: false, written };
    if (report.hasAt(tree, path)) return;
    report.atValue(
      tree,
      path,
      'bad_reference',
      'a variable is not written so here: this text would be literal',
      {
        hint: `write "${meantReference(written)}"`,
      },
    );
  };

  const reference = (inner: string, path: Path): Part => {
    if (inner.startsWith(programPrefix)) return fromProgram(inner.slice(programPrefix.length).trim(), path);
    if (inner.startsWith('file:')) return fromFile(inner.slice('file:'.length).trim(), path);
    const [, name, fallback] = /^([A-Za-z_][A-Za-z0-9_]*)(?::-([^$]*))?$/s.exec(inner) ?? [];
    if (name === undefined) return fault(path, `\${${inner}}`);
    const value = options.env[name];
    if (value) return { text: value, absent: false, inClear: false };
    if (fallback !== undefined) return { text: fallback, absent: false, inClear: fallback !== '' };
    const close = nearest(
      name,
      Object.keys(options.env).filter((other) => other !== name && options.env[other]),
    );
    const state = value === '' ? 'is set but empty' : 'is not set';
    report.atValue(
      tree,
      path,
      'unset_variable',
      `the environment variable ${name} ${state}${close === undefined ? '' : ` (did you mean "${close}"?)`}`,
      {
        hint: `set it, or write \${${name}:-default} if a default makes sense`,
        severity: options.requireSecrets ? 'error' : 'note',
      },
    );
    return missing(`unset ${name}`);
  };

  const fromFile = (named: string, path: Path): Part => {
    if (named === '') return fault(path, '${file:}');
    const file = resolve(folderOf(tree), named);
    const content = options.files.read(file, maxSecretBytes);
    if (content.kind !== 'content') {
      const mild = !options.requireSecrets && (content.kind === 'absent' || content.kind === 'unreadable');
      const message = `the secret file ${shownPath(file)} ${fileFault(content.kind, maxSecretBytes)}`;
      report.atValue(tree, path, 'secret_file', message, { severity: mild ? 'note' : 'error' });
      return missing(`missing file ${named}`);
    }
    if (content.mode !== undefined && content.mode & ~0o640) {
      report.atValue(
        tree,
        path,
        'secret_file_mode',
        `the secret file ${shownPath(file)} has mode 0${content.mode.toString(8)}; too many may use it`,
        {
          hint: `chmod 0640 ${shownPath(file)}, or 0600`,
        },
      );
    }
    let text: string;
    try {
      text = new TextDecoder('utf-8', { fatal: true }).decode(content.bytes).trimEnd();
    } catch {
      report.atValue(tree, path, 'secret_file', `the secret file ${shownPath(file)} is not valid UTF-8`);
      return missing(`unusable file ${named}`);
    }
    if (text !== '') return { text, absent: false, inClear: false };
    report.atValue(tree, path, 'secret_file', `the secret file ${shownPath(file)} is empty`);
    return missing(`empty file ${named}`);
  };

  const fromProgram = (name: string, path: Path): Part => {
    const { programs } = options;
    if (typeof programs !== 'object' || path[0] === 'programs') {
      const message = `\${program:${name}} is not allowed here`;
      report.atValue(tree, path, 'bad_reference', message, {
        hint: 'programs are referred to in the configuration itself and the files that it includes',
      });
      return missing('bad reference');
    }
    const names = programs.names();
    if (!names.includes(name)) {
      const close = nearest(name, names);
      const meant = close === undefined ? '' : ` (did you mean "${close}"?)`;
      const message = `\`programs\` has no ${JSON.stringify(name)}${meant}`;
      report.atValue(tree, path, 'bad_reference', message);
      return missing('bad reference');
    }
    const outcome = programs.outcomeOf(name);
    if (outcome?.kind === 'printed') return { text: outcome.value, absent: false, inClear: false };
    const message =
      outcome === undefined
        ? `the program ${name} was not run`
        : `the program ${name} gave no secret: ${outcome.reason}`;
    const more =
      outcome === undefined
        ? ({ severity: 'note', hint: '`gateway check --run-programs` runs it' } as const)
        : {};
    report.atValue(tree, path, 'program_secret', message, more);
    return missing(`no secret of program ${name}`);
  };

  const fault = (path: Path, written: string): Part => {
    const meant = written.startsWith('${{') ? meantReference(`${written}}`) : undefined;
    report.atValue(tree, path, 'bad_reference', `${written} is not a reference`, {
      hint:
        meant === undefined
          ? (meantForm(written.slice(2, -1).trim()) ??
            'write ${NAME}, ${NAME:-default}, ${file:PATH} or ${program:NAME}; a literal ${ is written $${')
          : `write "${meant}"`,
    });
    return missing('bad reference');
  };

  visit(tree.root);
}

/** Texts that people read, and what anchors are kept in. */
function isFreeText(path: Path): boolean {
  const [first, , third] = path;
  const last = path.at(-1);
  return (
    String(first).startsWith('x-') ||
    (first === 'tests' && last === 'name') ||
    (first === 'backends' && third === 'simulator' && last === 'text')
  );
}

interface Part {
  readonly text: string;
  readonly absent: boolean;
  readonly inClear: boolean;
}

/** No secret looks like this, and no header or URL takes it. */
function missing(why: string): Part {
  return { text: `<${why}>`, absent: true, inClear: false };
}

/** Relative paths count from the folder of the file that names them. */
export function folderOf(tree: Tree): string {
  return tree.source.path === '-' ? process.cwd() : dirname(tree.source.path);
}
