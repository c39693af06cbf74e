/**
 * The spans of a file that hold secrets, or may: nothing of them goes to terminals, logs, and answers of the admin API.
 */

import { fileShape, keysFileShape, type Shape } from '../schema/generated/shape.generated.js';
import { isCredentialName } from '../schema/query-words.ts';
import { isFieldName, isSecret, namesOfSecrets } from './secret-fields.ts';
import { nodeAt, type Path, type Span, type Tree, type TreeEntry, type TreeNode } from './tree.ts';

/** Only references, the beginning of a map, an anchor or a type that is no text at all. */
export function isHarmless(value: string): boolean {
  return (
    /^["']?(\$\{((?:file|program):[^}]*|[^}:]*(:-)?)\}?)+["']?\s*$/.test(value) ||
    /^(?:[{[]|[&*][\w-]*\s*$)/.test(value) ||
    /^(true|false|null|-?[\d.]+)\s*$/.test(value)
  );
}

/** A variable as most are named, or a path that begins as one: what stands in `${...}` where a secret may stand. */
const plainReference =
  /^["']?(?:\$\{(?:file:\s*(?:[./~]|[a-z_-]+[/.])[^}]*|program:\s*[a-z][\w.-]*|[A-Z_][A-Z0-9_]*(?::-)?)\})+["']?\s*$/;

/** The same of a value of a file, of which it is known whether what it refers to is there. */
function isHarmlessNode(text: string, { expansion }: TreeNode): boolean {
  return (
    isHarmless(text) && (!text.includes('${') || expansion?.absent === false || plainReference.test(text))
  );
}

/** True for one value, or a list, in the place of another shape: a line without its colon is one text. */
function isMisplaced(node: TreeNode | undefined, shape: Shape): boolean {
  if (node === undefined) return false;
  return shape.kind !== 'scalar' || node.items !== undefined || node.entries !== undefined;
}

/** True for the name of a header or parameter that contains the value, or looks like one. */
function isOddName(name: string): boolean {
  return (
    /[:=\s]/.test(name) || (name.length >= 12 && /\d/.test(name) && /[a-z]/.test(name) && /[A-Z]/.test(name))
  );
}

/** Credentials before the host of a URL, and query parameters that are named like credentials. */
const inUrl =
  /(?<=:\/\/)[^@\n]*:[^\n]*(?=@)|(?<=:\/\/)[^/\s@"']+(?=@)|(?<=[?&][^=&#\s]*(?:key|token|secret|password|sig|auth)=)[^&#\n]+/gi;

const longestComment = 500;

/** Spans of everything in a file that frames must not show, in the order of the text. */
export function secretSpans(tree: Tree): readonly Span[] {
  const spans: Span[] = [];
  const { text } = tree.source;
  const hideName = (name: string, { keyStart, keyEnd }: TreeEntry): void => {
    if (!isFieldName(name)) spans.push({ start: keyStart, end: keyEnd });
  };
  const hide = (node: TreeNode | undefined): void => {
    if (node?.entries) {
      for (const [name, entry] of node.entries) {
        hideName(name, entry);
        hide(entry.node);
      }
    } else if (node?.items) for (const item of node.items) hide(item);
    else if (node && !isHarmlessNode(text.slice(node.start, node.end), node)) {
      spans.push(node);
      // The rest of one that holds a `#`.
      const comment = /^[ \t]+#[^\n]*/.exec(text.slice(node.end, node.end + longestComment));
      if (comment !== null) spans.push({ start: node.end, end: node.end + comment[0].length });
    }
  };
  /** Unknown fields too: a misspelled `bearer` holds a secret all the same. */
  const hideAllBut = (node: TreeNode | undefined, open: (field: string, node: TreeNode) => boolean): void => {
    if (node?.entries === undefined) return hide(node); // a secret where its map should be
    for (const [field, entry] of node.entries) {
      if (isOddName(field)) hideName(field, entry);
      if (!open(field, entry.node)) hide(entry.node);
    }
  };
  /** All but what the schema knows as no secret. With `hidesText` also what may be any text. */
  const hideSecrets = (node: TreeNode | undefined, shape: Shape | undefined, hidesText = false): void => {
    if (shape === undefined || isSecret(shape)) return hide(node);
    if (node?.entries && shape.kind !== 'list' && shape.kind !== 'scalar') {
      for (const [field, entry] of node.entries) {
        if (shape.each === undefined && shape.fields?.[field] === undefined) hideName(field, entry);
        hideSecrets(entry.node, shape.each ?? shape.fields?.[field], hidesText);
      }
    } else if (node?.items && shape.kind === 'list') {
      const areSecrets = shape.each !== undefined && isSecret(shape.each);
      for (const item of node.items) {
        if (areSecrets || !isPlainArgument(item)) hideSecrets(item, shape.each, hidesText);
      }
    } else if (isMisplaced(node, shape) && (hidesText || namesOfSecrets(shape).length > 0)) hide(node);
    else if (hidesText ? !isOpenForm(shape, node?.value) : namesOfSecrets(shape).length > 0) hide(node);
  };
  /** Hides the credentials in a URL. */
  const hideInUrl = (node: TreeNode | undefined): void => {
    if (node === undefined || node.entries !== undefined || node.items !== undefined) return;
    for (const { 0: found, index } of text.slice(node.start, node.end).matchAll(inUrl))
      if (!isHarmlessNode(found, node))
        spans.push({ start: node.start + index, end: node.start + index + found.length });
  };
  const at = (...path: Path) => nodeAt(tree, path);
  const keys = at('keys');
  if (keys?.entries === undefined) hide(keys);
  for (const { node } of keys?.entries?.values() ?? []) {
    for (const [field, entry] of node.entries ?? [])
      if (keyFields[field] === undefined) hideName(field, entry);
    hideAllBut(node, isOpenKeyField);
  }
  hideSecrets(at('admin'), fileShape.fields?.['admin']);
  const stateFields = fileShape.fields?.['state']?.fields;
  hideSecrets(at('state', 'ids'), stateFields?.['ids']);
  hideInUrl(at('state', 'redis', 'url'));
  hideSecrets(at('programs'), fileShape.fields?.['programs'], true);
  const hooks = at('notify', 'hooks');
  // The address of a channel lets anybody write to it.
  if (hooks?.items === undefined) hide(hooks);
  for (const hook of hooks?.items ?? []) hideAllBut(hook, (field) => field === 'form' || field === 'on');
  hideSecrets(at('content_log'), fileShape.fields?.['content_log']);
  for (const section of ['tracing', 'metrics', 'content_log']) {
    hideInUrl(at(section, 'otlp'));
    // Of these nobody knows which is the collector's key.
    hideAllBut(at(section, 'headers'), () => false);
  }
  const servers = [at('backends'), at('guards'), at('mcp', 'servers')].flatMap((section) => [
    ...(section?.entries?.values() ?? []),
  ]);
  for (const { node } of servers) {
    hideSecrets(node.entries?.get('auth')?.node, backendFields?.['auth'], true);
    const proxy = node.entries?.get('proxy')?.node;
    if (typeof proxy?.value === 'string' && proxy.value.includes('@')) hide(proxy);
    hideInUrl(proxy);
    for (const field of ['headers', 'default_headers']) {
      hideAllBut(node.entries?.get(field)?.node, (name) => !/auth|key|token|secret|cookie/i.test(name));
    }
    hideAllBut(node.entries?.get('query')?.node, (name) => !isCredentialName(name));
    hideInUrl(node.entries?.get('url')?.node);
  }
  return spans.sort((a, b) => a.start - b.start);
}

const backendFields = fileShape.fields?.['backends']?.each?.fields;
const keyFields = fileShape.fields?.['keys']?.each?.fields ?? keysFileShape.fields ?? {};

/** True for a value whose form no secret has, such as a path, a duration or one of some words. */
export function isOpenForm({ definition, words, numbers, bounds }: Shape, value: unknown): boolean {
  if (definition === 'secret') return false;
  // The content of a key file may be in the place of its path.
  if (definition === 'key_file') return typeof value === 'string' && !value.trimStart().startsWith('{');
  return [definition, words, numbers, bounds].some((form) => form !== undefined);
}

/** An argument of a program that is a path from the root, or the name of an option. */
function isPlainArgument({ value }: TreeNode): boolean {
  return typeof value === 'string' && /^(?:(?:\/[\w.@-]+)+|--?[A-Za-z][\w-]*)$/.test(value);
}

function isOpenKeyField(field: string, node: TreeNode): boolean {
  const shape = keyFields[field];
  if (shape === undefined || isSecret(shape)) return false;
  // A key that is mistakenly written as `hash` must not reach the log.
  const hashes = node.items ?? [node];
  return (
    field !== 'hash' ||
    hashes.every((item) => typeof item.value === 'string' && item.value.startsWith('sha256:'))
  );
}
