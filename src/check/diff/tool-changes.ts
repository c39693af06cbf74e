/** What keys may use more, and less, of MCP servers by a change: of those keys that are in either version. */
import { toolKinds } from '../../config/derived/tool-patterns.ts';
import type { Config } from '../../config/types/gateway.ts';
import type { KeyConfig } from '../../config/types/keys.ts';
import { commonChoices, covers } from '../../lib/glob.ts';
import { grantedLists, grantedText } from '../tools/granted-globs.ts';

/** In patterns: nobody knows from a file which tools a server has. */
export interface ToolChange {
  readonly key: string;
  readonly gained: readonly string[];
  readonly lost: readonly string[];
}

/** Globs that all have to match, and how a change tells of them. */
interface Granted {
  readonly place: string;
  readonly globs: readonly string[];
  readonly text: string;
}

/** So many combinations of patterns of one key, its groups and a server are looked at; a change of more would not be read. */
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

/** Keys with the same patterns may use the same. */
function grantsOf({ mcp }: Config): (key: KeyConfig | undefined) => readonly Granted[] {
  const known = new Map<string, readonly Granted[]>();
  return (key) => {
    if (key?.tools === undefined || mcp === undefined) return nothing;
    const terms = JSON.stringify(key.tools);
    const found = known.get(terms) ?? granted(key, mcp);
    known.set(terms, found);
    return found;
  };
}

function granted(key: KeyConfig, { servers }: NonNullable<Config['mcp']>): readonly Granted[] {
  return [...servers.values()].flatMap((server) =>
    toolKinds.flatMap((kind) =>
      commonChoices(grantedLists(key, server, kind) ?? [[]], mostCombined).map((globs) => ({
        place: `${kind} ${server.name}`,
        globs,
        text: grantedText(server.name, kind, globs),
      })),
    ),
  );
}

/** What of the first the second does not have. */
function beyond(one: readonly Granted[], other: readonly Granted[]): readonly string[] {
  const isIn = ({ place, globs }: Granted) =>
    other.some(
      (wide) =>
        wide.place === place && wide.globs.every((glob) => globs.some((narrow) => covers(glob, narrow))),
    );
  return [...new Set(one.filter((each) => !isIn(each)).map(({ text }) => text))];
}
