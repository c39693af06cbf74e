/** The validator of files, compiled ahead, so that no schema compiler runs when the gateway starts. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import { bounds, notice, type SchemaNode } from './schema-node.ts';

/** The text of `validator.generated.js`. */
export function validatorCode(schema: SchemaNode): string {
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
  return `${withImports(addingInPlace(code))}\n`;
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
    throw new Error('the validator needs a module that generate-validator.ts does not import');
  const lines = [...imports].map(([name, path]) => `import ${name} from '${path}.js';`);
  return [...lines, body].join('\n');
}

/** The text of `validator.generated.d.ts`. */
export function validatorTypes(): string {
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
