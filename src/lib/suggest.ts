import { editDistance } from './edit-distance.ts';

/** ` (did you mean "openai"?)` when one of the names is close to what was written, else nothing. */
export function didYouMean(written: string, names: Iterable<string>): string {
  const name = nearest(written, names);
  return name === undefined ? '' : ` (did you mean "${name}"?)`;
}

/** The name with the fewest edits, as long as those are few for its length; else one that goes on from what is there. */
export function nearest(written: string, names: Iterable<string>): string | undefined {
  const wanted = written.toLowerCase();
  const limit = Math.max(1, Math.floor(wanted.length / 3));
  let best: string | undefined;
  let bestEdits = limit + 1;
  let longer: string | undefined;
  for (const name of names) {
    const other = name.toLowerCase();
    if (wanted.length > 2 && (other.startsWith(wanted) || (other.length > 2 && wanted.startsWith(other))))
      longer ??= name;
    if (Math.abs(name.length - written.length) >= bestEdits) continue;
    const distance = editDistance(wanted, other);
    if (distance < bestEdits) {
      best = name;
      bestEdits = distance;
    }
  }
  return best ?? longer;
}

/** Up to `most` names that are close to what was written or have it in them, the closest first. */
export function nearestNames(written: string, names: Iterable<string>, most: number): readonly string[] {
  const wanted = written.toLowerCase();
  const limit = Math.max(1, Math.floor(wanted.length / 3));
  const found: { readonly name: string; readonly edits: number }[] = [];
  for (const name of names) {
    const other = name.toLowerCase();
    const edits = wanted.length > 2 && other.includes(wanted) ? 0 : editDistance(wanted, other);
    if (edits <= limit) found.push({ name, edits });
  }
  return found
    .sort((a, b) => a.edits - b.edits || a.name.length - b.name.length)
    .slice(0, most)
    .map(({ name }) => name);
}
