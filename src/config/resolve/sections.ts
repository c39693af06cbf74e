/** Sections that a configuration has in several files, each entry with the file that it stands in. */
import type { ProblemName } from '../problem-codes.ts';
import type {
  Backend,
  Group,
  Key,
  Model,
  Never,
  RateLimit,
  RoutingTest,
  Survives,
} from '../schema/generated/file.generated.ts';
import type { SourcePosition } from '../types/source-position.ts';
import { type Context, placeInWords, placeOf } from './context.ts';
import { type Known, nothingSaid } from './names.ts';

/** A parsed file that has passed the schema, or what of it did. */
export interface Part<File> {
  readonly context: Context;
  readonly file: File;
}

/** The entry types of each map, */
interface Maps {
  readonly backends: Backend;
  readonly models: Model;
  readonly rate_limits: RateLimit;
  readonly groups: Group;
  readonly keys: Key;
}

/** and those of each list. */
interface Lists {
  readonly tests: RoutingTest;
  readonly never: Never;
  readonly survives: Survives;
}

/** The sections of an included file, which the main file has beside the rest; a `keys_file` holds `keys` alone. */
export type Sections = {
  readonly [Section in keyof Maps]?: Readonly<Record<string, Maps[Section]>>;
} & {
  readonly [Section in keyof Lists]?: readonly Lists[Section][];
};

/** An entry of a map, by its name. */
export interface Entry<Written> {
  readonly context: Context;
  readonly name: string;
  readonly written: Written;
}

/** An entry of a list, by its place in the list of its file. */
export interface Item<Written> {
  readonly context: Context;
  readonly index: number;
  readonly written: Written;
}

/** The words for a duplicate name. */
const twice: Readonly<Record<keyof Maps, { readonly noun: string; readonly problem: ProblemName }>> = {
  backends: { noun: 'backend', problem: 'name_in_two_files' },
  models: { noun: 'model', problem: 'name_in_two_files' },
  rate_limits: { noun: 'rule', problem: 'name_in_two_files' },
  groups: { noun: 'group', problem: 'name_in_two_files' },
  keys: { noun: 'key', problem: 'key_in_both_files' },
};

/** A place of a name, and the name as it is written there. */
interface Named {
  readonly name: string;
  readonly at: SourcePosition;
}

/**
 * The entries of a map over all files. A name that stands in two files is reported, and holds as it stands first; so are
 * two that differ only in case: they are one name to whoever reads them in a log.
 */
export function entriesOf<Section extends keyof Maps>(
  parts: readonly Part<Sections>[],
  section: Section,
): readonly Entry<Maps[Section]>[] {
  const entries: Entry<Maps[Section]>[] = [];
  const seen = new Map<string, Named>();
  for (const { context, file } of parts) {
    const map = (file[section] ?? {}) as Readonly<Record<string, Maps[Section]>>;
    for (const [name, written] of Object.entries(map)) {
      const first = seen.get(name.toLowerCase());
      if (first !== undefined && reportsTwice(context, section, name, first)) continue;
      if (first === undefined) seen.set(name.toLowerCase(), { name, at: placeOf(context, [section, name]) });
      entries.push({ context, name, written });
    }
  }
  return entries;
}

/** True for a duplicate name, of which only the first counts; reports it. */
function reportsTwice(context: Context, section: keyof Maps, name: string, first: Named): boolean {
  const path = [section, name];
  const { noun, problem } = twice[section];
  const where = placeInWords(context, first.at);
  if (first.name === name) {
    const message = `the ${noun} "${name}" is also ${where}`;
    context.report.atKey(context.tree, path, problem, message, { hint: duplicateHint });
    return true;
  }
  const message = `"${name}" and "${first.name}" differ only in case; the other is ${where}`;
  context.report.atKey(context.tree, path, 'names_differ_in_case', message);
  return false;
}

const duplicateHint = 'take one of the two out, or give it another name';

/** The entries of a list, file by file. */
export function itemsOf<Section extends keyof Lists>(
  parts: readonly Part<Sections>[],
  section: Section,
): readonly Item<Lists[Section]>[] {
  return parts.flatMap(({ context, file }) => {
    const list = (file[section] ?? []) as readonly Lists[Section][];
    return list.map((written, index) => ({ context, index, written }));
  });
}

/** The names of a map over all files; every name, where some of them could not be read. */
export function namesIn(parts: readonly Part<Sections>[], section: keyof Maps): Known {
  if (!parts.every((part) => isRead(part, section))) return nothingSaid;
  const names = new Set(parts.flatMap(({ file }) => Object.keys(file[section] ?? {})));
  return { has: (name) => names.has(name), names: () => names };
}

/** True if at least a part of a section could be read. */
function isRead({ context, file }: Part<Sections>, section: keyof Maps): boolean {
  return context.intact([section]) || Object.keys(file[section] ?? {}).length > 0;
}
