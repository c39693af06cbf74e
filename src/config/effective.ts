import { Document, isMap } from 'yaml';
import { isCredentialName } from './schema/query-words.ts';
import { storeShown } from './store/store-keys.ts';
import { secretSpans } from './text/secret-spans.ts';
import type { Tree, TreeNode } from './text/tree.ts';

/** The mask in place of a secret. */
export const mask = '***';

/**
 * The file as it takes effect, in its own words: every default filled in, anchors and merges expanded, the entries of
 * included files and the keys of the `keys_file` in their place. What came from the environment or a file is shown as it
 * is written there, and secrets in the file itself are masked. `trees` are those of a load without errors.
 */
export function effectiveFile(trees: readonly Tree[]): Readonly<Record<string, unknown>> {
  const [main, ...others] = trees.map(shownTree);
  if (main === undefined) return {};
  const { keys_file: _inline, keys_store: _kept, include: _included, ...file } = main;
  const effective: Record<string, unknown> = {};
  for (const part of [file, ...others]) {
    for (const [section, own] of Object.entries(part)) {
      if (!section.startsWith('x-')) effective[section] = joined(effective[section], own);
    }
  }
  return effective;
}

/** The same as YAML; keys that stand in no file say so. */
export function effectiveYaml(trees: readonly Tree[], lineWidth: number): string {
  const document = new Document(effectiveFile(trees), { aliasDuplicateObjects: false });
  for (const tree of trees.filter(({ source }) => source.shown === storeShown)) {
    for (const name of tree.root.entries?.get('keys')?.node.entries?.keys() ?? []) {
      const key = document.getIn(['keys', name], true);
      if (isMap(key)) key.commentBefore = ` ${storeShown}`;
    }
  }
  return document.toString({ lineWidth });
}

/** Entries of a map or a list in one file, behind those of the files before it. */
function joined(before: unknown, own: unknown): unknown {
  if (before === undefined) return own;
  if (Array.isArray(before) && Array.isArray(own)) return [...before, ...own];
  return { ...(before as object), ...(own as object) };
}

function shownTree(tree: Tree): Readonly<Record<string, unknown>> {
  const hidden = new Set(secretSpans(tree).map(({ start }) => start));
  const shown = (value: unknown, node: TreeNode | undefined): unknown => {
    if (Array.isArray(value)) return value.map((item, index) => shown(item, node?.items?.[index]));
    if (typeof value === 'object' && value !== null) {
      const entries = Object.entries(value).map(([name, inner]) => [
        name,
        shown(inner, node?.entries?.get(name)?.node),
      ]);
      return Object.fromEntries(entries);
    }
    if (node !== undefined && hidden.has(node.start)) return mask;
    const written = node?.expansion?.written ?? value;
    return typeof written === 'string' ? withoutPassword(written) : written;
  };
  return shown(tree.root.value, tree.root) as Readonly<Record<string, unknown>>;
}

/** Credentials before the host of a URL, often with a password. Mere references are shown. */
const userInfo = /(:\/\/)([^/\s@]+)(?=@)/g;
const onlyReferred = /^[^:]*:(?:\$\{[^}:]*\})+$/;

/** A parameter in the query of a URL; one that is only referred to is shown. */
const parameter =
  /(?<=:\/\/[^\s#]*)([?&])([^=&#\s]+)=(?!\$\{(?:(?:file|program):)?[^}:]*\}(?:[&#\s]|$))[^&#\s]+/g;

/** A text in whose URLs nothing stands that proves who one is. */
export function withoutPassword(text: string): string {
  return text
    .replace(userInfo, (all, slashes: string, info: string) =>
      onlyReferred.test(info) ? all : `${slashes}${mask}`,
    )
    .replace(parameter, (all, before: string, name: string) =>
      isCredentialName(name) ? `${before}${name}=${mask}` : all,
    );
}
