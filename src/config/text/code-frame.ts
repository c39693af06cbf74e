import { fileShape, keysFileShape, type Shape } from '../schema/generated/shape.generated.ts';
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
  const shown = isSecretItem(source, line) ? whole.replace(/[^\s-]/g, '*') : whole;
  const masked = maskLine(shown, lineStart, secrets).replace(/[\p{Cc}\p{Cf}]/gu, ' ');
  const from = column > width - 30 ? column - 30 : 0;
  const text = masked.slice(from, from + width);
  const length = Math.max(
    1,
    Math.min(span.end - span.start, whole.length - column + 1, width - (column - 1 - from)),
  );
  const gutter = String(line).padStart(6);
  return `${gutter} | ${text}\n${' '.repeat(gutter.length)} | ${' '.repeat(column - 1 - from)}${'^'.repeat(length)}`;
}

/** Names that carry secrets wherever they stand, those of the schema among them; all there is to go by when the text can't be parsed. */
const secretNames = [
  ...new Set(['secret', 'token', 'password', 'api[-_]?key', 'authorization', ...namesOfSecrets(fileShape)]),
];
const secretField = new RegExp(
  String.raw`((?:^|[\s{,"'-])[\w-]*(?:${secretNames.join('|')})["']?\s*:\s*)("(?:\\.|[^"\\])*"?|'[^']*'?|[^\s"'#][^,}]*)`,
  'gi',
);
/** Fields that hold a list of secrets, and what stands in its brackets. */
const secretLists = namesOfSecretLists(fileShape).join('|');
const secretList = new RegExp(String.raw`((?:^|[\s{,"'])(?:${secretLists})["']?\s*:\s*\[)([^\]]*)`, 'gi');
const secretListAbove = new RegExp(String.raw`^\s*["']?(?:${secretLists})["']?\s*:\s*(?:#.*)?$`, 'i');
const listItem = /^\s*- /;
/** So many items of a list are looked past for its name. */
const mostItems = 32;

/** Whether a line is an item of a list of secrets. */
function isSecretItem(source: Source, line: number): boolean {
  if (!listItem.test(lineText(source, line))) return false;
  for (let above = line - 1; above >= Math.max(1, line - mostItems); above -= 1) {
    const text = lineText(source, above);
    if (text.trim() !== '' && !listItem.test(text)) return secretListAbove.test(text);
  }
  return false;
}

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
    .replace(secretList, (_all, name: string, items: string) => name + items.replace(/[^\s,"']/g, '*'))
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
  /** All but what the schema knows as no secret. With `hidesText` also what may be any text. */
  const hideSecrets = (node: TreeNode | undefined, shape: Shape | undefined, hidesText = false): void => {
    if (shape === undefined || isSecret(shape)) return hide(node);
    if (node?.entries && shape.kind !== 'list' && shape.kind !== 'scalar') {
      for (const [field, entry] of node.entries)
        hideSecrets(entry.node, shape.each ?? shape.fields?.[field], hidesText);
    } else if (node?.items && shape.kind === 'list') {
      const areSecrets = shape.each !== undefined && isSecret(shape.each);
      for (const item of node.items) {
        if (areSecrets || !isPlainArgument(item)) hideSecrets(item, shape.each, hidesText);
      }
    } else if (hidesText ? !isOpenForm(shape, node?.value) : namesOfSecrets(shape).length > 0) hide(node);
  };
  const root = tree.root.entries;
  const keys = root?.get('keys')?.node;
  if (keys?.entries === undefined) hide(keys);
  for (const { node } of keys?.entries?.values() ?? []) hideAllBut(node, isOpenKeyField);
  hideSecrets(root?.get('admin')?.node, fileShape.fields?.['admin']);
  const stateFields = fileShape.fields?.['state']?.fields;
  hideSecrets(root?.get('state')?.node.entries?.get('ids')?.node, stateFields?.['ids']);
  for (const { node } of root?.get('backends')?.node.entries?.values() ?? []) {
    hideSecrets(node.entries?.get('auth')?.node, backendFields?.['auth'], true);
    const proxy = node.entries?.get('proxy')?.node;
    if (proxy !== undefined && /@/.test(String(proxy.value))) hide(proxy);
    for (const field of ['headers', 'default_headers']) {
      hideAllBut(node.entries?.get(field)?.node, (name) => !/auth|key|token|secret|cookie/i.test(name));
    }
  }
  return spans.sort((a, b) => a.start - b.start);
}

const backendFields = fileShape.fields?.['backends']?.each?.fields;
const keyFields = fileShape.fields?.['keys']?.each?.fields ?? keysFileShape.fields ?? {};

/** Whether the schema says that a field is a secret. */
function isSecret({ definition }: Shape): boolean {
  return definition === 'secret';
}

/** Whether a value is of a form that no secret has, such as a path, a duration or one of some words. */
export function isOpenForm({ definition, words, numbers, bounds }: Shape, value: unknown): boolean {
  if (definition === 'secret') return false;
  // What a key file holds may stand in the place of its path.
  if (definition === 'key_file') return typeof value === 'string' && !value.trimStart().startsWith('{');
  return [definition, words, numbers, bounds].some((form) => form !== undefined);
}

/** An argument of a program that is a path from the root, or the name of an option. */
function isPlainArgument({ value }: TreeNode): boolean {
  return typeof value === 'string' && /^(?:(?:\/[\w.@-]+)+|--?[A-Za-z][\w-]*)$/.test(value);
}

/** The names of all fields that the schema calls secrets, below a shape. */
function namesOfSecrets({ fields, each }: Shape): readonly string[] {
  const below = Object.entries(fields ?? {}).flatMap(([name, field]) =>
    isSecret(field) ? [name] : namesOfSecrets(field),
  );
  return each === undefined ? below : [...below, ...namesOfSecrets(each)];
}

/** The names of all fields that are lists of them. */
function namesOfSecretLists({ fields, each }: Shape): readonly string[] {
  const below = Object.entries(fields ?? {}).flatMap(([name, field]) =>
    field.each !== undefined && isSecret(field.each) ? [name] : namesOfSecretLists(field),
  );
  return each === undefined ? below : [...below, ...namesOfSecretLists(each)];
}

function isOpenKeyField(field: string, node: TreeNode): boolean {
  const shape = keyFields[field];
  if (shape === undefined || isSecret(shape)) return false;
  // Whoever takes `hash` for the place of the key itself must not find it in the log.
  const hashes = node.items ?? [node];
  return (
    field !== 'hash' ||
    hashes.every((item) => typeof item.value === 'string' && item.value.startsWith('sha256:'))
  );
}
