import { wildcardPrefix } from '../../config/derived/model-names.ts';
import { compileGlob } from '../../lib/glob.ts';
import { type ModelRoutes, type RoutingTable, routesOf } from '../../routing/routing-table.ts';

/** The longest `model` that a request may have. */
const longestId = 256;

/**
 * The texts that a client may write in place of a wildcard. The last one is in no entry of a file, whose names are
 * ASCII, so no other entry takes an id that continues with it.
 */
const fillers = ['x', 'any', '0', 'Z', '~', '', '\u00e9'];

/**
 * An id that a key's glob allows and that this wildcard entry takes from all others; undefined if there is none. Every
 * id that both match begins with the longer of the entry's prefix and the glob's text before its first `*`. If another
 * entry takes all ids with that beginning, none is left; otherwise that entry does not take the one that continues with
 * the last filler.
 */
export function idTakenBy(table: RoutingTable, routes: ModelRoutes, glob: string): string | undefined {
  const prefix = wildcardPrefix(routes.model.id) ?? routes.model.id;
  const star = glob.indexOf('*');
  const head = star < 0 ? glob : glob.slice(0, star);
  const isTaken = (id: string) =>
    id.length <= longestId && id !== '' && compileGlob(glob)(id) && routesOf(table, id) === routes;
  if (star < 0) return isTaken(glob) ? glob : undefined;
  if (!head.startsWith(prefix) && !prefix.startsWith(head)) return undefined;
  const start = head.length > prefix.length ? head : prefix;
  const rest = glob.slice(star).replaceAll('*', '');
  return fillers.map((filler) => start + filler + rest).find(isTaken);
}
