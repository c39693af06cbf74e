/** Of whom contents begin to be kept by a change, and of whom they cease to be. */
import { type KeptModels, keptContents } from '../../config/derived/kept-contents.ts';
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
  const [oldOf, nowOf] = [keptContents(before), keptContents(after)];
  const keys = new Set([...after.keys.keys(), ...before.keys.keys()]);
  const changes: ContentChange[] = [];
  // What is kept of a key in both versions is the same for all such keys.
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

/** What the second has more than the first. */
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
