/**
 * What an editor finds with the schema alone, as the yaml-language-server does: it parses YAML and validates, and
 * knows nothing of references, files or the environment. The table says which findings that covers.
 */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parseDocument } from 'yaml';
import { readSchema } from '../../scripts/schema-node.ts';
import { loadInspected } from '../../src/check/load-inspected.ts';
import { problemCatalog } from '../../src/config/problem-codes.ts';
import { copyFixtures, fixtureEnv } from './fixtures.ts';

type Verdict = 'not YAML' | 'against the schema' | 'nothing';

async function editor(): Promise<(text: string) => Verdict> {
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  const validate = ajv.compile(await readSchema());
  return (text) => {
    const document = parseDocument(text, {
      version: '1.2',
      merge: true,
      logLevel: 'error',
      prettyErrors: false,
    });
    if (document.errors.length > 0 || document.warnings.length > 0) return 'not YAML';
    try {
      return validate(document.toJS({ maxAliasCount: -1 })) ? 'nothing' : 'against the schema';
    } catch {
      return 'not YAML';
    }
  };
}

test('an editor finds nothing in the examples and the good files', async (t) => {
  const look = await editor();
  const folders = [resolve('examples'), join(await copyFixtures(t), 'good')];
  for (const folder of folders) {
    for (const name of (await readdir(folder)).filter((name) => name.endsWith('.yaml'))) {
      assert.equal(look(await readFile(join(folder, name), 'utf8')), 'nothing', name);
    }
  }
});

/** The findings of which an editor catches every bad file, and some of them; of all others it catches none. */
const caught = {
  all: [
    'yaml_syntax',
    'yaml_tab',
    'yaml_unquoted_reference',
    'yaml_unquoted_star',
    'yaml_documents',
    'bad_merge',
    'bad_name',
    'exactly_one',
    'bad_replicas',
  ],
  some: [
    'file_empty',
    'yaml_alias',
    'yaml_tag',
    'yaml_root',
    'duplicate_key',
    'bad_key',
    'too_deep',
    'unknown_field',
    'missing_field',
    'wrong_type',
    'wrong_value',
    'duplicate_entry',
    'bad_price',
  ],
};

test('the mistakes that an editor catches, and those that only check does', async (t) => {
  const look = await editor();
  const folder = join(await copyFixtures(t), 'bad');
  const tally = new Map<string, { files: number; caught: number }>();
  for (const name of (await readdir(folder)).filter((name) => name.endsWith('.yaml'))) {
    const verdict = look(await readFile(join(folder, name), 'latin1'));
    const { problems } = await loadInspected(join(folder, name), { env: fixtureEnv, requireSecrets: true });
    const [code] = problems.map((problem) => problem.code);
    if (code === undefined) continue;
    const { files, caught } = tally.get(code) ?? { files: 0, caught: 0 };
    tally.set(code, { files: files + 1, caught: caught + (verdict === 'nothing' ? 0 : 1) });
  }
  const found: { all: string[]; some: string[] } = { all: [], some: [] };
  for (const [name, { code, meaning }] of Object.entries(problemCatalog)) {
    const entry = tally.get(code);
    if (entry === undefined) continue;
    t.diagnostic(`${code} ${entry.caught} of ${entry.files}: ${meaning}`);
    if (entry.caught > 0) found[entry.caught === entry.files ? 'all' : 'some'].push(name);
  }
  assert.deepEqual(found, caught);
});
