/** Finds the right place of a misplaced field. */
import type { Path } from '../text/tree.ts';
import type { Shape } from './generated/shape.generated.js';

/** A field that stands in more places than this is no hint at what was meant. */
const mostPlaces = 3;

/**
 * A sentence that says where a field of this name belongs, such as "`budget` belongs in `rate_limits.NAME`": in what is
 * nearest to where it was written; of several there the outermost. Undefined for a field of nothing, or of too much.
 *
 * @param path Of the field that was written.
 */
export function placeHint(root: Shape, path: Path): string | undefined {
  const field = String(path.at(-1));
  const written = path.slice(0, -1).map((step) => (typeof step === 'number' ? '[]' : step));
  const places = placesOf(root, field);
  const nearest = withMost(places, (place) => sharedSteps(written, place));
  const isNear = nearest.some((place) => sharedSteps(written, place) > 0);
  const meant = isNear ? withMost(nearest, (place) => -place.length) : nearest;
  if (meant.length === 0 || meant.length > mostPlaces) return undefined;
  return `\`${field}\` belongs ${meant.map(placeName).join(' or ')}`;
}

function withMost<T>(all: readonly T[], figure: (one: T) => number): readonly T[] {
  const most = Math.max(...all.map(figure));
  return all.filter((one) => figure(one) === most);
}

/** The places of maps with a field of this name: steps that are names, `*` for any name and `[]` for an entry of a list. */
function placesOf(root: Shape, field: string): readonly (readonly string[])[] {
  const places: (readonly string[])[] = [];
  const visit = (shape: Shape, steps: readonly string[]) => {
    const { fields = {}, each } = shape;
    if (Object.hasOwn(fields, field)) places.push(steps);
    for (const [name, inner] of Object.entries(fields)) visit(inner, [...steps, name]);
    if (each !== undefined) visit(each, [...steps, shape.kind === 'list' ? '[]' : '*']);
  };
  visit(root, []);
  return places;
}

function sharedSteps(written: readonly string[], place: readonly string[]): number {
  const first = place.findIndex((step, index) => step !== written[index] && step !== '*');
  return first === -1 ? Math.min(written.length, place.length) : first;
}

function placeName(place: readonly string[]): string {
  if (place.length === 0) return 'at the top of the file';
  const words = place.map((step) => (step === '*' ? 'NAME' : step));
  return `in \`${words.join('.').replaceAll('.[]', '[]')}\``;
}
