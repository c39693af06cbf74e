import { pathFault } from '../../backend-url.ts';
import type { Path } from '../../text/tree.ts';
import { type Context, isAbsent, wrong } from '../context.ts';

const places: readonly string[] = ['{id}', '{model}'];

/** The path that an endpoint is called at. Each `{...}` in it is a segment. */
export function checkPath(context: Context, at: Path, path: string): string {
  if (isAbsent(context, at)) return path;
  const fault = pathFault(path) ?? placesFault(path);
  if (fault !== undefined) wrong(context, at, 'bad_path', fault);
  return path;
}

function placesFault(path: string): string | undefined {
  const segments = path.split('/');
  if (segments.filter((segment) => segment === '{model}').length > 1) return 'may hold {model} once';
  const odd = segments.find((segment) => /[{}]/.test(segment) && !places.includes(segment));
  if (odd === undefined) return undefined;
  return 'may hold {id} and {model}, each as a whole segment, and no other braces';
}
