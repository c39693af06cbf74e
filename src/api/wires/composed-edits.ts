import type { RequestEdits } from '../../config/types/backends.ts';
import { BodyEdits } from '../body/body-edits.ts';

/** A wire's changes in a body: members of the root. */
export interface WireEdits {
  readonly remove: readonly string[];
  readonly defaults: Readonly<Record<string, unknown>>;
}

/** The changes of a wire together with those that a backend's file makes, which count where both are about one field. */
export function composedEdits(wire: WireEdits, own: RequestEdits | undefined): BodyEdits {
  const { removeHeaders, remove, set, defaults } = own ?? nothing;
  const named = new Set(
    [...remove, ...Object.keys(set), ...Object.keys(defaults)].map((path) => path.split('.')[0]),
  );
  const isFree = (name: string) => !named.has(name);
  const composed = BodyEdits.of({
    removeHeaders,
    remove: [...remove, ...wire.remove.filter(isFree)],
    set,
    defaults: {
      ...defaults,
      ...Object.fromEntries(Object.entries(wire.defaults).filter(([name]) => isFree(name))),
    },
  });
  if (composed === undefined) throw new Error('a wire that changes nothing in bodies is none');
  return composed;
}

const nothing: RequestEdits = { removeHeaders: [], remove: [], set: {}, defaults: {} };
