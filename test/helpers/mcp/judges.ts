/** What others say of a message: the specification's own schemas, and those of the official SDKs of both eras. */
import { readFileSync } from 'node:fs';
import * as modern from '@modelcontextprotocol/core';
import * as older from '@modelcontextprotocol/sdk/types.js';
import { Ajv, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';

const folder = new URL('../../fixtures/mcp/', import.meta.url);

/** Examples of the specification of 2026-07-28, by type and name. */
export const examples = JSON.parse(
  readFileSync(new URL('examples-2026-07-28.json', folder), 'utf8'),
) as Record<string, Record<string, Record<string, unknown>>>;

const compiled = new Map<string, ValidateFunction>();
const readers = new Map<string, Ajv>();

function reader(version: string): Ajv {
  const known = readers.get(version);
  if (known !== undefined) return known;
  const schema = JSON.parse(readFileSync(new URL(`schema-${version}.json`, folder), 'utf8')) as object;
  const options = { strict: false, validateFormats: false, allErrors: false };
  const ajv = '$defs' in schema ? new Ajv2020(options) : new Ajv(options);
  ajv.addSchema(schema, 'spec');
  readers.set(version, ajv as Ajv);
  return ajv as Ajv;
}

/** What a revision's schema has against a value of a type; undefined for nothing. */
export function specFault(version: string, type: string, value: unknown): string | undefined {
  const ajv = reader(version);
  let validate = compiled.get(`${version} ${type}`);
  if (validate === undefined) {
    const within = version >= '2025-11-25' ? '$defs' : 'definitions';
    validate = ajv.compile({ $ref: `spec#/${within}/${type}` });
    compiled.set(`${version} ${type}`, validate);
  }
  return validate(value) ? undefined : ajv.errorsText(validate.errors);
}

/** Types whose schemas both SDKs have under this name. */
export type SdkType = {
  [Name in keyof typeof older & keyof typeof modern]: Name extends `${infer Type}Schema` ? Type : never;
}[keyof typeof older & keyof typeof modern];

/** What an SDK has against a value of a type; undefined for nothing. */
export function sdkFault(era: 'older' | 'modern', type: SdkType, value: unknown): string | undefined {
  const schema = (era === 'older' ? older : modern)[`${type}Schema`] as unknown as {
    safeParse(value: unknown): { success: boolean; error?: { message: string } };
  };
  const { success, error } = schema.safeParse(value);
  return success ? undefined : error!.message;
}
