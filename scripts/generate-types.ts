/** The types of a file that has passed the validator. */
import { compile } from 'json-schema-to-typescript';
import { bounds, mapBesideText, notice, type SchemaNode } from './schema-node.ts';

/** Types of a file that has passed the validator: what has a default is always there. */
export async function fileTypes(schema: SchemaNode): Promise<string> {
  const { $defs, ...file } = forTypes(schema) as SchemaNode;
  const options = {
    bannerComment: `// ${notice}`,
    additionalProperties: false,
    declareExternallyReferenced: true,
    style: { singleQuote: true, printWidth: 110 },
    unreachableDefinitions: true,
  };
  return await compile(
    { ...file, $defs } as unknown as Parameters<typeof compile>[0],
    'GatewayFile',
    options,
  );
}

const notForTypes = new Set([
  bounds,
  '$id',
  '$schema',
  'oneOf',
  'if',
  'else',
  'dependentRequired',
  'propertyNames',
  'patternProperties',
  'minItems',
  'maxItems',
  'examples',
  'default',
]);

function forTypes(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(forTypes);
  if (typeof node !== 'object' || node === null) return node;
  const schema = node as SchemaNode;
  // By its name: a reference with more beside it would be written out, once for each place.
  if (schema.$ref !== undefined) return { tsType: nameOf(schema.$ref), description: schema['description'] };
  const map = mapBesideText(schema);
  if (map !== undefined)
    return { anyOf: [{ type: 'string' }, forTypes(map)], description: schema['description'] };
  const plain: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === 'properties' || keyword === '$defs') {
      plain[keyword] = Object.fromEntries(
        Object.entries(value as Record<string, unknown>).map(([name, sub]) => [name, forTypes(sub)]),
      );
    } else if (keyword === 'anyOf' && schema.properties) {
      // Alternatives that only demand fields say nothing that a type could.
    } else if (!notForTypes.has(keyword))
      plain[keyword] = keyword === 'enum' || keyword === 'const' ? value : forTypes(value);
  }
  if (schema.properties) {
    const filled = Object.entries(schema.properties).filter(([, property]) => 'default' in property);
    plain['required'] = [...(schema.required ?? []), ...filled.map(([name]) => name)];
  }
  return plain;
}

/** The name of the type that is made of a definition. */
function nameOf(reference: string): string {
  return reference
    .replace('#/$defs/', '')
    .split('_')
    .map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`)
    .join('');
}
