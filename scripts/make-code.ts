/**
 * Makes the code that follows from the schema and the list of endpoints: the validators and the shape of files. It is not in
 * git: what needs it (`npm start`, `test`, `check`, `build`, `generate`) makes it first, and only where what it follows from
 * has changed. Its types are in git, beside it.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { argv, pid } from 'node:process';
import { fileURLToPath } from 'node:url';

/** A file that is made. */
export interface Made {
  readonly file: string;
  /** Files and folders that it follows from, all paths from the root of the project. */
  readonly inputs: readonly string[];
  text(): Promise<string>;
}

const projectRoot = resolve(import.meta.dirname, '..');
const schema = 'schemas/gateway.schema.json';
/** It names the schema compiler's version. */
const packages = 'package-lock.json';

export const madeFiles: readonly Made[] = [
  {
    file: 'src/config/schema/generated/validator.generated.js',
    inputs: [schema, packages, 'scripts/schema-node.ts', 'scripts/generate-validator.ts'],
    async text() {
      const { validatorCode } = await import('./generate-validator.ts');
      return validatorCode(JSON.parse(readFileSync(join(projectRoot, schema), 'utf8')));
    },
  },
  {
    file: 'src/config/schema/generated/shape.generated.js',
    inputs: [schema, 'scripts/schema-node.ts', 'scripts/generate-shape.ts'],
    async text() {
      const { shapeCode } = await import('./generate-shape.ts');
      return shapeCode(JSON.parse(readFileSync(join(projectRoot, schema), 'utf8')));
    },
  },
  {
    file: 'src/api/body/generated/bodies.generated.js',
    inputs: ['src/api/endpoints', 'src/api/body/body-schemas.ts', packages, 'scripts/generate-bodies.ts'],
    async text() {
      const { bodyCode } = await import('./generate-bodies.ts');
      return bodyCode();
    },
  },
];

/**
 * Makes those whose inputs are not what they were made of, or that are not there.
 *
 * @returns The files that were made
 */
export async function makeCode(root = projectRoot, files = madeFiles): Promise<readonly string[]> {
  const made: string[] = [];
  for (const { file, inputs, text } of files) {
    const path = join(root, file);
    const firstLine = `// Made by scripts/make-code.ts; do not edit. Inputs: ${digestOf(root, inputs)}\n`;
    if (existsSync(path) && readFileSync(path, 'utf8').startsWith(firstLine)) continue;
    // Whole at once: another process may read it, or make it at the same time.
    writeFileSync(`${path}.${pid}`, `${firstLine}${await text()}`);
    renameSync(`${path}.${pid}`, path);
    made.push(file);
  }
  return made;
}

function digestOf(root: string, inputs: readonly string[]): string {
  const digest = createHash('sha256');
  for (const file of inputs.flatMap((input) => filesOf(root, input)))
    digest
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  return digest.digest('hex').slice(0, 16);
}

function filesOf(root: string, input: string): readonly string[] {
  if (statSync(join(root, input)).isFile()) return [input];
  return readdirSync(join(root, input), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .sort()
    .map((name) => join(input, name));
}

if (argv[1] === fileURLToPath(import.meta.url)) await makeCode();
