import { editDistance } from '../lib/edit-distance.ts';

/** A path that was called is shown up to this many characters. */
const maxShown = 100;

/** The error for an unknown path: the path, and the nearest known one, or else all. */
export function unknownPath(written: string, paths: readonly string[]): string {
  const shown = written.length > maxShown ? `${written.slice(0, maxShown)}...` : written;
  const meant = nearestPath(written.slice(0, maxShown), paths);
  const advice = meant === undefined ? `the paths are ${paths.join(', ')}.` : `did you mean ${meant}?`;
  return `There is no ${shown} here; ${advice}`;
}

/** One that ends alike, as where a base URL has `/v1` twice or not at all; else one with few edits. */
function nearestPath(written: string, paths: readonly string[]): string | undefined {
  const wanted = segmentsOf(written);
  const tail = wanted.join('/');
  let longest: string | undefined;
  for (const path of paths) {
    // Without the version. What has no more than one segment is found by its letters.
    const own = segmentsOf(path).slice(1).join('/');
    const endsAlike = own !== '' && (tail === own || tail.endsWith(`/${own}`));
    if (endsAlike && path.length > (longest?.length ?? 0)) longest = path;
  }
  if (longest !== undefined) return longest;
  let best: string | undefined;
  let fewest = Math.floor(tail.length / 3) + 1;
  for (const path of paths) {
    const edits = editDistance(tail, segmentsOf(path).join('/'));
    if (edits < fewest) {
      best = path;
      fewest = edits;
    }
  }
  return best;
}

function segmentsOf(path: string): readonly string[] {
  return path
    .toLowerCase()
    .split('/')
    .filter((segment) => segment !== '');
}
