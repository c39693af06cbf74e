/** What the conformance suite runs as a client: an official one, whose way to the suite's server leads through a gateway. */
import { configText, startGateway } from '../../helpers/gateway.ts';
import { type ClientKind, connectClient, trustingFetch } from '../../helpers/mcp/clients.ts';

const scenario = process.env['MCP_CONFORMANCE_SCENARIO'] ?? '';
const isModern = process.env['MCP_CONFORMANCE_PROTOCOL_VERSION'] === '2026-07-28';
const { toolCalls = [] } = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}') as {
  toolCalls?: { name: string; arguments: Record<string, unknown> }[];
};
const url = process.argv.at(-1)!;
const secret = 'sk-conformance-0123456789';

const cleanups: (() => unknown)[] = [];
const owner = { after: (cleanup: () => unknown) => void cleanups.unshift(cleanup) } as Parameters<
  typeof startGateway
>[0];

/** Of these the client's own words have to reach the server; in all others the gateway finds its own, for one of an older revision. */
const ownWords: readonly string[] = ['request-metadata', 'sep-2322-client-request-state'];

async function main(): Promise<void> {
  const gateway = await startGateway(
    owner,
    configText({
      backends: '{ local: { simulator: {} } }',
      models: '{ m: { deployments: [ { backend: local, endpoints: { messages: [] } } ] } }',
      keys: `{ all: { secret: ${secret}, tools: ["*"] } }`,
      more: `mcp:\n  servers:\n    s: { url: "${url}", private: true }\n`,
    }),
  );
  const kind: ClientKind = isModern && ownWords.includes(scenario) ? 'modern' : 'sdk-1.x';
  const client = await connectClient(owner, kind, `${gateway.url}/mcp/s`, {
    headers: { authorization: `Bearer ${secret}` },
    fetch: trustingFetch(owner, gateway.ca),
    userName: 'Ada',
  });
  const { tools } = await client.listTools();
  const offered = new Set(tools.map(({ name }) => name));
  // One of the suite's tools wants to see the schema of another one.
  const schema = tools.find(({ name }) => name === 'json_schema_2020_12_tool')?.inputSchema;
  const calls =
    toolCalls.length > 0 ? toolCalls : tools.map(({ name }) => ({ name, arguments: { a: 2, b: 3, schema } }));
  for (const call of calls) if (offered.has(call.name)) await client.callTool(call).catch(() => {});
  const capabilities = client.getServerCapabilities();
  if (capabilities?.prompts !== undefined) {
    for (const { name } of (await client.listPrompts()).prompts) await client.getPrompt({ name });
  }
  if (capabilities?.resources !== undefined) {
    for (const { uri } of (await client.listResources()).resources) await client.readResource({ uri });
  }
}

await main().finally(async () => {
  for (const cleanup of cleanups) await cleanup();
});
process.exit();
