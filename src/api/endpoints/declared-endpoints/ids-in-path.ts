/** Stands for an id in a path: one segment, as it was sent. */
export const idPlace = '{id}';

/** A path of a backend with the ids that were sent in their places. */
export function withIds(path: string, ids: readonly string[]): string {
  return ids.reduce((filled, one) => filled.replace(idPlace, one), path);
}

/** The number of ids in a path. */
export function idsIn(path: string): number {
  return path.split(idPlace).length - 1;
}
