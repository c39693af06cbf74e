// Made from schemas/gateway.schema.json by `npm run generate`; do not edit.

export interface Shape {
  readonly kind: 'object' | 'map' | 'list' | 'scalar';
  /** The definition that the schema refers to here. */
  readonly definition?: string;
  /** Of a map: the definition that its names follow. */
  readonly names?: string;
  readonly fields?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  /** Of an object that is exactly one of several: the fields that each of them demands. */
  readonly alternatives?: readonly (readonly string[])[];
  readonly each?: Shape;
  /** Of a scalar: the words that it may be, */
  readonly words?: readonly string[];
  /** the whole numbers, where it may be one beside the words, */
  readonly numbers?: readonly [least: number, most: number];
  /** and the definitions of what else it may be. */
  readonly forms?: readonly string[];
  /** Of a duration or a size, as it would be written. */
  readonly bounds?: readonly [least: string, most: string];
}

export const fileShape: Shape;
export const keysFileShape: Shape;
export const includedFileShape: Shape;
export const testsFileShape: Shape;

/** The forms of `auth`, each by the first of its fields, with the fields that make it one. */
export const authForms: {
  readonly bearer: readonly ['bearer'];
  readonly header: readonly ['header', 'value'];
  readonly file: readonly ['file'];
  readonly exec: readonly ['exec'];
  readonly oauth2: readonly ['oauth2'];
  readonly aws: readonly ['aws'];
  readonly google: readonly ['google'];
  readonly azure: readonly ['azure'];
};

export type AuthForm = keyof typeof authForms;
