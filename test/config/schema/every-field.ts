import { parse, stringify } from 'yaml';
import type { Shape } from '../../../src/config/schema/generated/shape.generated.js';
import { minimal } from '../fixtures.ts';

export type FieldPath = readonly (string | number)[];

/** Every field of the language that is one value, by its path; names of maps are `x`, items of lists 0. */
export function* scalars(shape: Shape, path: FieldPath = []): Generator<[Shape, FieldPath]> {
  if (shape.kind === 'scalar') yield [shape, path];
  for (const [name, field] of Object.entries(shape.fields ?? {})) yield* scalars(field, [...path, name]);
  if (shape.each) yield* scalars(shape.each, [...path, shape.kind === 'list' ? 0 : 'x']);
}

/** A file with one more value in it. */
export function fileWith(path: FieldPath, value: unknown, text: string = minimal): string {
  const file = parse(text) as Record<string, unknown>;
  let at: Record<string | number, unknown> = file;
  for (const [index, step] of path.slice(0, -1).entries()) {
    const next = typeof path[index + 1] === 'number' ? [] : {};
    if (typeof at[step] !== 'object' || at[step] === null) at[step] = next;
    at = at[step] as Record<string | number, unknown>;
  }
  at[path.at(-1)!] = value;
  return stringify(file);
}
