/**
 * The shape of a JSON value: its JSON Schema (draft 2020-12, as OpenAPI 3.1 has it), and its TypeScript type by
 * inference. What the admin API takes and answers is written once, with these:
 *
 *     export const share = named('Share', whole({ name: text(), requests: count() }));
 *     export type Share = TypeOf<typeof share>;
 *
 * Names are those of the document's `components.schemas`. The dashboard, a program for browsers, imports the types alone.
 */

export type Schema = Readonly<Record<string, unknown>>;

declare const carried: unique symbol;

export interface Shape<T> {
  /** The schema at the place of use: for a named shape a reference. */
  readonly schema: Schema;
  /** The schemas that `schema` refers to, and those that they refer to, by name. */
  readonly named: Readonly<Record<string, Schema>>;
  /** Never there: it carries the type. */
  readonly [carried]?: T;
}

/** The type of the values that a shape describes. */
export type TypeOf<S> = S extends Shape<infer T> ? T : never;

export type Fields = Readonly<Record<string, Shape<unknown>>>;

type Flat<T> = { [K in keyof T]: T[K] };
type ObjectOf<R extends Fields, O extends Fields> = Flat<
  { readonly [K in keyof R]: TypeOf<R[K]> } & { readonly [K in keyof O]?: TypeOf<O[K]> }
>;

/** An object that has its fields and no others. */
export interface ObjectShape<R extends Fields = Fields, O extends Fields = Fields>
  extends Shape<ObjectOf<R, O>> {
  /** Those that are always there: to be had in another shape as well. */
  readonly fields: R;
  readonly optionalFields: O;
}

/** For a type that says more than the schema does. */
export function shapeOf<T>(schema: Schema): Shape<T> {
  return { schema, named: {} };
}

export const text = (): Shape<string> => shapeOf({ type: 'string' });
/** ISO 8601, in UTC. */
export const time = (): Shape<string> => shapeOf({ type: 'string', format: 'date-time' });
export const truth = (): Shape<boolean> => shapeOf({ type: 'boolean' });
export const number = (): Shape<number> => shapeOf({ type: 'number' });
export const integer = (): Shape<number> => shapeOf({ type: 'integer' });
/** A whole number from 0. */
export const count = (): Shape<number> => shapeOf({ type: 'integer', minimum: 0 });

export function oneOf<const V extends readonly (string | null)[]>(...values: V): Shape<V[number]> {
  return shapeOf({ enum: values });
}

/** Words that are known, and others of their kind that a configuration brings. */
export function wordsOf(words: readonly string[]): Shape<string> {
  return shapeOf({ anyOf: [{ enum: words }, { type: 'string' }] });
}

export function always<const V extends string>(value: V): Shape<V> {
  return shapeOf({ const: value });
}

export function orNull<T>({ schema, named }: Shape<T>): Shape<T | null> {
  return { schema: { anyOf: [schema, { type: 'null' }] }, named };
}

export function list<T>({ schema, named }: Shape<T>): Shape<readonly T[]> {
  return { schema: { type: 'array', items: schema }, named };
}

/** A list with at least one entry. */
export function filledList<T>(items: Shape<T>): Shape<readonly T[]> {
  const { schema, named } = list(items);
  return { schema: { ...schema, minItems: 1 }, named };
}

/** An object whose fields have any of these names. */
export function mapOf<T, K extends string = string>({
  schema,
  named,
}: Shape<T>): Shape<Readonly<Partial<Record<K, T>>>> {
  return { schema: { type: 'object', additionalProperties: schema }, named };
}

export function either<S extends readonly Shape<unknown>[]>(...shapes: S): Shape<TypeOf<S[number]>> {
  return { schema: { oneOf: shapes.map(({ schema }) => schema) }, named: namedIn(shapes) };
}

/** Every field is there, but those that may be absent, and no other. */
export function whole<R extends Fields, O extends Fields = Record<never, never>>(
  fields: R,
  optionalFields: O = {} as O,
): ObjectShape<R, O> {
  const all: Fields = { ...fields, ...optionalFields };
  const required = Object.keys(fields);
  return {
    fields,
    optionalFields,
    schema: {
      type: 'object',
      ...(required.length > 0 && { required }),
      properties: Object.fromEntries(Object.entries(all).map(([name, { schema }]) => [name, schema])),
      additionalProperties: false,
    },
    named: namedIn(Object.values(all)),
  };
}

/** With words for the readers of the document. Not for a named shape: they go inside its name. */
export function described<S extends Shape<unknown>>(description: string, shape: S): S {
  return { ...shape, schema: { ...shape.schema, description } };
}

/** A shape that the document describes once, under a name. */
export function named<S extends Shape<unknown>>(name: string, shape: S): S {
  return {
    ...shape,
    schema: { $ref: `#/components/schemas/${name}` },
    named: namedIn([shape, { schema: {}, named: { [name]: shape.schema } }]),
  };
}

/** All schemas that some shapes refer to, by name. Throws an Error where two of them have one name. */
export function namedIn(shapes: readonly Shape<unknown>[]): Readonly<Record<string, Schema>> {
  const all = new Map<string, Schema>();
  for (const [name, schema] of shapes.flatMap((shape) => Object.entries(shape.named))) {
    if ((all.get(name) ?? schema) !== schema) throw new Error(`two shapes are named "${name}"`);
    all.set(name, schema);
  }
  return Object.fromEntries(all);
}
