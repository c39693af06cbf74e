import { configText, startGateway, type TestGateway } from '../gateway.ts';
import { type Owner, startEverything, startModernServer, startOlderServer } from './servers.ts';

/** The secret of a key that may use everything. */
export const toolsSecret = 'sk-tools-0123456789abcdef';

/** A gateway before servers that others wrote, of both eras, and the simulated one. */
export async function startToolsGateway(owner: Owner): Promise<TestGateway> {
  const [everything, modern, older] = await Promise.all([
    startEverything(owner),
    startModernServer(owner),
    startOlderServer(owner),
  ]);
  return startGateway(
    owner,
    configText({
      backends: '{ local: { simulator: {} } }',
      models: '{ m: { deployments: [ { backend: local, endpoints: { messages: [], responses: [] } } ] } }',
      keys: `{ all: { secret: ${toolsSecret}, tools: ["*"] } }`,
      more: `mcp:
  servers:
    everything: { url: "${everything.url}", private: true }
    modern: { url: "${modern.url}", private: true }
    older: { url: "${older.url}", private: true }
    sim: { simulator: true }
`,
    }),
  );
}
