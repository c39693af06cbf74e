import type { Path } from '../text/tree.ts';
import type { Shape } from './generated/shape.generated.js';

/** The schema's shape of a place; undefined for a field that does not exist. */
export function shapeAt(shape: Shape, path: Path): Shape | undefined {
  let at: Shape | undefined = shape;
  for (const step of path) at = fieldAt(at, String(step)) ?? at?.each;
  return at;
}

function fieldAt(shape: Shape | undefined, name: string): Shape | undefined {
  return shape?.fields !== undefined && Object.hasOwn(shape.fields, name) ? shape.fields[name] : undefined;
}

/** The plain value at a path. */
export function valueAt(value: unknown, path: Path): unknown {
  let at = value;
  for (const step of path)
    at = typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[step] : undefined;
  return at;
}

/** A JSON pointer, as the validator writes it, as a path; numbers are indices only where a list is. */
export function pathOf(pointer: string, value: unknown): Path {
  const path: (string | number)[] = [];
  let at = value;
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    const step = Array.isArray(at) ? Number(name) : name;
    path.push(step);
    at = valueAt(at, [step]);
  }
  return path;
}

/** The reverse of `pathOf`. */
export function pointerOf(path: Path): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
