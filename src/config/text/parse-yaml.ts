import { type Document, parseDocument } from 'yaml';
import type { Report } from '../problem-report.ts';
import type { Source } from './source.ts';
import type { Tree } from './tree.ts';
import { wordSyntaxErrors } from './yaml-errors.ts';
import { YamlWalk } from './yaml-walk.ts';

/**
 * Second step: YAML text becomes plain values that know where they stand. One file is one document and one map;
 * whatever the parser would let pass with a warning, or would silently turn into something else, is refused.
 */
export function parseYaml(source: Source, report: Report, emptyHint: string): Tree | undefined {
  if (refusesDirective(source, report)) return undefined;
  const document = parse(source, report);
  if (!document) return undefined;
  if (document.errors.length > 0) {
    wordSyntaxErrors(document.errors, source, report);
    return undefined;
  }
  const { contents } = document;
  if (
    contents === null ||
    (contents.range && contents.range[0] === contents.range[1] && !('items' in contents))
  ) {
    report.inText(source, undefined, 'file_empty', 'the file is empty', { hint: emptyHint });
    return undefined;
  }
  const walk = new YamlWalk(source, report);
  const root = walk.tree(contents);
  if (!root) return undefined;
  const tree = { source, root };
  report.parsed(tree, walk.faults === 0);
  if (walk.faults > 0) return undefined;
  if (root.entries) return tree;
  const kind = root.items ? 'a list' : 'a single value';
  report.inText(
    source,
    { start: root.start, end: root.start + 1 },
    'yaml_root',
    `the file is ${kind}; it must be a map of fields`,
    {
      hint: emptyHint,
    },
  );
  return undefined;
}

function parse(source: Source, report: Report): Document.Parsed | undefined {
  try {
    return parseDocument(source.text, {
      version: '1.2',
      schema: 'core',
      merge: true,
      prettyErrors: false,
      uniqueKeys: false, // quadratic; the walk finds duplicates, and `1` beside "1" too
      logLevel: 'error', // `silent` would keep several documents from being an error
    });
  } catch (error) {
    // Among others RangeError: the parser recurses.
    const message =
      error instanceof RangeError ? 'the values are nested too deep' : 'the text cannot be parsed';
    report.inText(source, undefined, error instanceof RangeError ? 'too_deep' : 'yaml_syntax', message);
    return undefined;
  }
}

/** `%YAML 1.1` would turn `no` into false and `22:22` into a number. */
function refusesDirective(source: Source, report: Report): boolean {
  const directive = /^(?:[ \t]*(?:#[^\n]*)?\r?\n)*(%[^\r\n]*)/.exec(source.text);
  if (!directive?.[1]) return false;
  const end = directive[0].length;
  report.inText(
    source,
    { start: end - directive[1].length, end },
    'yaml_directive',
    'directives are not allowed',
    {
      hint: 'delete the line; the file is read as YAML 1.2',
    },
  );
  return true;
}
