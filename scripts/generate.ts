/**
 * Renews what `schemas/gateway.schema.json` and pages of `docs/` say by endpoint and alert, and makes the files that follow from it: the validator (compiled ahead, so that no
 * schema compiler runs when the gateway starts), the TypeScript types of a file, the shape that error
 * messages look names up in, and the reference of all fields. Beside them stand the types of what the admin API answers. `npm run generate` writes them; a test asserts that they are fresh.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import { compile } from 'json-schema-to-typescript';
import { pages } from './generate-pages.ts';
import { pagesWithParts } from './generate-parts.ts';
import { readsCode } from './generate-reads.ts';
import { reference } from './generate-reference.ts';
import { withListed } from './schema-endpoints.ts';

/** The part of JSON Schema that our schema uses. */
export interface SchemaNode {
  readonly [keyword: string]: unknown;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, SchemaNode>>;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | SchemaNode;
  readonly items?: SchemaNode;
  readonly propertyNames?: SchemaNode;
}

const root = new URL('../', import.meta.url);
const schemaFile = new URL('schemas/gateway.schema.json', root);
const notice = 'Made from schemas/gateway.schema.json by `npm run generate`; do not edit.';

/** The schema as it stands in the repository. */
export async function readSchema(): Promise<SchemaNode> {
  return JSON.parse(await readFile(schemaFile, 'utf8')) as SchemaNode;
}

/** Every generated file: its path from the root of the project, and its text. */
export async function generate(): Promise<ReadonlyMap<string, string>> {
  const text = withListed(await readFile(schemaFile, 'utf8'));
  const schema = JSON.parse(text) as SchemaNode;
  return new Map([
    ['schemas/gateway.schema.json', text],
    ['src/config/schema/generated/validator.generated.js', validatorCode(schema)],
    ['src/config/schema/generated/validator.generated.d.ts', validatorTypes()],
    ['src/config/schema/generated/file.generated.ts', await fileTypes(schema)],
    ['src/config/schema/generated/shape.generated.ts', shapeCode(schema)],
    ['docs/configuration.md', reference(schema)],
    ...pages(),
    ['src/admin/contract/reads.generated.ts', readsCode()],
    ...pagesWithParts(),
  ]);
}

function validatorCode(schema: SchemaNode): string {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: true,
    strictRequired: false, // `oneOf: [{ required: [...] }]` names properties that stand one level up
    allowUnionTypes: true,
    useDefaults: true,
    code: { source: true, esm: true, lines: true },
  });
  ajv.addKeyword(bounds); // of durations and sizes, which the resolver holds them to
  ajv.addSchema(schema);
  ajv.addSchema({ $id: 'keys-file', $ref: `${String(schema['$id'])}#/$defs/keys_file` });
  ajv.addSchema({ $id: 'included-file', $ref: `${String(schema['$id'])}#/$defs/included_file` });
  ajv.addSchema({ $id: 'tests-file', $ref: `${String(schema['$id'])}#/$defs/tests_file` });
  const code = standalone.default(ajv, {
    validateFile: String(schema['$id']),
    validateKeysFile: 'keys-file',
    validateIncludedFile: 'included-file',
    validateTestsFile: 'tests-file',
  });
  return `// ${notice}\n${withImports(addingInPlace(code))}\n`;
}

/** The compiler copies all errors so far for each part that has some more, which takes minutes for thousands. */
function addingInPlace(code: string): string {
  const body = code.replaceAll(
    /vErrors = vErrors === null \? (validate\d+)\.errors : vErrors\.concat\(\1\.errors\);/g,
    'vErrors = added(vErrors, $1.errors);',
  );
  if (body.includes('.concat(')) throw new Error('the validator copies its errors in a way that is new');
  return `${body}
function added(errors, more) {
  if (errors === null) return more;
  for (const error of more) errors.push(error);
  return errors;
}`;
}

/** The compiler reaches for its two runtime functions with `require`, which modules do not have. */
function withImports(code: string): string {
  const imports = new Map<string, string>();
  const body = code.replaceAll(
    /require\("(ajv\/dist\/runtime\/(\w+))"\)/g,
    (_all, path: string, name: string) => {
      imports.set(name, path);
      return name;
    },
  );
  if (body.includes('require('))
    throw new Error('the validator needs a module that generate.ts does not import');
  const lines = [...imports].map(([name, path]) => `import ${name} from '${path}.js';`);
  return [...lines, body].join('\n');
}

function validatorTypes(): string {
  return `// ${notice}
import type { GatewayFile, IncludedFile, KeysFile, TestsFile } from './file.generated.ts';

export interface ShapeError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Set where the name of a property is at fault, not its value. */
  readonly propertyName?: string;
}

export interface Validator<File> {
  (data: unknown): data is File;
  /** Of the last call. */
  errors: readonly ShapeError[] | null;
}

export const validateFile: Validator<GatewayFile>;
export const validateKeysFile: Validator<KeysFile>;
export const validateIncludedFile: Validator<IncludedFile>;
export const validateTestsFile: Validator<TestsFile>;
`;
}

