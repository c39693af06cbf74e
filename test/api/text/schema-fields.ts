/** The string fields of what `test/fixtures/sdk-schemas` has of the types of vendors' SDKs that are no package here. */
import { readFileSync } from 'node:fs';
import { asList, asObject, type JsonObject } from '../../../src/simulator/json-values.ts';
import type { SdkField } from './sdk-fields.ts';

type Around = (value: unknown) => unknown;

const at = '#/definitions/';
const anyName = 'k7';
/** Types that contain themselves are gone through so often. */
const turns = 2;

/**
 * @param name A file of schemas.
 * @param definition One of its definitions.
 */
export function schemaFields(name: string, definition: string): readonly SdkField[] {
  const file = new URL(`../../fixtures/sdk-schemas/${name}.json`, import.meta.url);
  const definitions = asObject(asObject(JSON.parse(readFileSync(file, 'utf8')))['definitions']);
  const found = new Map<string, SdkField>();
  const walk = (schema: JsonObject, path: string, around: Around, above: readonly string[]): void => {
    const { $ref: reference } = schema;
    if (typeof reference === 'string') {
      const target = decodeURIComponent(reference.slice(at.length));
      if (above.filter((one) => one === target).length >= turns) return;
      return walk(asObject(definitions[target]), path, around, [...above, target]);
    }
    const add = (is: SdkField['is'], value: string) => {
      const key = `${path} ${is} ${value} ${above.at(-1)}`;
      if (!found.has(key)) found.set(key, { path, is, value, body: around });
    };
    if (typeof schema['const'] === 'string') return add('word', schema['const']);
    const words = asList(schema['enum']);
    if (words.length > 0) {
      for (const word of words) if (typeof word === 'string') add('word', word);
      return;
    }
    for (const one of asList(schema['anyOf'])) walk(asObject(one), path, around, above);
    const types = [schema['type']].flat();
    if (types.includes('string')) add('string', '');
    const { items, properties, additionalProperties: any } = schema;
    if (items !== undefined) walk(asObject(items), `${path}[]`, (value) => around([value]), above);
    for (const [field, inner] of Object.entries(asObject(properties))) {
      const to = path === '' ? field : `${path}.${field}`;
      walk(asObject(inner), to, (value) => around({ [field]: value }), above);
    }
    if (typeof any === 'object')
      walk(asObject(any), `${path}.{}`, (value) => around({ [anyName]: value }), above);
    const isAnything = schema['anyOf'] === undefined && schema['type'] === undefined;
    const isAnyObject = types.includes('object') && properties === undefined && any !== false;
    if (isAnything || (isAnyObject && typeof any !== 'object')) add('unknown', '');
  };
  walk({ $ref: at + definition }, '', (value) => value, []);
  return [...found.values()];
}
