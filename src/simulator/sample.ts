import { asCount, asList, asObject, asText, type JsonObject } from './json-values.ts';

/** Bounds the work for a schema that refers to itself; what lies beyond is left out or null. */
const maxValues = 1000;
const maxDepth = 12;

const formats = new Map(
  Object.entries({
    date: '2025-01-31',
    'date-time': '2025-01-31T12:00:00Z',
    time: '12:00:00Z',
    duration: 'PT1H',
    email: 'sample@example.com',
    hostname: 'example.com',
    ipv4: '192.0.2.1',
    ipv6: '2001:db8::1',
    uri: 'https://example.com/',
    uuid: '00000000-0000-4000-8000-000000000000',
  }),
);

/**
 * A value that fits a JSON schema: the arguments of a tool call, or an answer in a format the request prescribes.
 * Every property is filled in, the optional ones too; the same schema always gives the same value. Understood are
 * type, properties, items, const, enum, default, examples, format, local `$ref`, allOf, anyOf, oneOf and the bounds
 * of numbers, strings and arrays; a `pattern` is not.
 */
export function sample(schema: unknown): unknown {
  const root = asObject(schema);
  let values = 0;

  function fill(node: JsonObject, name: string, depth: number): unknown {
    values += 1;
    if ('const' in node) return node['const'];
    for (const list of [node['enum'], node['examples']]) if (asList(list).length > 0) return asList(list)[0];
    if ('default' in node) return node['default'];
    if (values > maxValues || depth > maxDepth) return null;
    const ref = asText(node['$ref']);
    if (ref !== undefined) return fill(resolve(root, ref), name, depth + 1);
    const choice = asList(node['anyOf'] ?? node['oneOf'])[0];
    if (choice !== undefined)
      return fill({ ...node, anyOf: [], oneOf: [], ...asObject(choice) }, name, depth + 1);
    const all = asList(node['allOf']);
    if (all.length > 0) return fill(merge(node, all), name, depth + 1);
    switch (typeOf(node)) {
      case 'object':
        return objectOf(node, depth);
      case 'array':
        return Array.from({ length: Math.min(asCount(node['minItems']) ?? 1, 16) }, () =>
          fill(asObject(node['items']), name, depth + 1),
        );
      case 'integer':
      case 'number':
        return numberOf(node);
      case 'boolean':
        return true;
      case 'null':
        return null;
      default:
        return stringOf(node, name);
    }
  }

  function objectOf(node: JsonObject, depth: number): JsonObject {
    const object: Record<string, unknown> = Object.create(null);
    for (const [name, property] of Object.entries(asObject(node['properties']))) {
      if (values > maxValues) break;
      object[name] = fill(asObject(property), name, depth + 1);
    }
    return object;
  }

  return fill(root, 'value', 0);
}

function typeOf(node: JsonObject): unknown {
  const type = Array.isArray(node['type']) ? node['type'][0] : node['type'];
  if (type !== undefined) return type;
  if ('properties' in node) return 'object';
  return 'items' in node ? 'array' : 'string';
}

function numberOf(node: JsonObject): number {
  const { minimum, exclusiveMinimum, maximum } = node;
  if (typeof minimum === 'number') return minimum;
  if (typeof exclusiveMinimum === 'number') return exclusiveMinimum + 1;
  return typeof maximum === 'number' ? Math.min(1, maximum) : 1;
}

function stringOf(node: JsonObject, name: string): string {
  const format = formats.get(asText(node['format']) ?? '');
  if (format !== undefined) return format;
  const least = Math.min(asCount(node['minLength']) ?? 0, 1024);
  return `sample ${name}`.padEnd(least, '.').slice(0, asCount(node['maxLength']) ?? undefined);
}

function merge(node: JsonObject, parts: readonly unknown[]): JsonObject {
  const merged: Record<string, unknown> = { ...node, allOf: [] };
  for (const part of parts) {
    const { properties, ...rest } = asObject(part);
    Object.assign(merged, rest, {
      properties: { ...asObject(merged['properties']), ...asObject(properties) },
    });
  }
  return merged;
}

function resolve(root: JsonObject, ref: string): JsonObject {
  if (!ref.startsWith('#')) return {};
  let node: unknown = root;
  for (const step of ref.split('/').slice(1))
    node = asObject(node)[step.replaceAll('~1', '/').replaceAll('~0', '~')];
  return asObject(node);
}
