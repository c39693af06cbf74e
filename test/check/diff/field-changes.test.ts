import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { builtIn } from '../../../src/api/endpoints/declared-endpoints/endpoint-set.ts';
import { fieldChanges } from '../../../src/check/diff/field-changes.ts';
import { loadInspected } from '../../../src/check/load-inspected.ts';
import { writtenBackend, writtenDeployment, writtenKey } from '../../../src/check/written-fields.ts';
import { fileShape } from '../../../src/config/schema/generated/shape.generated.js';
import { shapeAt } from '../../../src/config/schema/shape-path.ts';
import { copyFixtures, fixtureEnv } from '../../config/fixtures.ts';

/** The same data with every value another one: what differs is every field there is. */
function altered(value: unknown, name = ''): unknown {
  if (name === 'kind' || value === undefined) return value; // or it would be another form altogether
  if (Array.isArray(value)) return [...value, 'x'];
  if (value instanceof Map) return new Map([...value, ['x', 'x']]);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, altered(inner, field)]));
  return `${String(value)}x`;
}

/** Names in a map of plain values are the operator's, and may have dots. */
function isKnown(path: readonly string[]): boolean {
  return path.some((_step, index) => {
    const shape = shapeAt(fileShape, path.slice(0, index + 1));
    return shape !== undefined && (index === path.length - 1 || shape.each?.kind === 'scalar');
  });
}

/** What a change in one entry of a section is said to be about, though the schema has no such field. */
function unknownFields(section: string, entry: object): readonly string[] {
  return fieldChanges(entry, altered(entry) as object)
    .map(({ field }) => field)
    .filter((field) => !isKnown([section, 'x', ...field.split('.')]));
}

test('whatever changes in a backend, a model or a key is told by the name that the file has for it', async (t) => {
  const folder = join(await copyFixtures(t), 'good');
  const unknown = new Set<string>();
  for (const name of await readdir(folder)) {
    const { config } = await loadInspected(join(folder, name), { env: fixtureEnv, requireSecrets: true });
    if (config === undefined) continue;
    for (const backend of config.backends.values())
      for (const field of unknownFields('backends', writtenBackend(backend, builtIn))) unknown.add(field);
    for (const { deployments, ...model } of config.models.values()) {
      for (const field of unknownFields('models', model)) unknown.add(field);
      for (const deployment of deployments)
        for (const field of unknownFields('models', { deployments: { 0: writtenDeployment(deployment) } }))
          unknown.add(field);
    }
    for (const key of config.keys.values())
      for (const field of unknownFields('keys', writtenKey(key))) unknown.add(field);
  }
  assert.deepEqual([...unknown], []);
});
