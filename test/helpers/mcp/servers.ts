/** Servers of tools that others wrote: the official packages of both eras, and the one that has everything. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { Server as OlderServer } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { createMcpHandler, fromJsonSchema, McpServer } from '@modelcontextprotocol/server';

/** Who a server is closed with. */
export type Owner = Pick<TestContext, 'after'>;

/** A server that listens, closed with the test. */
export interface RunningServer {
  /** With its path. */
  readonly url: string;
  /** How many requests have come. */
  readonly requests: () => number;
}

/** A server of the tests on a port of its own. */
export async function listen(t: Owner, listener: RequestListener): Promise<RunningServer> {
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    listener(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, requests: () => requests };
}

const numbers = {
  type: 'object',
  properties: { a: { type: 'number' }, b: { type: 'number' } },
  required: ['a', 'b'],
} as const;
const nothing = { type: 'object', properties: {} } as const;

function sum(args: unknown): string {
  const { a, b } = args as { a: number; b: number };
  return String(a + b);
}

/** A server of 2026-07-28 and nothing else, of the official package. */
export function startModernServer(t: Owner): Promise<RunningServer> {
  const handler = createMcpHandler(
    () => {
      const server = new McpServer({ name: 'modern', version: '1.0.0' }, { instructions: 'Modern.' });
      const annotations = { destructiveHint: false };
      server.registerTool('add', { inputSchema: fromJsonSchema(numbers), annotations }, (args) => ({
        content: [{ type: 'text', text: sum(args) }],
      }));
      server.registerTool('who', { inputSchema: fromJsonSchema(nothing) }, (_args, { mcpReq }) => ({
        content: [{ type: 'text', text: JSON.stringify(mcpReq.envelope ?? null) }],
      }));
      server.registerTool('link', { inputSchema: fromJsonSchema(nothing) }, () => ({
        content: [{ type: 'resource_link', uri: 'note:///1', name: 'one' }],
      }));
      server.registerResource('one', 'note:///1', {}, ({ href }) => ({
        contents: [{ uri: href, text: 'one' }],
      }));
      return server;
    },
    { legacy: 'reject' },
  );
  return listen(t, toNodeHandler(handler) as RequestListener);
}

/** A server of the older revisions without sessions, of the official package. */
export function startOlderServer(t: Owner): Promise<RunningServer> {
  return listen(t, async (request, response) => {
    const server = new OlderServer(
      { name: 'older', version: '1.0.0' },
      { instructions: 'Older.', capabilities: { tools: {} } },
    );
    server.setRequestHandler(ListToolsRequestSchema, () => ({
      tools: [{ name: 'add', inputSchema: numbers }],
    }));
    server.setRequestHandler(CallToolRequestSchema, ({ params }) => ({
      content: [{ type: 'text' as const, text: sum(params.arguments) }],
    }));
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
    response.once('close', () => void server.close());
    await server.connect(transport as never);
    await transport.handleRequest(request, response);
  });
}

/** The server that has everything, in a process of its own: of the older revisions, and with sessions. */
export async function startEverything(t: Owner): Promise<RunningServer> {
  const program = fileURLToPath(import.meta.resolve('@modelcontextprotocol/server-everything/dist/index.js'));
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  const child = spawn(process.execPath, [program, 'streamableHttp'], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(async () => {
    if (child.exitCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  let said = '';
  let requests = 0;
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`server-everything ended: ${said}`)));
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        said = (said + chunk.toString()).slice(-10_000);
        requests += chunk.toString().split('Received MCP').length - 1;
        if (/listening on port/i.test(said)) resolve();
      });
    }
  });
  return { url: `http://127.0.0.1:${port}/mcp`, requests: () => requests };
}