/** Types of a file that has passed the validator: what has a default is always there. */
async function fileTypes(schema: SchemaNode): Promise<string> {
  const { $defs, ...file } = forTypes(schema) as SchemaNode;
  const options = {
    bannerComment: `// ${notice}`,
    additionalProperties: false,
    declareExternallyReferenced: true,
    style: { singleQuote: true, printWidth: 110 },
    unreachableDefinitions: true,
  };
  return await compile(
    { ...file, $defs } as unknown as Parameters<typeof compile>[0],
    'GatewayFile',
    options,
  );
}

const bounds = 'x-bounds';

const notForTypes = new Set([
  bounds,
  '$id',
  '$schema',
  'oneOf',
  'if',
  'else',
  'dependentRequired',
  'propertyNames',
  'patternProperties',
  'minItems',
  'maxItems',
  'examples',
  'default',
]);

function forTypes(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(forTypes);
  if (typeof node !== 'object' || node === null) return node;
  const schema = node as SchemaNode;
  const plain: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === 'properties' || keyword === '$defs') {
      plain[keyword] = Object.fromEntries(
        Object.entries(value as Record<string, unknown>).map(([name, sub]) => [name, forTypes(sub)]),
      );
    } else if (keyword === 'anyOf' && schema.properties) {
      // Alternatives that only demand fields say nothing that a type could.
    } else if (!notForTypes.has(keyword))
      plain[keyword] = keyword === 'enum' || keyword === 'const' ? value : forTypes(value);
  }
  if (schema.properties) {
    const filled = Object.entries(schema.properties).filter(([, property]) => 'default' in property);
    plain['required'] = [...(schema.required ?? []), ...filled.map(([name]) => name)];
  }
  return plain;
}

interface Shape {
  readonly kind: 'object' | 'map' | 'list' | 'scalar';
  readonly definition?: string;
  readonly names?: string;
  readonly fields?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly alternatives?: readonly (readonly string[])[];
  readonly each?: Shape;
  readonly words?: readonly string[];
  readonly numbers?: readonly [least: number, most: number];
  readonly forms?: readonly string[];
  readonly bounds?: readonly [least: string, most: string];
}

/** A duration or a size needs bounds, as a whole number does. */
function boundsOf(node: SchemaNode): Partial<Shape> {
  const isMeasure = /^#\/\$defs\/(?:duration|size)$/.test(node.$ref ?? '');
  const [least, most] = (node[bounds] as readonly string[] | undefined) ?? [];
  if (least !== undefined && most !== undefined) return { bounds: [least, most] };
  if (isMeasure) throw new Error(`a duration or size has no ${bounds}: ${String(node['description'])}`);
  return {};
}

function shapeOf(node: SchemaNode, schema: SchemaNode): Shape {
  if (node.$ref) {
    const definition = definitionOf(node);
    return { ...shapeOf(schema.$defs?.[definition] as SchemaNode, schema), definition, ...boundsOf(node) };
  }
  if (node.properties) {
    const fields = Object.entries(node.properties).map(
      ([name, property]) => [name, shapeOf(property, schema)] as const,
    );
    const alternatives = alternativesOf(node);
    return {
      // A list that a map can stand for.
      kind: node.items === undefined ? 'object' : 'list',
      fields: Object.fromEntries(fields),
      required: [...(node.required ?? []), ...((node['else'] as SchemaNode | undefined)?.required ?? [])],
      ...(alternatives.length === 0 ? {} : { alternatives }),
      ...(typeof node.additionalProperties === 'object' && {
        each: shapeOf(node.additionalProperties, schema),
      }),
      ...(node.items && { each: shapeOf(node.items, schema) }),
    };
  }
  if (typeof node.additionalProperties === 'object') {
    const names = definitionOf(node.propertyNames ?? {});
    return { kind: 'map', names, each: shapeOf(node.additionalProperties, schema) };
  }
  if (node.items) return { kind: 'list', each: shapeOf(node.items, schema) };
  return { kind: 'scalar', ...valuesOf(node), ...boundsOf(node) };
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

/** What a scalar may be, where the schema lists it: words, whole numbers and forms that are defined elsewhere. */
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

function shapeCode(schema: SchemaNode): string {
  const keysFile = schema.$defs?.['keys_file'] as SchemaNode;
  const includedFile = schema.$defs?.['included_file'] as SchemaNode;
  const testsFile = schema.$defs?.['tests_file'] as SchemaNode;
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

export const fileShape: Shape = ${JSON.stringify(shapeOf(schema, schema), null, 1)};

export const keysFileShape: Shape = ${JSON.stringify(shapeOf(keysFile, schema), null, 1)};

export const includedFileShape: Shape = ${JSON.stringify(shapeOf(includedFile, schema), null, 1)};

export const testsFileShape: Shape = ${JSON.stringify(shapeOf(testsFile, schema), null, 1)};

/** The forms of \`auth\`, each by the first of its fields, with the fields that make it one. */
export const authForms = ${JSON.stringify(authForms(schema), null, 1)} as const;

export type AuthForm = keyof typeof authForms;
`;
}

/** What `oneOf` demands of each form of `auth`. */
function authForms(schema: SchemaNode): Readonly<Record<string, readonly string[]>> {
  const forms = alternativesOf(schema.$defs?.['auth'] ?? {});
  return Object.fromEntries(forms.map((required) => [required[0], required]));
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  for (const [path, text] of await generate()) await writeFile(new URL(path, root), text);
}
