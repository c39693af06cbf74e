/** `docs/configuration.md`: every field of the configuration, as its schema describes it. */
import { mapBesideText, type SchemaNode } from './schema-node.ts';

/** The schema's own words about the file as a whole, and about parts in files of their own. */
const intro = `# The configuration

Made from \`schemas/gateway.schema.json\` by \`npm run generate\`; do not edit. \`NAME\` stands for a name of your choice, \`[]\`
for each entry of a list.
`;

/** The page that says what a part is for, by its name. */
const guides: Readonly<Record<string, string>> = {
  include: '[Divide a file](check.md#divide-a-file)',
  extra_capabilities: '[Tags and capabilities](capabilities.md)',
  listen: '[TLS and certificates](tls.md), [Behind a load balancer](balancers.md)',
  admin: '[The dashboard and the admin listener](dashboard.md)',
  workers: '[Processes and signals](upgrades.md#processes-and-signals)',
  log: '[Logs](monitoring.md#log), [every field and message](reference/log.md)',
  tracing: '[Traces](monitoring.md#traces)',
  metrics: '[Metrics by OTLP](monitoring.md#metrics-by-otlp)',
  notify: '[Messages](messages.md)',
  programs: '[Secrets from programs](credentials.md#secrets-from-programs)',
  routing: '[Routing, fallbacks, retries and timeouts](routing.md)',
  catalogue: '[A price list](prices.md#a-price-list)',
  endpoints: '[Endpoints of your own](endpoints.md#endpoints-of-your-own)',
  stateful: '[Files, batches, conversations and stored responses](stateful.md)',
  backends: '[Backends](backends.md), [credentials](credentials.md), [timeouts](routing.md#timeouts)',
  models: '[Routing](routing.md), [capabilities](capabilities.md), [prices](prices.md)',
  rate_limits: '[Rate limits and budgets](limits.md)',
  groups: '[Teams](limits.md#teams)',
  keys: '[Keys](keys.md), [end users](limits.md#end-users-of-one-key)',
  identity: '[Tokens and client certificates](identity.md)',
  keys_file: '[Keys](keys.md)',
  keys_store: '[Keys for several gateways](keys.md#keys-for-several-gateways)',
  state: '[State](state.md)',
  tests: '[Check a change](check.md)',
  never: '[What a proof covers](proof.md)',
  survives: '[What a proof covers](proof.md)',
};

export function reference(schema: SchemaNode): string {
  const sections = Object.entries(schema.properties ?? {}).map(([name, node]) => {
    const rows = [...fields(name, node, schema)].map((cells) => `| ${cells.join(' | ')} |`);
    const guide = guides[name] === undefined ? [] : [`Guide: ${guides[name]}.`, ''];
    return [`## ${name}`, '', ...guide, '| field | default | |', '|---|---|---|', ...rows, ''].join('\n');
  });
  const parts = Object.keys(schema.properties ?? {}).map((name) => `[${name}](#${name})`);
  return [intro, `${parts.join(' · ')}\n`, ...sections].join('\n');
}

function* fields(path: string, given: SchemaNode, schema: SchemaNode): Generator<readonly string[]> {
  const named = definitionOf(given, schema);
  const node: SchemaNode = { ...definitionOf(mapBesideText(named ?? given), schema), ...named, ...given };
  const standard = 'default' in node ? `\`${JSON.stringify(node['default'])}\`` : '';
  if (node['description'] !== undefined)
    yield [`\`${path}\``, standard, String(node['description']).replaceAll('|', '\\|')];
  for (const [field, inner] of Object.entries(node.properties ?? {}))
    yield* fields(`${path}.${field}`, inner, schema);
  if (node.items) yield* below(`${path}[]`, node.items, schema);
  if (typeof node.additionalProperties === 'object')
    yield* below(`${path}.NAME`, node.additionalProperties, schema);
}

function definitionOf(node: SchemaNode | undefined, { $defs }: SchemaNode): SchemaNode | undefined {
  return node?.$ref === undefined ? undefined : $defs?.[node.$ref.replace('#/$defs/', '')];
}

/** Of an entry only its fields are told: what it is stands with the list or the map. */
function* below(path: string, entry: SchemaNode, schema: SchemaNode): Generator<readonly string[]> {
  for (const cells of fields(path, entry, schema)) if (cells[0] !== `\`${path}\``) yield cells;
}
