/**
 * Arguments of tools that servers want in headers: `x-mcp-header` in a tool's schema (2026-07-28, "Schema Extension").
 */
import { isObject, type JsonObject } from '../../lib/json.ts';
import { encodeHeaderValue } from './header-value-encoding.ts';

/** An argument that is repeated in a header. */
export interface HeaderParam {
  /** The whole name, in lower case. */
  readonly header: string;
  /** Names of properties that lead to it. */
  readonly path: readonly string[];
}

const annotation = 'x-mcp-header';
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const primitive: ReadonlySet<unknown> = new Set(['string', 'integer', 'boolean']);
/** The depth to which a schema is searched. */
const maxDepth = 64;

/**
 * The headers that a tool's schema requires; a text with the reason if no client could send them, so the tool can't be
 * offered.
 */
export function headerParams(schema: JsonObject): readonly HeaderParam[] | string {
  const found: HeaderParam[] = [];
  const fault = collect(schema, [], found, 0) ?? (strays(schema, 0) ? misplaced : undefined);
  if (fault !== undefined) return fault;
  const names = new Set(found.map(({ header }) => header));
  return names.size === found.length ? found : `two properties have the same \`${annotation}\``;
}

const misplaced = `\`${annotation}\` stands where no chain of \`properties\` leads`;

function collect(
  schema: JsonObject,
  path: readonly string[],
  found: HeaderParam[],
  depth: number,
): string | undefined {
  const { properties } = schema;
  if (!isObject(properties) || depth > maxDepth) return undefined;
  for (const [name, property] of Object.entries(properties)) {
    if (!isObject(property)) continue;
    const place = [...path, name];
    if (Object.hasOwn(property, annotation)) {
      const header = property[annotation];
      if (typeof header !== 'string' || !token.test(header))
        return `\`${annotation}\` is not the name of a header`;
      if (!primitive.has(property['type']))
        return `\`${annotation}\` stands at what is no string, integer or boolean`;
      found.push({ header: `mcp-param-${header.toLowerCase()}`, path: place });
    }
    const fault = collect(property, place, found, depth + 1);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** Keywords whose values are data, not schemas. */
const data: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'examples']);

/** True if the annotation is in a part of a schema that no chain of `properties` leads to. */
function strays(schema: JsonObject, depth: number): boolean {
  return Object.entries(schema).some(([keyword, value]) => {
    if (data.has(keyword)) return false;
    if (keyword !== 'properties') return isWithin(value, depth + 1);
    return (
      isObject(value) &&
      Object.values(value).some((property) => isObject(property) && strays(property, depth + 1))
    );
  });
}

function isWithin(value: unknown, depth: number): boolean {
  if (depth > maxDepth) return false;
  if (Array.isArray(value)) return value.some((element) => isWithin(element, depth + 1));
  if (!isObject(value)) return false;
  return (
    (Object.hasOwn(value, annotation) && typeof value[annotation] === 'string') ||
    Object.entries(value).some(([keyword, inner]) => !data.has(keyword) && isWithin(inner, depth + 1))
  );
}

/** The headers of a call, names and values in turn. An argument that is absent or null has none. */
export function paramHeaders(params: readonly HeaderParam[], args: unknown): readonly string[] {
  return params.flatMap(({ header, path }) => {
    const value = path.reduce<unknown>(
      (inner, name) => (isObject(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined),
      args,
    );
    const isSaid = typeof value === 'string' || typeof value === 'boolean' || Number.isSafeInteger(value);
    return isSaid ? [header, encodeHeaderValue(String(value))] : [];
  });
}
