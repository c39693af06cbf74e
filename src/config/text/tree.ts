import type { Source } from './source.ts';

/** The origin of a string that held `${...}`. */
export interface Expansion {
  /** Some variable or file that it names is not there; the value is a placeholder. */
  readonly absent: boolean;
  /** Some of the text that ended up in the value stands in the file itself. */
  readonly inClear: boolean;
  /** As written, for messages: they must not show what came in. */
  readonly written: string;
}

/** A value of a YAML or JSON file and where it stands. Offsets count in the source's text; `end` is exclusive. */
export interface TreeNode {
  readonly start: number;
  readonly end: number;
  /** As plain data; maps are objects without prototype, shared by all aliases of one anchor. */
  value: unknown;
  readonly entries?: ReadonlyMap<string, TreeEntry>;
  readonly items?: readonly TreeNode[];
  /** Set on strings once their references have been replaced. */
  expansion?: Expansion;
}

export interface TreeEntry {
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly node: TreeNode;
}

/** One parsed file. */
export interface Tree {
  readonly source: Source;
  readonly root: TreeNode;
}

/** Names of fields and indices of lists, from the root. */
export type Path = readonly (string | number)[];

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The node at a path; undefined where the file has none (a default, say). */
export function nodeAt(tree: Tree, path: Path): TreeNode | undefined {
  let node: TreeNode | undefined = tree.root;
  for (const step of path) {
    node = typeof step === 'number' ? node?.items?.[step] : node?.entries?.get(step)?.node;
    if (node === undefined) return undefined;
  }
  return node;
}

/** The span of the value at a path; without one, the span of the nearest name around it. */
export function valueSpan(tree: Tree, path: Path): Span {
  const node = nodeAt(tree, path);
  if (node === undefined) return path.length === 0 ? tree.root : keySpan(tree, path.slice(0, -1));
  // An empty value has no text of its own to point at.
  return node.start === node.end ? keySpan(tree, path) : node;
}

/** The span of the name at the end of a path; for an item of a list, the item. */
export function keySpan(tree: Tree, path: Path): Span {
  const last = path.at(-1);
  if (last === undefined) {
    const first = tree.root.entries?.values().next().value;
    return first ? { start: first.keyStart, end: first.keyEnd } : tree.root;
  }
  const parent = nodeAt(tree, path.slice(0, -1));
  if (typeof last === 'number') return beginningOf(parent?.items?.[last]) ?? keySpan(tree, path.slice(0, -1));
  const entry = parent?.entries?.get(last);
  return entry ? { start: entry.keyStart, end: entry.keyEnd } : keySpan(tree, path.slice(0, -1));
}

/** A whole map would be underlined to its end; its beginning says as much. */
function beginningOf(node: TreeNode | undefined): Span | undefined {
  const first = node?.entries?.values().next().value;
  if (!node || !first) return node;
  return { start: node.start, end: first.keyStart === node.start ? first.keyEnd : node.start + 1 };
}

/** `models.fast.deployments[1].backend`; names with other characters are quoted: `models["gpt-4.1"]`. */
export function pathText(path: Path): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else if (!/^[\w-]+$/.test(step)) text += `[${JSON.stringify(step)}]`;
    else text += text === '' ? step : `.${step}`;
  }
  return text;
}
