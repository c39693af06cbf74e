/** Of whom contents begin to be kept by a change, and of whom they cease to be. */
import { type KeptModels, keptModelsOf } from '../../config/derived/kept-contents.ts';
import type { Config } from '../../config/types/gateway.ts';

/** A key whose contents are kept, or no longer. */
export interface ContentChange {
  readonly key: string;
  readonly is: 'kept' | 'no longer kept';
  /** For which models that changes; null where it is all that its requests say. */
  readonly models: readonly string[] | null;
}

/** Keys of both versions, in the order of the new one. */
export function contentChanges(before: Config, after: Config): readonly ContentChange[] {
  const keys = new Set([...after.keys.keys(), ...before.keys.keys()]);
  return [...keys].flatMap((key) => {
    const old = before.keys.has(key) ? keptModelsOf(before, key) : undefined;
    const now = after.keys.has(key) ? keptModelsOf(after, key) : undefined;
    return [...changeOf(key, 'kept', more(old, now)), ...changeOf(key, 'no longer kept', more(now, old))];
  });
}

/** What the second has more than the first. */
function more(one: KeptModels | undefined, other: KeptModels | undefined): KeptModels | undefined {
  if (other === undefined || one === 'all') return undefined;
  if (one === undefined || other === 'all') return other;
  const added = other.filter((model) => !one.includes(model));
  return added.length === 0 ? undefined : added;
}

function changeOf(
  key: string,
  is: ContentChange['is'],
  models: KeptModels | undefined,
): readonly ContentChange[] {
  return models === undefined ? [] : [{ key, is, models: models === 'all' ? null : models }];
}
