import type { KeyConfig } from '../types/keys.ts';

/** Lists of globs over model ids that all have to allow a model for a key to use it; none where it may use all. */
export function modelLists({
  models,
  groupModels,
}: Pick<KeyConfig, 'models' | 'groupModels'>): readonly (readonly string[])[] {
  return models === undefined ? groupModels : [models, ...groupModels];
}

/** True if a key may use some models only, by its own list or by that of a group above it. */
export function isBoundToModels(key: Pick<KeyConfig, 'models' | 'groupModels'>): boolean {
  return modelLists(key).length > 0;
}
