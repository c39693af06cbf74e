/** The shape of files, which error messages look names up in. Each definition of the schema stands in it once. */
import { bounds, mapBesideText, notice, type SchemaNode } from './schema-node.ts';

type Bounds = readonly [least: string, most: string];

/** A place where the schema refers to a definition. */
interface Reference {
  readonly refersTo: string;
  readonly bounds: Bounds | undefined;
}

interface Shape {
  readonly kind: 'object' | 'map' | 'list' | 'scalar';
  readonly names?: string;
  readonly fields?: Readonly<Record<string, Shape | Reference>>;
  readonly required?: readonly string[];
  readonly alternatives?: readonly (readonly string[])[];
  readonly each?: Shape | Reference;
  readonly words?: readonly string[];
  readonly numbers?: readonly [least: number, most: number];
  readonly forms?: readonly string[];
  readonly bounds?: Bounds;
}

/** The text of `shape.generated.d.ts`. */
export function shapeTypes(schema: SchemaNode): string {
  const forms = Object.entries(authForms(schema)).map(
    ([form, required]) => `  readonly ${form}: readonly [${required.map((name) => `'${name}'`).join(', ')}];`,
  );
  return `// ${notice}

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

/** The forms of \`auth\`, each by the first of its fields, with the fields that make it one. */
export const authForms: {
${forms.join('\n')}
};

export type AuthForm = keyof typeof authForms;
`;
}

/** The text of `shape.generated.js`. */
export function shapeCode(schema: SchemaNode): string {
  const definitions = new Map<string, string>();
  const text = (value: unknown): string => {
    if (Array.isArray(value)) return `[${value.map(text).join(', ')}]`;
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    if (isReference(value)) return referenceText(value);
    const fields = Object.entries(value).map(([name, part]) => `${JSON.stringify(name)}: ${text(part)}`);
    return `{ ${fields.join(', ')} }`;
  };
  const referenceText = ({ refersTo: definition, bounds }: Reference): string => {
    if (!definitions.has(definition)) {
      const shape = shapeOf(schema.$defs?.[definition] as SchemaNode);
      const shapeText = isReference(shape)
        ? `{ ...${referenceText(shape)}, "definition": ${text(definition)} }`
        : text({ ...shape, definition });
      definitions.set(definition, `const of_${definition} = ${shapeText};`);
    }
    return bounds === undefined ? `of_${definition}` : `{ ...of_${definition}, bounds: ${text(bounds)} }`;
  };
  const parts = { fileShape: schema, ...partsOf(schema) };
  const exported = Object.entries(parts).map(
    ([name, node]) => `export const ${name} = ${text(shapeOf(node))};`,
  );
  return [...definitions.values(), ...exported, `export const authForms = ${text(authForms(schema))};`]
    .map((line) => `${line}\n`)
    .join('');
}

/** The files beside the gateway's own, by what their shapes are called. */
function partsOf({ $defs }: SchemaNode): Readonly<Record<string, SchemaNode>> {
  const part = (name: string) => $defs?.[name] as SchemaNode;
  return {
    keysFileShape: part('keys_file'),
    includedFileShape: part('included_file'),
    testsFileShape: part('tests_file'),
  };
}

function isReference(value: object): value is Reference {
  return 'refersTo' in value;
}

function shapeOf(node: SchemaNode): Shape | Reference {
  if (node.$ref) return { refersTo: definitionOf(node), bounds: boundsOf(node) };
  const map = mapBesideText(node);
  if (map !== undefined) return shapeOf(map);
  if (node.properties) {
    const fields = Object.entries(node.properties).map(
      ([name, property]) => [name, shapeOf(property)] as const,
    );
    const alternatives = alternativesOf(node);
    return {
      // A list that a map can stand for.
      kind: node.items === undefined ? 'object' : 'list',
      fields: Object.fromEntries(fields),
      required: [...(node.required ?? []), ...((node['else'] as SchemaNode | undefined)?.required ?? [])],
      ...(alternatives.length === 0 ? {} : { alternatives }),
      ...(typeof node.additionalProperties === 'object' && { each: shapeOf(node.additionalProperties) }),
      ...(node.items && { each: shapeOf(node.items) }),
    };
  }
  if (typeof node.additionalProperties === 'object') {
    const names = definitionOf(node.propertyNames ?? {});
    return { kind: 'map', names, each: shapeOf(node.additionalProperties) };
  }
  if (node.items) return { kind: 'list', each: shapeOf(node.items) };
  const own = boundsOf(node);
  return { kind: 'scalar', ...valuesOf(node), ...(own === undefined ? {} : { bounds: own }) };
}

/** A duration or a size needs bounds, as a whole number does. */
function boundsOf(node: SchemaNode): Bounds | undefined {
  const isMeasure = /^#\/\$defs\/(?:duration|size)$/.test(node.$ref ?? '');
  const [least, most] = (node[bounds] as readonly string[] | undefined) ?? [];
  if (least !== undefined && most !== undefined) return [least, most];
  if (isMeasure) throw new Error(`a duration or size has no ${bounds}: ${String(node['description'])}`);
  return undefined;
}

/** Of an object that is one of several: what each of them demands. */
function alternativesOf(node: SchemaNode): readonly (readonly string[])[] {
  const all = (node['oneOf'] ?? []) as readonly SchemaNode[];
  // A word may stand in the place of the object.
  const objects = all.filter(({ type }) => type !== 'string');
  return objects.map(({ required = [] }) => {
    if (required.length === 0) throw new Error('an alternative needs a field that it is known by');
    return required;
  });
}

/** The values of a scalar, if the schema lists them: words, whole numbers and forms that are defined elsewhere. */
function valuesOf(node: SchemaNode): Partial<Shape> {
  const choices = (node['anyOf'] as readonly SchemaNode[] | undefined) ?? [node];
  const words = choices.flatMap((choice) => (choice['enum'] as readonly unknown[] | undefined) ?? []);
  const constants = node['anyOf'] === undefined ? [] : choices.flatMap((choice) => choice['const'] ?? []);
  const whole = choices.find(({ type }) => type === 'integer');
  const forms = choices.flatMap((choice) => (choice.$ref ? [definitionOf(choice)] : []));
  return {
    ...(words.length + constants.length === 0 ? {} : { words: [...words, ...constants].map(String) }),
    ...(node['anyOf'] === undefined || whole === undefined
      ? {}
      : { numbers: [Number(whole['minimum']), Number(whole['maximum'])] as const }),
    ...(forms.length === 0 ? {} : { forms }),
  };
}

function definitionOf(node: SchemaNode): string {
  return node.$ref?.replace('#/$defs/', '') ?? '';
}

/** The `oneOf` requirements of each form of `auth`. */
function authForms(schema: SchemaNode): Readonly<Record<string, readonly string[]>> {
  const forms = alternativesOf(schema.$defs?.['auth'] ?? {});
  return Object.fromEntries(forms.map((required) => [required[0], required]));
}
