/**
 * One way to write a configuration: two spaces of indentation, one before a comment, short lists and maps as they
 * are, long ones with a line per item. Comments, blank lines, anchors and quotes stay. Nothing is written that would
 * be read otherwise than the original.
 */
import { isDeepStrictEqual } from 'node:util';
import { type Document, isCollection, isNode, isPair, isSeq, parseDocument, visit } from 'yaml';

/** A longer line would not be seen whole. */
const width = 120;

/** The formatted text, or why there is none. */
export type Formatted = { readonly text: string } | { readonly fault: string };

const notYaml = 'is not YAML; `gateway check` names the fault';

/** Formats one YAML document. Never throws for what is in the text. */
export function formatYaml(text: string): Formatted {
  try {
    return format(text);
  } catch {
    return { fault: notYaml }; // among others nesting beyond the stack, and aliases that lead nowhere
  }
}

function format(text: string): Formatted {
  const printed = print(text);
  if ('fault' in printed) return printed;
  for (const formatted of [commentsBack(printed.text, text), printed.text]) {
    if (formatted === text) return { text }; // most files, most of the time: nothing to read again
    const again = parse(formatted);
    if (again.errors.length === 0 && isDeepStrictEqual(dataOf(again), printed.data))
      return { text: formatted };
  }
  return { fault: 'would be read otherwise when formatted, and stays as it is' };
}

/** The text as the printer has it, with what the original says. */
function print(text: string): { readonly text: string; readonly data: unknown } | { readonly fault: string } {
  const document = parse(text);
  const [error] = [...document.errors, ...document.warnings];
  if (error !== undefined) {
    const line = error.linePos?.[0].line;
    return { fault: line === undefined ? notYaml : notYaml.replace(';', ` (line ${line});`) };
  }
  const data = dataOf(document);
  unfoldLongFlows(document);
  padByKind(document);
  return { text: document.toString({ lineWidth: 0, indent: 2, flowCollectionPadding: true }), data };
}

function parse(text: string): Document.Parsed {
  return parseDocument(text, {
    version: '1.2',
    schema: 'core',
    merge: true,
    uniqueKeys: false,
    logLevel: 'error',
  });
}

function dataOf(document: Document.Parsed): unknown {
  return document.toJS({ maxAliasCount: -1 });
}

/** A map or list in braces that does not fit on a line gets a line for each of its items. */
function unfoldLongFlows(document: Document.Parsed): void {
  visit(document, {
    Collection(_key, node, path) {
      if (node.flow !== true || node.items.length === 0) return;
      const outer = path.filter(isCollection);
      if (outer.some((collection) => collection.flow === true)) return;
      const pair = path.at(-1);
      const name = isPair(pair) ? lengthOf(pair.key) + ': '.length : '- '.length;
      if (2 * Math.max(0, outer.length - 1) + name + lengthOf(node) > width) node.flow = false;
    },
  });
}

/** Characters that a node takes on one line. */
function lengthOf(node: unknown): number {
  if (isPair(node))
    return lengthOf(node.key) + (node.value === null ? 0 : ': '.length + lengthOf(node.value));
  if (!isNode(node)) return 0;
  const anchor = 'anchor' in node && node.anchor !== undefined ? node.anchor.length + '& '.length : 0;
  if (isCollection(node)) {
    const items = node.items.map((item) => lengthOf(item) + ', '.length);
    return (
      anchor + items.reduce((sum, length) => sum + length, isSeq(node) ? 0 : '{  }'.length - ', '.length)
    );
  }
  return anchor + (node.range ? node.range[1] - node.range[0] : 0);
}

/** `[a, b]` beside `{ a: b }`: the printer knows one padding for both. */
function padByKind(document: Document.Parsed): void {
  visit(document, {
    Collection(_key, node) {
      if (node.flow !== true) return;
      const print = node.toString.bind(node);
      const flowCollectionPadding = isSeq(node) ? '' : ' ';
      node.toString = (context, ...others) =>
        print(context && { ...context, flowCollectionPadding }, ...others);
    },
  });
}

/** A comment behind the name of a map or list stays there; the printer would put it below. */
function commentsBack(text: string, original: string): string {
  const behind = new Set<string>();
  for (const [, name = '', comment = ''] of original.matchAll(
    /^[ \t]*(?:- +)*([^\s#][^#\n]*:)[ \t]+(#.*?)\r?$/gm,
  )) {
    behind.add(`${name} ${comment}`);
  }
  return text.replace(
    /^([ ]*(?:- )*)([^\s#][^#\n]*:)\n[ ]*(#.*)$/gm,
    (all, indent: string, name: string, comment: string) =>
      behind.has(`${name} ${comment}`) ? `${indent}${name} ${comment}` : all,
  );
}
