import type { ProblemName } from './problem-codes.ts';
import type { Extra, Report } from './problem-report.ts';
import type { Prices } from './resolve/prices/prices.ts';
import { nodeAt, type Path, type Tree } from './text/tree.ts';
import type { Config } from './types/gateway.ts';

/** Looks at a configuration that has no errors; what it says becomes part of the problems of the load. */
export type Inspect = (config: Config, found: Inspection) => void;

/** Reports the findings of an inspection: by the path in the file, which leads to the line. */
export interface Inspection {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The price list's facts about the deployments' models. */
  readonly prices: Prices;
  /** True if the file itself sets something at a path, defaults not counted. */
  has(path: Path): boolean;
  /** True if the value at a path is a placeholder for an absent variable or file. */
  isAbsent(path: Path): boolean;
  /** The path of a list's item by its text; of the list itself where it has no such item. */
  itemPath(list: Path, text: string): Path;
  atValue(path: Path, name: ProblemName, message: string, extra?: Extra): void;
  atKey(path: Path, name: ProblemName, message: string, extra?: Extra): void;
}

/**
 * @param trees The main file and the others with further entries.
 * @param prices Without them nothing is said of prices.
 */
export function inspection(
  trees: readonly Tree[],
  report: Report,
  now: number = Date.now(),
  prices: Prices = { catalogue: undefined, maxAgeMs: 0 },
): Inspection {
  const main = trees[0]!;
  const others = treesByEntry(trees.slice(1));
  /** A section that the main file lacks is in another file. */
  const treeOf = (path: Path): Tree => {
    const [section, name] = path;
    if (name === undefined || nodeAt(main, path.slice(0, 2)) !== undefined) return main;
    return others.get(section!)?.get(name) ?? main;
  };
  return {
    now,
    prices,
    has: (path) => nodeAt(treeOf(path), path) !== undefined,
    isAbsent: (path) => nodeAt(treeOf(path), path)?.expansion?.absent === true,
    itemPath: (list, text) => {
      const index = nodeAt(treeOf(list), list)?.items?.findIndex((item) => item.value === text) ?? -1;
      return index < 0 ? list : [...list, index];
    },
    atValue: (path, name, message, extra) => report.atValue(treeOf(path), path, name, message, extra),
    atKey: (path, name, message, extra) => report.atKey(treeOf(path), path, name, message, extra),
  };
}

type TreesByEntry = ReadonlyMap<string | number, ReadonlyMap<string | number, Tree>>;

/** The file of each entry of each map; of a name in two files the first. */
function treesByEntry(trees: readonly Tree[]): TreesByEntry {
  const sections = new Map<string, Map<string, Tree>>();
  for (const tree of trees) {
    for (const [section, { node }] of tree.root.entries ?? []) {
      const names = sections.get(section) ?? new Map<string, Tree>();
      sections.set(section, names);
      for (const name of node.entries?.keys() ?? []) if (!names.has(name)) names.set(name, tree);
    }
  }
  return sections;
}
