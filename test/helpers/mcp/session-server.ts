import type { ServerResponse } from 'node:http';
import { type Seen, startBackend, type TestBackend } from '../backend.ts';
import type { Owner } from '../serve.ts';
import { type Rpc, tool } from '../tool-server.ts';

/** A server of an older revision that gives each client a session, and keeps streams of it open. */
export interface SessionServer extends TestBackend {
  /** Every message that came, with the session that it came in. */
  readonly messages: { readonly session: string | undefined; readonly message: Rpc }[];
  readonly open: Set<string>;
  /** Open GET streams, with their requests. */
  readonly streams: { readonly seen: Seen; readonly response: ServerResponse }[];
  /** Answers a call of a tool; what it returns is the result, undefined for what it answers itself. */
  call: (message: Rpc, response: ServerResponse, seen: Seen) => unknown;
  /** Answers a GET in place of a stream. */
  instead: ((seen: Seen, response: ServerResponse) => void) | undefined;
  /** The tools of a session. */
  tools: (session: string) => readonly object[];
  readonly capabilities: Record<string, object>;
}

/** An event of a stream. */
export function eventOf(message: object, id?: string): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: message\ndata: ${JSON.stringify(message)}\n\n`;
}

export async function startSessionServer(owner: Owner): Promise<SessionServer> {
  let made = 0;
  const backend = await startBackend(owner, (seen, response) => {
    const session = seen.headers['mcp-session-id'] as string | undefined;
    if (seen.method === 'POST' && session === undefined) return post(seen, response, session);
    if (session === undefined || !server.open.has(session)) return void response.writeHead(404).end('no');
    if (seen.method === 'DELETE') {
      server.open.delete(session);
      return void response.writeHead(200).end();
    }
    if (seen.method === 'POST') return post(seen, response, session);
    if (server.instead !== undefined) return server.instead(seen, response);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    const stream = { seen, response };
    server.streams.push(stream);
    response.on('close', () => server.streams.splice(server.streams.indexOf(stream), 1));
  });

  function post(seen: Seen, response: ServerResponse, session: string | undefined): void {
    const message = JSON.parse(seen.body.toString());
    server.messages.push({ session, message });
    const answer = (result: unknown) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id: message.id, result }));
    };
    const { method, id, params } = message;
    if (session === undefined && method !== 'initialize') return void response.writeHead(400).end();
    if (id === undefined || method === undefined) return void response.writeHead(202).end();
    if (method === 'initialize') {
      made += 1;
      server.open.add(`their-session-${made}`);
      response.setHeader('mcp-session-id', `their-session-${made}`);
      const { protocolVersion } = params;
      const serverInfo = { name: 'sessions', version: '1' };
      return answer({ protocolVersion, capabilities: server.capabilities, serverInfo });
    }
    if (method === 'tools/list') return answer({ tools: server.tools(session!) });
    if (method !== 'tools/call') return answer({});
    const result = server.call(message, response, seen);
    if (result !== undefined) answer(result);
  }

  const server: SessionServer = Object.assign(backend, {
    messages: [],
    open: new Set<string>(),
    streams: [],
    call: ({ params }: Rpc) => ({ content: [{ type: 'text', text: params.name }] }),
    instead: undefined,
    tools: () => [tool('echo'), tool('secret')],
    capabilities: { tools: { listChanged: true }, resources: { subscribe: true }, logging: {}, tasks: {} },
  });
  return server;
}
