import { fileShape, keysFileShape } from '../schema/generated/shape.generated.ts';
import { lineText, positionAt, type Source } from './source.ts';
import type { Span, Tree, TreeNode } from './tree.ts';

/** What fits beside the line number in a terminal or a log. */
const width = 110;

/** In a line that is longer than this nobody finds anything, and looking for secrets in it takes its time. */
const longestLine = 16 * 1024;

/**
 * The line on which a span begins, with carets under it. Whatever is, or may be, a secret is masked: the frame
 * goes to terminals, logs and the records of CI. Undefined for a line that is too long to be shown.
 */
export function codeFrame(source: Source, span: Span, secrets: readonly Span[]): string | undefined {
  const { line, column } = positionAt(source, span.start);
  const lineStart = span.start - column + 1;
  const whole = lineText(source, line);
  if (whole.length > longestLine) return undefined;
  const masked = maskLine(whole, lineStart, secrets).replace(/[\p{Cc}\p{Cf}]/gu, ' ');
  const from = column > width - 30 ? column - 30 : 0;
  const text = masked.slice(from, from + width);
  const length = Math.max(
    1,
    Math.min(span.end - span.start, whole.length - column + 1, width - (column - 1 - from)),
  );
  const gutter = String(line).padStart(6);
  return `${gutter} | ${text}\n${' '.repeat(gutter.length)} | ${' '.repeat(column - 1 - from)}${'^'.repeat(length)}`;
}

/** Names that carry secrets wherever they stand; all there is to go by when the text can't be parsed. */
const secretField =
  /((?:^|[\s{,"'-])[\w-]*(?:bearer|secret|token|password|api[-_]?key|authorization|value)["']?\s*:\s*)("(?:\\.|[^"\\])*"?|'[^']*'?|[^\s"'#][^,}]*)/gi;
/** Texts inside a template, such as `{{ "..." }}`: a secret may be written there. */
const templateText = /(?<=\{\{[^}]*)("(?:\\.|[^"\\])*"?|'[^']*'?)/g;
/** What keys of ours and of the vendors begin with: they are known wherever they stand. */
const knownSecret = /\b(?:sk|gw)-[\w-]{8,}/g;
/** Where keys stand in URLs: before the host, or in the query. */
const userInfo = /(:\/\/)([^/\s@"']+)(?=@)/g;
const query = /(\?[^\s="']*=)([^\s"',}#]+)/g;

function maskLine(text: string, lineStart: number, secrets: readonly Span[]): string {
  let masked = text;
  for (let at = firstEndingAfter(lineStart, secrets); at < secrets.length; at += 1) {
    const span = secrets[at]!;
    if (span.start > lineStart + text.length) break;
    const from = Math.max(0, span.start - lineStart);
    const to = Math.min(text.length, span.end - lineStart);
    if (from < to) masked = masked.slice(0, from) + '*'.repeat(to - from) + masked.slice(to);
  }
  return masked
    .replace(secretField, (all, name: string, value: string) =>
      isHarmless(value) ? all : name + stars(value),
    )
    .replace(templateText, stars)
    .replace(knownSecret, stars)
    .replace(userInfo, (_all, mark: string, info: string) => mark + stars(info))
    .replace(query, (_all, name: string, value: string) => name + stars(value));
}

/** By halves, since a file may hold thousands. */
function firstEndingAfter(offset: number, spans: readonly Span[]): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (spans[middle]!.end > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}

function stars(text: string): string {
  return '*'.repeat(text.length);
}

/** Only references, the beginning of a map, an anchor or a type that is no text at all. */
function isHarmless(value: string): boolean {
  return (
    /^["']?(\$\{(file:[^}]*|[^}:]*(:-)?)\}?)+["']?\s*$/.test(value) ||
    /^[{[&*]/.test(value) ||
    /^(true|false|null|-?[\d.]+)\s*$/.test(value)
  );
}

/** Spans of everything in a file that frames must not show, in the order of the text. */
export function secretSpans(tree: Tree): readonly Span[] {
  const spans: Span[] = [];
  const hide = (node: TreeNode | undefined): void => {
    if (node?.entries) for (const entry of node.entries.values()) hide(entry.node);
    else if (node?.items) for (const item of node.items) hide(item);
    else if (node && !isHarmless(tree.source.text.slice(node.start, node.end))) spans.push(node);
  };
  /** Unknown fields too: a misspelled `bearer` holds a secret all the same. */
  const hideAllBut = (node: TreeNode | undefined, open: (field: string, node: TreeNode) => boolean): void => {
    if (node?.entries === undefined) return hide(node); // a secret where its map should be
    for (const [field, entry] of node.entries) if (!open(field, entry.node)) hide(entry.node);
  };
  const root = tree.root.entries;
  const keys = root?.get('keys')?.node;
  if (keys?.entries === undefined) hide(keys);
  for (const { node } of keys?.entries?.values() ?? []) hideAllBut(node, isOpenKeyField);
  hideAllBut(root?.get('admin')?.node, (field) => field === 'address' || field === 'tls');
  for (const { node } of root?.get('backends')?.node.entries?.values() ?? []) {
    hideAllBut(node.entries?.get('auth')?.node, (field) => field === 'header');
    const proxy = node.entries?.get('proxy')?.node;
    if (proxy !== undefined && /@/.test(String(proxy.value))) hide(proxy);
    for (const field of ['headers', 'default_headers']) {
      hideAllBut(node.entries?.get(field)?.node, (name) => !/auth|key|token|secret|cookie/i.test(name));
    }
  }
  return spans.sort((a, b) => a.start - b.start);
}

const keyFields = new Set(
  Object.keys(fileShape.fields?.['keys']?.each?.fields ?? keysFileShape.fields ?? {}),
);

function isOpenKeyField(field: string, node: TreeNode): boolean {
  if (field === 'secret' || !keyFields.has(field)) return false;
  // Whoever takes `hash` for the place of the key itself must not find it in the log.
  const hashes = node.items ?? [node];
  return (
    field !== 'hash' ||
    hashes.every((item) => typeof item.value === 'string' && item.value.startsWith('sha256:'))
  );
}
