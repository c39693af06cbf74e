import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { generate } from '../../../scripts/generate.ts';
import { readSchema, type SchemaNode } from '../../../scripts/schema-node.ts';
import { deployedEndpoints, endpointNames } from '../../../src/api/endpoints/index.ts';
import { capabilityNames } from '../../../src/config/capability-names.ts';
import { dialectPathWords } from '../../../src/config/dialect-paths.ts';
import { loadConfig } from '../../../src/config/load.ts';
import { targetDialects } from '../../../src/config/target-dialects/index.ts';
import { efforts, flavorNames } from '../../../src/config/translation-settings.ts';
import { minimal } from '../fixtures.ts';

/** No descriptions of fields: data, and alternatives and conditions that only demand fields described elsewhere. */
const aside = new Set(['examples', 'default', 'anyOf', 'if', 'then']);

/** Every property with its path and the object that it belongs to. */
function* properties(
  node: unknown,
  path: string,
): Generator<[path: string, property: SchemaNode, owner: SchemaNode]> {
  if (typeof node !== 'object' || node === null) return;
  const schema = node as SchemaNode;
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    yield [`${path}/${name}`, property, schema];
  for (const [keyword, value] of Object.entries(schema)) {
    if (!aside.has(keyword)) yield* properties(value, `${path}/${keyword}`);
  }
}

test('the generated files are fresh', async () => {
  for (const [path, text] of await generate()) {
    const written = await readFile(new URL(`../../../${path}`, import.meta.url), 'utf8');
    assert.equal(written, text, `${path} is stale: npm run generate`);
  }
});

test('every property has a description and an example, and a default or a word about why there is none', async () => {
  for (const [path, property, owner] of properties(await readSchema(), '')) {
    assert.equal(typeof property['description'], 'string', path);
    assert.ok(
      Array.isArray(property['examples']) && property['examples'].length > 0,
      `${path} has no example`,
    );
    if ('default' in property) continue;
    const name = path.split('/').at(-1) ?? '';
    if (owner.required?.includes(name)) assert.match(String(property['description']), /Required/, path);
    else assert.match(String(property['description']), /No default|Default: /, path);
  }
});

test('objects take no fields that the schema does not name', async () => {
  const walk = (node: unknown, path: string): void => {
    if (typeof node !== 'object' || node === null) return;
    const schema = node as SchemaNode;
    if (schema.type === 'object')
      assert.ok(schema.additionalProperties !== undefined && schema.additionalProperties !== true, path);
    for (const [keyword, value] of Object.entries(schema)) {
      if (!aside.has(keyword)) walk(value, `${path}/${keyword}`);
    }
  };
  walk(await readSchema(), '');
});

test('fields are defined once, and referred to elsewhere', async () => {
  const places = new Map<string, string>();
  const walk = (node: unknown, path: string): void => {
    if (typeof node !== 'object' || node === null) return;
    const { properties = {} } = node as SchemaNode;
    if (Object.keys(properties).length > 1) {
      const text = JSON.stringify(properties);
      assert.equal(places.get(text), undefined, `${path} has the fields of another place`);
      places.set(text, path);
    }
    for (const [keyword, value] of Object.entries(node))
      if (!aside.has(keyword)) walk(value, `${path}/${keyword}`);
  };
  walk(await readSchema(), '');
});

test('the words of the schema are the words of the code', async () => {
  const { $defs, ...root } = await readSchema();
  const endpoint = $defs?.['endpoint']?.['anyOf'] as SchemaNode[];
  assert.deepEqual(endpoint[0]?.['enum'], endpointNames);
  const deployment = $defs?.['deployment']?.properties?.['endpoints'];
  assert.deepEqual(Object.keys(deployment?.properties ?? {}), deployedEndpoints);
  assert.deepEqual(Object.keys($defs?.['backend']?.properties?.['paths']?.properties ?? {}), [
    ...endpointNames,
    ...dialectPathWords,
  ]);
  const served = $defs?.['served_endpoint']?.properties;
  assert.deepEqual(served?.['via']?.['enum'], targetDialects);
  assert.deepEqual($defs?.['backend']?.properties?.['flavor']?.['enum'], flavorNames);
  const budgets = $defs?.['translation']?.properties?.['budgets']?.properties;
  assert.deepEqual(Object.keys(budgets ?? {}), efforts.slice(1));
  const level = $defs?.['log']?.properties?.['level']?.['anyOf'] as SchemaNode[];
  assert.deepEqual(level[0]?.['enum'], ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']);
  assert.ok(root.description);
  const capability = $defs?.['capability']?.['anyOf'] as SchemaNode[];
  assert.deepEqual(capability[0]?.['enum'], capabilityNames);
});

test('each of the capabilities of the interface can be listed', async () => {
  const text = minimal.replace('[streaming]', `[${capabilityNames.join(', ')}]`);
  const { config, problems } = await loadConfig('-', { text, env: {}, requireSecrets: true });
  assert.deepEqual(problems, []);
  assert.deepEqual(config?.models.get('fast')?.deployments[0]?.endpoints.chat_completions, capabilityNames);
});
