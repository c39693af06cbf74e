import type { ServerResponse } from 'node:http';
import { type Seen, startBackend, type TestBackend } from './backend.ts';
import type { Owner } from './serve.ts';

/** A message of JSON-RPC, of whatever kind. */
// biome-ignore lint/suspicious/noExplicitAny: messages of every form are read
export type Rpc = any;

/** What a server of the tests does for a method; what it returns is the result, undefined for what it answers itself. */
export type RpcAnswer = (params: Rpc, call: RpcCall) => unknown;

export interface RpcCall {
  readonly message: Rpc;
  readonly seen: Seen;
  readonly response: ServerResponse;
}

export interface ToolServer extends TestBackend {
  /** Every message that came, in order. */
  readonly messages: Rpc[];
  /** By method; what is not there is answered as a server does that has no such method. */
  readonly answers: Map<string, RpcAnswer>;
  /** What it answers in place of all that; undefined for nothing. */
  instead: ((seen: Seen, response: ServerResponse) => void) | undefined;
}

/** An error that a server answers. */
export class RpcError extends Error {
  readonly code: number;
  readonly status: number;
  readonly data: unknown;
  constructor(code: number, message: string, status = 200, data?: unknown) {
    super(message);
    this.code = code;
    this.status = status;
    this.data = data;
  }
}

/** A tool that takes anything. */
export const tool = (name: string, more: object = {}) => ({
  name,
  description: `The tool ${name}.`,
  inputSchema: { type: 'object', properties: {} },
  ...more,
});

interface Kind {
  readonly tools?: readonly object[];
  readonly prompts?: readonly object[];
  readonly resources?: readonly object[];
  readonly templates?: readonly object[];
  readonly instructions?: string;
}

/** A server of the revision 2026-07-28, whose tools repeat what they are called with. */
export async function startToolServer(owner: Owner, kind: Kind = {}): Promise<ToolServer> {
  const complete = { resultType: 'complete' };
  const cached = { ...complete, ttlMs: 60_000, cacheScope: 'public' };
  const { tools = [tool('echo')], prompts, resources, templates, instructions } = kind;
  const answers = new Map<string, RpcAnswer>([
    [
      'server/discover',
      () => ({
        ...cached,
        supportedVersions: ['2026-07-28'],
        capabilities: {
          tools: {},
          ...(prompts && { prompts: {}, completions: {} }),
          ...((resources ?? templates) && { resources: {} }),
        },
        ...(instructions !== undefined && { instructions }),
        _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'test', version: '1' } },
      }),
    ],
    ['tools/list', () => ({ ...cached, tools })],
    ['prompts/list', () => ({ ...cached, prompts })],
    ['resources/list', () => ({ ...cached, resources: resources ?? [] })],
    ['resources/templates/list', () => ({ ...cached, resourceTemplates: templates ?? [] })],
    [
      'tools/call',
      ({ name, arguments: args }) => ({
        ...complete,
        content: [{ type: 'text', text: `${name} ${JSON.stringify(args ?? {})}` }],
      }),
    ],
  ]);
  return startRpcServer(owner, answers);
}

/**
 * A server of the older revisions, which begins with `initialize`.
 *
 * @param sessions Whether it demands them.
 * @param lostStatus What it answers to one that it does not know.
 */
export async function startOlderServer(
  owner: Owner,
  {
    sessions = false,
    lostStatus = 404,
    tools = [tool('echo')],
  }: { sessions?: boolean; lostStatus?: 400 | 404; tools?: readonly object[] } = {},
): Promise<ToolServer & { readonly open: Set<string> }> {
  const open = new Set<string>();
  let made = 0;
  const answers = new Map<string, RpcAnswer>([
    [
      'initialize',
      ({ protocolVersion }, { response }) => {
        if (sessions) {
          made += 1;
          open.add(`session-${made}`);
          response.setHeader('mcp-session-id', `session-${made}`);
        }
        return {
          protocolVersion,
          capabilities: { tools: { listChanged: true } },
          serverInfo: { name: 'older', version: '1' },
          instructions: 'Be kind.',
        };
      },
    ],
    ['tools/list', () => ({ tools })],
    [
      'tools/call',
      ({ name, arguments: args }, { seen }) => ({
        content: [
          {
            type: 'text',
            text: `${name} ${JSON.stringify(args ?? {})} ${seen.headers['mcp-session-id'] ?? 'without a session'}`,
          },
        ],
      }),
    ],
  ]);
  const server = await startRpcServer(owner, answers, ({ headers, method }, message) => {
    const session = headers['mcp-session-id'] as string | undefined;
    if (method === 'DELETE') {
      open.delete(session ?? '');
      return 200;
    }
    if (
      message.method === 'server/discover' ||
      (sessions && session === undefined && message.method !== 'initialize')
    )
      return 400;
    return session !== undefined && !open.has(session) ? lostStatus : undefined;
  });
  return Object.assign(server, { open });
}

/** @param refused The status of what is not taken, without a word of the protocol. */
async function startRpcServer(
  owner: Owner,
  answers: Map<string, RpcAnswer>,
  refused: (seen: Seen, message: Rpc) => number | undefined = () => undefined,
): Promise<ToolServer> {
  const messages: Rpc[] = [];
  const backend = await startBackend(owner, async (seen, response) => {
    if (server.instead !== undefined) return server.instead(seen, response);
    const message = JSON.parse(seen.body.toString() || '{}');
    if (message.method !== undefined) messages.push(message);
    const status = refused(seen, message);
    if (status === 400) {
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end('{"jsonrpc":"2.0","error":{"code":-32000,"message":"Bad Request"},"id":null}');
      return;
    }
    if (status !== undefined) return void response.writeHead(status).end('no');
    if (message.id === undefined) return void response.writeHead(202).end();
    const send = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id: message.id, ...body }));
    };
    const answer = answers.get(message.method);
    if (answer === undefined) return send(404, { error: { code: -32601, message: 'Method not found' } });
    try {
      const result = await answer(message.params ?? {}, { message, seen, response });
      if (result !== undefined) send(200, { result });
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      const { code, message: words, status, data } = error;
      send(status, { error: { code, message: words, ...(data !== undefined && { data }) } });
    }
  });
  const server: ToolServer = Object.assign(backend, { messages, answers, instead: undefined });
  return server;
}

/** What every request of a client of 2026-07-28 says of itself. */
export const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** A request of such a client, for `TestGateway.call`. */
export function modern(method: string, params: Rpc = {}, { id = 1 as string | number, headers = {} } = {}) {
  const name = params.name ?? params.uri;
  return {
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(name !== undefined && { 'mcp-name': name }),
      ...headers,
    },
    body: { jsonrpc: '2.0', id, method, params: { _meta: meta, ...params } },
  };
}

/** A request of a client of an older revision. */
export function older(
  method: string,
  params?: Rpc,
  { id = 1 as string | number, version = '2025-11-25' } = {},
) {
  return {
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...(method !== 'initialize' && { 'mcp-protocol-version': version }),
    },
    body: { jsonrpc: '2.0', id, method, ...(params !== undefined && { params }) },
  };
}
