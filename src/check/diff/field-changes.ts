/**
 * Finds the fields that differ between two parts of a configuration, by their names in the file. It walks all present
 * fields, so a new field of the language is compared from its first day.
 */

import { unitPrices } from '../../observe/units/index.ts';

/** One changed field. */
export interface FieldChange {
  /** Its name in the file, such as `timeouts.connect`. */
  readonly field: string;
  /** Resolved values: milliseconds, bytes, frozen data; undefined if the field is not set. */
  readonly before: unknown;
  readonly after: unknown;
}

/** Names and places of entries, which are not fields of theirs. */
const identities: ReadonlySet<string> = new Set(['at', 'kind', 'id', 'name']);

/** Fields that are one text in the file, though not in the resolved form. */
const wholes: ReadonlySet<string> = new Set<string>([
  ...['address', 'budget', 'limits', 'keySet', 'replicas'],
  ...unitPrices.map(({ field }) => field),
]);

/** Fields whose resolved form has another name than the file. */
const names: Readonly<Record<string, string>> = {
  credential: 'auth',
  defaults: 'default',
  certFile: 'cert',
  keyFile: 'key',
  upstreamModel: 'model',
  baseInstructions: 'base_instructions_file',
  keySet: 'jwks',
  audiences: 'audience',
  hashes: 'hash',
  retiring: 'hash',
  rule: 'rate_limit',
  limits: 'rate_limit',
};

/** Fields whose contents have names that the operator gave, which stay unchanged. */
const given: ReadonlySet<string> = new Set([
  'programs',
  'headers',
  'parameters',
  'defaultHeaders',
  'addHeaders',
  'query',
  'set',
  'defaults',
]);

/** The fields that differ, in the order of the first of the two. Two equal parts have none. */
export function fieldChanges(
  before: object,
  after: object,
  path = '',
  isGiven = false,
): readonly FieldChange[] {
  const changes: FieldChange[] = [];
  const seen = new Set<string>();
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (identities.has(name)) continue;
    const old = (before as Readonly<Record<string, unknown>>)[name];
    const now = (after as Readonly<Record<string, unknown>>)[name];
    if (same(old, now)) continue;
    const written = isGiven ? name : fieldName(name);
    const field = path === '' ? written : `${path}.${written}`;
    const inner =
      isPlain(old) && isPlain(now) && !wholes.has(name) && hasKind(old) === hasKind(now)
        ? fieldChanges(old, now, field, isGiven || given.has(name))
        : [];
    // A path and the content of its file are one field of the file.
    for (const change of inner.length > 0 ? inner : [{ field, before: old, after: now }]) {
      if (!seen.has(change.field)) changes.push(change);
      seen.add(change.field);
    }
  }
  return changes;
}

/** Deep equality of configuration data. */
export function same(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => same(item, b[index]));
  }
  if (a instanceof Map && b instanceof Map) {
    if (a.size !== b.size) return false;
    for (const [key, value] of a) if (!b.has(key) || !same(value, b.get(key))) return false;
    return true;
  }
  if (!isPlain(a) || !isPlain(b)) return false;
  for (const name of new Set([...Object.keys(a), ...Object.keys(b)])) {
    if (name !== 'at' && !same(a[name], b[name])) return false;
  }
  return true;
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Map);
}

/** Alternative forms are compared field by field only if both are the same form. */
function hasKind(value: Readonly<Record<string, unknown>>): unknown {
  return value['kind'];
}

/** `firstByteMs` becomes `first_byte`: the file has no units in its names. */
function fieldName(name: string): string {
  const known = names[name];
  if (known !== undefined) return known;
  if (!/^[a-z][A-Za-z]*$/.test(name)) return name; // a name that the operator gave
  return name.replace(/(Ms|Bytes)$/, '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
