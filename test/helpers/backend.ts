import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import type { TlsMaterial } from '../../src/http/server/listener.ts';
import type { Gate } from './gate.ts';
import type { Owner } from './serve.ts';

/** A request as a backend saw it. */
export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

export interface TestBackend {
  readonly url: string;
  readonly port: number;
  readonly seen: readonly Seen[];
  readonly server: Server;
  /** Requests that were cut off by the other side before their answer was complete. */
  aborted: number;
}

export type Answer = (seen: Seen, response: ServerResponse, request: IncomingMessage) => void | Promise<void>;

/** A real server on a free port that answers as the test says: over HTTPS where it is given a certificate. */
export async function startBackend(t: Owner, answer: Answer, tls?: TlsMaterial): Promise<TestBackend> {
  const seen: Seen[] = [];
  const listener = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    response.on('close', () => {
      if (!response.writableFinished) backend.aborted += 1;
    });
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      return;
    }
    const { method = '', url = '', headers, rawHeaders } = request;
    const one = { method, url, headers, rawHeaders, body: Buffer.concat(chunks) };
    seen.push(one);
    await answer(one, response, request);
  };
  const server = tls === undefined ? createServer(listener) : createHttpsServer({ ...tls }, listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const backend: TestBackend = {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    port,
    seen,
    server,
    aborted: 0,
  };
  t.after(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return backend;
}

/** Resolves when more can be written, or nobody is there to take it. */
export function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    response.on('drain', done);
    response.on('close', done);
  });
}

/** Answers every request with the same JSON. */
export function json(value: unknown, status = 200): Answer {
  return (_seen, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(value));
  };
}

/** A small chat completion whose text can be told from others. */
export function completion(text: string): unknown {
  return {
    id: 'chatcmpl-test',
    object: 'chat.completion',
    created: 1,
    model: 'test',
    choices: [
      { index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop', logprobs: null },
    ],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  };
}

/** A small answer of messages. */
export const message = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'm',
  content: [{ type: 'text', text: 'hi' }],
  stop_reason: 'end_turn',
  usage: { input_tokens: 1, output_tokens: 1 },
};

/** One chunk of a streamed chat completion, as an event. */
export function delta(text: string, finish: string | null = null): string {
  const choice = { index: 0, delta: { content: text }, finish_reason: finish };
  return `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices: [choice] })}\n\n`;
}

/** A backend whose streams begin with one event, and end when the gate opens. */
export function startHeldStream(t: TestContext, rest: Gate): Promise<TestBackend> {
  return startBackend(t, async (_seen, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: {"choices":[{"index":0,"delta":{"content":"a"}}]}\n\n');
    await rest.opened;
    response.end('data: [DONE]\n\n');
  });
}
