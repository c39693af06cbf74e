import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { connect, createSecureContext, type TLSSocket } from 'node:tls';
import { loadConfig } from '../../src/config/load.ts';
import { formatProblems } from '../../src/config/problems.ts';
import type { Config } from '../../src/config/types/gateway.ts';
import { type EmbeddedOptions, startGateway as start } from '../../src/embedded/embedded-gateway.ts';
import type { Gateway } from '../../src/gateway.ts';
import { openLog } from '../../src/observe/log/log.ts';

/** The secret of the key `test` in every configuration that `configText` makes. */
export const secret = 'sk-test-0123456789abcdef';

export interface ConfigParts {
  /** YAML flow or block text for each top-level field. */
  readonly listen?: string;
  readonly backends: string;
  readonly models: string;
  readonly keys?: string;
  readonly more?: string;
}

/** A configuration around what a test is about. */
export function configText({ listen, backends, models, keys, more }: ConfigParts): string {
  return [
    'version: 1',
    `listen: ${listen ?? '{ address: "127.0.0.1:0", tls: { self_signed: true } }'}`,
    `backends: ${backends}`,
    `models: ${models}`,
    `keys: ${keys ?? `{ test: { secret: ${secret} } }`}`,
    more ?? '',
  ].join('\n');
}

/** Reads a configuration as `serve` does; fails the test with the problems in words. */
export async function loadText(text: string, env: Record<string, string> = {}): Promise<Config> {
  const { config, problems } = await loadConfig('gateway.yaml', { text, env, requireSecrets: true });
  const errors = problems.filter((problem) => problem.severity === 'error');
  assert.equal(errors.length, 0, formatProblems(errors));
  return config!;
}

export interface LogLine {
  readonly level: string;
  readonly msg: string;
  readonly [field: string]: unknown;
}

export interface TestGateway {
  readonly gateway: Gateway;
  readonly url: string;
  readonly port: number;
  /** PEM of what clients must trust. */
  readonly ca: string;
  readonly caFile: string;
  readonly logs: readonly LogLine[];
  /** Over a new connection. */
  call(path: string, options?: CallOptions): Promise<Reply>;
  /** Over connections that are kept, which takes a third as long: for those who call a thousand times. */
  callKept(path: string, options?: CallOptions): Promise<Reply>;
  /** Sends bytes over TLS and returns all that comes until the connection ends. */
  raw(bytes: string | Buffer, options?: { readonly withinMs?: number }): Promise<string>;
  connect(): Promise<TLSSocket>;
}

export interface CallOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON. */
  readonly body?: unknown;
  readonly key?: string | null;
}

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The answer ended as HTTP says a complete message ends. */
  readonly complete: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
  readonly json: any;
}

// The certificate is made once for all tests of a process.
const stateDir = mkdtempSync(join(tmpdir(), 'gateway-test-'));
process.on('exit', () => rmSync(stateDir, { recursive: true, force: true }));

/** A running gateway, stopped with the test. */
export async function startGateway(
  t: Pick<TestContext, 'after'>,
  text: string,
  env?: Record<string, string>,
  options?: Omit<EmbeddedOptions, 'log'>,
): Promise<TestGateway> {
  const config = await loadText(`${text}\nstate: { dir: ${JSON.stringify(stateDir)} }\n`, env);
  const logs: LogLine[] = [];
  const log = openLog('trace', { write: (line: string) => void logs.push(JSON.parse(line)) });
  const gateway = await start(config, { log, ...options });
  const { port } = gateway.address;
  const ca = gateway.caFile === undefined ? '' : readFileSync(gateway.caFile, 'utf8');
  const agent = newConnections(ca);
  const kept = new Agent({ keepAlive: true });
  t.after(async () => {
    agent.destroy();
    kept.destroy();
    await gateway.stop();
  });
  return {
    gateway,
    url: `https://localhost:${port}`,
    port,
    ca,
    caFile: gateway.caFile ?? '',
    logs,
    call: async (path, options) => readReply(await begin({ port, ca, agent }, path, options)),
    callKept: async (path, options) => readReply(await begin({ port, ca, agent: kept }, path, options)),
    raw: (bytes, options) => rawCall(port, ca, bytes, options?.withinMs ?? 20_000),
    connect: () => openTls(port, ca),
  };
}

/** Of a connection for every call. What they trust is read once: it takes as long as a call. */
export function newConnections(ca: string): Agent {
  return new Agent({ keepAlive: false, secureContext: createSecureContext({ ca }) });
}

/** A call whose answer is read by the test itself. */
export function begin(
  { port, ca, agent }: { readonly port: number; readonly ca: string; readonly agent?: Agent },
  path: string,
  { method, headers, body, key = secret }: CallOptions = {},
): Promise<IncomingMessage> {
  const bytes =
    body === undefined
      ? undefined
      : typeof body === 'string' || Buffer.isBuffer(body)
        ? body
        : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const request = httpsRequest(
      {
        host: 'localhost',
        port,
        ca,
        agent,
        path,
        method: method ?? (bytes === undefined ? 'GET' : 'POST'),
        headers: {
          ...(key === null ? {} : { authorization: `Bearer ${key}` }),
          ...(bytes === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(bytes) }),
          ...headers,
        },
      },
      resolve,
    );
    request.on('error', reject);
    request.end(bytes);
  });
}

/** Reads an answer to its end, also to a bad one. */
export async function readReply(response: IncomingMessage): Promise<Reply> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of response) chunks.push(chunk as Buffer);
  } catch {
    // A cut answer: `complete` tells.
  }
  const text = Buffer.concat(chunks).toString('utf8');
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text,
    complete: response.complete,
    get json() {
      return JSON.parse(text);
    },
  };
}

function openTls(port: number, ca: string): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: 'localhost', port, ca, servername: 'localhost' }, () => resolve(socket));
    socket.on('error', reject);
  });
}

async function rawCall(port: number, ca: string, bytes: string | Buffer, withinMs: number): Promise<string> {
  const socket = await openTls(port, ca);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const timer = setTimeout(() => socket.destroy(), withinMs);
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(Buffer.concat(chunks).toString('latin1'));
    });
    socket.write(bytes);
  });
}
