/** `docs/configuration.md`: every field of the configuration, as its schema describes it. */
import type { SchemaNode } from './generate.ts';

/** What the schema itself says of the file as a whole, and of parts that stand in a file of their own. */
const intro = `# The configuration

Made from \`schemas/gateway.schema.json\` by \`npm run generate\`; do not edit. \`NAME\` stands for a name of your choice, \`[]\`
for each entry of a list.
`;

export function reference(schema: SchemaNode): string {
  const sections = Object.entries(schema.properties ?? {}).map(([name, node]) => {
    const rows = [...fields(name, node, schema)].map((cells) => `| ${cells.join(' | ')} |`);
    return [`## ${name}`, '', '| field | default | |', '|---|---|---|', ...rows, ''].join('\n');
  });
  return [intro, ...sections].join('\n');
}

function* fields(path: string, given: SchemaNode, schema: SchemaNode): Generator<readonly string[]> {
  const name = given.$ref?.replace('#/$defs/', '') ?? '';
  const node: SchemaNode = { ...schema.$defs?.[name], ...given };
  const standard = 'default' in node ? `\`${JSON.stringify(node['default'])}\`` : '';
  if (node['description'] !== undefined)
    yield [`\`${path}\``, standard, String(node['description']).replaceAll('|', '\\|')];
  for (const [field, inner] of Object.entries(node.properties ?? {}))
    yield* fields(`${path}.${field}`, inner, schema);
  if (node.items) yield* below(`${path}[]`, node.items, schema);
  if (typeof node.additionalProperties === 'object')
    yield* below(`${path}.NAME`, node.additionalProperties, schema);
}

/** Of an entry only its fields are told: what it is stands with the list or the map. */
function* below(path: string, entry: SchemaNode, schema: SchemaNode): Generator<readonly string[]> {
  for (const cells of fields(path, entry, schema)) if (cells[0] !== `\`${path}\``) yield cells;
}
