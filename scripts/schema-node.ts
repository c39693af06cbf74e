/** `schemas/gateway.schema.json`, as scripts and tests read it. */
import { readFile } from 'node:fs/promises';

/** The part of JSON Schema that our schema uses. */
export interface SchemaNode {
  readonly [keyword: string]: unknown;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, SchemaNode>>;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | SchemaNode;
  readonly items?: SchemaNode;
  readonly propertyNames?: SchemaNode;
  readonly then?: SchemaNode;
}

/** Returns what refers to the definition of a map, of a node that is such a map or a text in its place. */
export function mapBesideText({ then }: SchemaNode): SchemaNode | undefined {
  return then?.$ref === undefined ? undefined : then;
}

/** Of a duration or a size: the bounds that the resolver holds it to. */
export const bounds = 'x-bounds';

/** The first line of generated files. */
export const notice = 'Made from schemas/gateway.schema.json by `npm run generate`; do not edit.';

const schemaFile = new URL('../schemas/gateway.schema.json', import.meta.url);

/** The schema as it stands in the repository. */
export async function readSchema(): Promise<SchemaNode> {
  return JSON.parse(await readFile(schemaFile, 'utf8')) as SchemaNode;
}
