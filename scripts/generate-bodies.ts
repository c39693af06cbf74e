/** Compiles the rules for request bodies into plain code. */
import { Ajv } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
import { bodySchemas } from '../src/api/body/body-schemas.ts';

const declarations = `// Made by scripts/generate-bodies.ts from the list of endpoints. Do not edit.

/** The first rule that a body breaks. */
export interface BodyProblem {
  /** JSON pointer to the value at fault, or to the object that lacks a field. */
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** True if a parsed body keeps the rules; otherwise \`errors\` holds one problem until the next call. */
export interface BodyValidator {
  (body: unknown): boolean;
  errors?: readonly BodyProblem[] | null;
}

${Object.keys(bodySchemas)
  .map((name) => `export const ${name}: BodyValidator;\n`)
  .join('')}`;

/** The text of `bodies.generated.d.ts`. */
export function bodyTypes(): string {
  return declarations;
}

/** The text of `bodies.generated.js`. */
export function bodyCode(): string {
  // `unicode: false` keeps a run-time import for counting characters out of the code; no schema here has a
  // maximum length, for which it would make a difference.
  const ajv = new Ajv({
    code: { source: true, esm: true, lines: true },
    ownProperties: true,
    strict: true,
    strictRequired: false, // one of several that has to be there names fields that stand one level up
    allowUnionTypes: true,
    unicode: false,
    logger: false, // says that `unicode` is deprecated
  });
  const exported: Record<string, string> = {};
  for (const [name, schema] of Object.entries(bodySchemas)) {
    ajv.addSchema(schema, name);
    exported[name] = name;
  }
  const code = standalone.default(ajv, exported);
  if (/\brequire\(/.test(code)) throw new Error('the generated code would load a package at run time');
  return `${code.replace(/^"use strict";/, '')}\n`;
}
