/**
 * Renews what stands in git and follows from other files: what `schemas/gateway.schema.json` and pages of `docs/` say by
 * endpoint and alert, the reference of all fields, and types: of files, of what is made by `make-code.ts`, and of what the
 * admin API answers. `npm run generate` writes them; a test asserts that they are fresh.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { bodyTypes } from './generate-bodies.ts';
import { pages } from './generate-pages.ts';
import { pagesWithParts } from './generate-parts.ts';
import { readsCode } from './generate-reads.ts';
import { reference } from './generate-reference.ts';
import { shapeTypes } from './generate-shape.ts';
import { fileTypes } from './generate-types.ts';
import { validatorTypes } from './generate-validator.ts';
import { makeCode } from './make-code.ts';
import { withListed } from './schema-endpoints.ts';
import type { SchemaNode } from './schema-node.ts';

const root = new URL('../', import.meta.url);
const schemaFile = 'schemas/gateway.schema.json';

/** Every generated file that stands in git: its path from the root of the project, and its text. */
export async function generate(): Promise<ReadonlyMap<string, string>> {
  const text = withListed(await readFile(new URL(schemaFile, root), 'utf8'));
  const schema = JSON.parse(text) as SchemaNode;
  return new Map([
    [schemaFile, text],
    ['src/config/schema/generated/validator.generated.d.ts', validatorTypes()],
    ['src/config/schema/generated/file.generated.ts', await fileTypes(schema)],
    ['src/config/schema/generated/shape.generated.d.ts', shapeTypes(schema)],
    ['src/api/body/generated/bodies.generated.d.ts', bodyTypes()],
    ['docs/configuration.md', reference(schema)],
    ...pages(),
    ['src/admin/contract/generated/reads.generated.ts', readsCode()],
    ...pagesWithParts(),
  ]);
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  for (const [path, text] of await generate()) {
    const file = new URL(path, root);
    // One that is newer for nothing would have everything built anew.
    if ((await readFile(file, 'utf8').catch(() => '')) !== text) await writeFile(file, text);
  }
  await makeCode();
}
