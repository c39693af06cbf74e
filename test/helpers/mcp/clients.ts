/** The official clients of both eras, as programs use them. */
import { Agent, request } from 'node:https';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { TestContext } from 'node:test';
import * as modern from '@modelcontextprotocol/client';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

/** `modern` speaks 2026-07-28 and nothing else, `auto` finds out what the server speaks, `legacy` begins with `initialize`. */
export type ClientKind = 'modern' | 'auto' | 'legacy' | 'sdk-1.x';

export const clientKinds: readonly ClientKind[] = ['modern', 'auto', 'legacy', 'sdk-1.x'];

/** What tests use of a client, of either package. */
export type TestClient = Pick<
  OlderClient,
  | 'callTool'
  | 'complete'
  | 'getInstructions'
  | 'getPrompt'
  | 'getServerCapabilities'
  | 'getServerVersion'
  | 'listPrompts'
  | 'listResources'
  | 'listResourceTemplates'
  | 'listTools'
  | 'readResource'
  | 'close'
>;

export interface ClientOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** What the user says who is asked for a name; nobody can be asked where it is left out. */
  readonly userName?: string;
  readonly fetch?: typeof fetch;
}

const self = { name: 'test', version: '1.0.0' };

/** A client that has connected, closed with the test. */
export async function connectClient(
  t: Pick<TestContext, 'after'>,
  kind: ClientKind,
  url: string | URL,
  { headers = {}, userName, fetch: own }: ClientOptions = {},
): Promise<TestClient> {
  const requestInit = { headers: { ...headers } };
  const options = own === undefined ? { requestInit } : { requestInit, fetch: own };
  const capabilities = userName === undefined ? {} : { elicitation: { form: {} } };
  if (kind === 'sdk-1.x') {
    const client = new OlderClient(self, { capabilities });
    t.after(() => client.close());
    await client.connect(new OlderTransport(new URL(url), options) as never);
    return client;
  }
  const mode = kind === 'modern' ? { pin: '2026-07-28' } : kind;
  const client = new modern.Client(self, { capabilities, versionNegotiation: { mode } });
  if (userName !== undefined) {
    client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { name: userName } }));
  }
  t.after(() => client.close());
  await client.connect(new modern.StreamableHTTPClientTransport(new URL(url), options));
  return client as unknown as TestClient;
}

/** The text that a tool has answered with. */
export function textOf(result: unknown): string {
  const { content } = result as { content: readonly { type: string; text?: string }[] };
  return content.map(({ text = '' }) => text).join('');
}

/** `fetch` that trusts a test's own authority, which the one of Node.js can be told only for the whole process. */
export function trustingFetch(t: Pick<TestContext, 'after'>, ca: string): typeof fetch {
  const agent = new Agent({ keepAlive: true, ca });
  t.after(() => agent.destroy());
  return async (input, init) => {
    const asked = new Request(input, init);
    const body = Buffer.from(await asked.arrayBuffer());
    const { method, signal } = asked;
    return new Promise((resolve, reject) => {
      const headers = Object.fromEntries(asked.headers);
      const sent = request(asked.url, { method, agent, signal, headers }, (answer) => {
        const { statusCode: status = 0, rawHeaders } = answer;
        const pairs = rawHeaders.flatMap((text, at) =>
          at % 2 === 0 ? [[text, rawHeaders[at + 1]!] as [string, string]] : [],
        );
        // The class takes none for these.
        const isEmpty = status === 204 || status === 304;
        if (isEmpty) answer.resume();
        const stream = isEmpty ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array>);
        resolve(new Response(stream as BodyInit | null, { status, headers: pairs }));
      });
      sent.once('error', reject);
      sent.end(body);
    });
  };
}
