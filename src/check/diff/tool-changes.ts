/** Finds the wider and narrower use of MCP servers by the keys of either version. */
import { oncePerTools } from '../../config/derived/tool-grants.ts';
import { toolKinds, toolText } from '../../config/derived/tool-patterns.ts';
import type { Config } from '../../config/types/gateway.ts';
import type { KeyConfig, KeyTools } from '../../config/types/keys.ts';
import { commonChoices, covers } from '../../lib/glob.ts';
import { grantedLists, grantedText } from '../tools/granted-globs.ts';
import { isHeldToLock, lockedNamesIn } from '../tools/locked-names.ts';

/** In patterns: a file does not tell which tools a server has, but `tools.lock` does for servers with `pin: lock`. */
export interface ToolChange {
  readonly key: string;
  readonly gained: readonly string[];
  readonly lost: readonly string[];
}

/** Globs that all have to match, and their text in a change. */
interface Granted {
  readonly place: string;
  readonly globs: readonly string[];
  readonly text: string;
  /** True for one name of `tools.lock`, where the server offers nothing else. */
  readonly isName: boolean;
}

/** The most combinations of patterns of one key, its groups and a server; nobody reads a change of more. */
const mostCombined = 1000;

export function toolChanges(before: Config, after: Config): readonly ToolChange[] {
  if (before.mcp === undefined && after.mcp === undefined) return [];
  const [old, now] = [grantsOf(before), grantsOf(after)];
  const ids = new Set([...after.keys.keys(), ...before.keys.keys()]);
  return [...ids].flatMap((key) => {
    const [had, has] = [old(before.keys.get(key)), now(after.keys.get(key))];
    if (had === has) return [];
    const [gained, lost] = [beyond(has, had), beyond(had, has)];
    return gained.length + lost.length === 0 ? [] : [{ key, gained, lost }];
  });
}

const nothing: readonly Granted[] = [];

function grantsOf({ mcp }: Config): (key: KeyConfig | undefined) => readonly Granted[] {
  if (mcp === undefined) return () => nothing;
  const grants = oncePerTools((tools) => granted(tools, mcp));
  return (key) => (key?.tools === undefined ? nothing : grants(key.tools));
}

function granted(tools: KeyTools, { servers }: NonNullable<Config['mcp']>): readonly Granted[] {
  return [...servers.values()].flatMap((server) =>
    toolKinds.flatMap((kind): readonly Granted[] => {
      const lists = grantedLists(tools, server, kind);
      const place = `${kind} ${server.name}`;
      if (isHeldToLock(server, kind))
        return (lockedNamesIn(server, kind, lists) ?? []).map((name) => ({
          place,
          globs: [name],
          text: toolText(server.name, kind, name),
          isName: true,
        }));
      return commonChoices(lists, mostCombined).map((globs) => ({
        place,
        globs,
        text: grantedText(server.name, kind, globs),
        isName: false,
      }));
    }),
  );
}

/** The part of the first that the second does not have. */
function beyond(one: readonly Granted[], other: readonly Granted[]): readonly string[] {
  const names = new Set(other.flatMap(({ isName, text }) => (isName ? text : [])));
  const patterns = other.filter(({ isName }) => !isName);
  const pinned = new Set(other.flatMap(({ isName, place }) => (isName ? place : [])));
  const isIn = ({ place, globs, text, isName }: Granted) =>
    (isName && names.has(text)) ||
    patterns.some(
      (wide) =>
        wide.place === place && wide.globs.every((glob) => globs.some((narrow) => covers(glob, narrow))),
    );
  /** A pattern stays as far as the lock has names for it. */
  const textOf = ({ text, place, isName }: Granted) =>
    !isName && pinned.has(place) ? `${text} beyond what tools.lock has` : text;
  return [...new Set(one.filter((each) => !isIn(each)).map(textOf))];
}
