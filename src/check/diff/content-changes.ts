/** Finds the keys whose contents a change begins or ceases to keep. */
import { type KeptModels, keptContents } from '../../config/derived/kept-contents.ts';
import type { Config } from '../../config/types/gateway.ts';

/** A key whose contents are newly kept, or no longer. */
export interface ContentChange {
  readonly key: string;
  readonly is: 'kept' | 'no longer kept';
  /** The models for which that changes; null for all. */
  readonly models: readonly string[] | null;
}

/** Keys of both versions, in the order of the new one. */
export function contentChanges(before: Config, after: Config): readonly ContentChange[] {
  const [oldOf, nowOf] = [keptContents(before), keptContents(after)];
  const keys = new Set([...after.keys.keys(), ...before.keys.keys()]);
  const changes: ContentChange[] = [];
  // All keys of both versions share this comparison.
  let ofBoth: readonly [kept: KeptModels | undefined, ceased: KeptModels | undefined] | undefined;
  for (const key of keys) {
    const old = before.keys.has(key) ? oldOf(key) : undefined;
    const now = after.keys.has(key) ? nowOf(key) : undefined;
    const isBoth = old !== undefined && now !== undefined;
    if (isBoth) ofBoth ??= [more(old, now), more(now, old)];
    const [kept, ceased] = isBoth ? ofBoth! : [now, old];
    changes.push(...changeOf(key, 'kept', kept), ...changeOf(key, 'no longer kept', ceased));
  }
  return changes;
}

/** The models of the second beyond those of the first. */
function more(one: KeptModels, other: KeptModels): KeptModels | undefined {
  if (one === 'all') return undefined;
  if (other === 'all') return other;
  const had = new Set(one);
  const added = other.filter((model) => !had.has(model));
  return added.length === 0 ? undefined : added;
}

function changeOf(
  key: string,
  is: ContentChange['is'],
  models: KeptModels | undefined,
): readonly ContentChange[] {
  return models === undefined ? [] : [{ key, is, models: models === 'all' ? null : models }];
}
