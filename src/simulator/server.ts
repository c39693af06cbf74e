import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DeclaredPaths } from '../api/endpoints/declared-endpoints/declared-paths.ts';
import type { DeclaredEndpoint } from '../api/endpoints/declared-endpoints/endpoint-set.ts';
import { models } from '../api/endpoints/models.ts';
import { answerDeclared } from './dialects/declared-endpoints.ts';
import { dialectAt, dialectFor } from './dialects/index.ts';
import { responses } from './dialects/responses.ts';
import { endIfStale } from './faults/odd-answers.ts';
import { faultNamed } from './faults/registry.ts';
import { refuseEarly } from './faults/statuses.ts';
import { isObject, type JsonObject } from './json-values.ts';
import { hasUnknownManner } from './manners.ts';
import { isFormType, readForm } from './multipart-form.ts';
import { answerTo } from './reply.ts';
import { modelList } from './simulated-models.ts';
import { SimulatorRefusal } from './simulator-refusal.ts';
import { serveSockets } from './sockets.ts';
import { KeptObjects } from './stored-objects/kept-objects.ts';
import { Turn } from './turn.ts';
import { Wire } from './wire.ts';

/** The address and behaviour of the simulator. */
export interface SimulatorOptions {
  /** Address to listen on; default 127.0.0.1. */
  host?: string;
  /** Default 0: the system chooses one that is free. */
  port?: number;
  /** Milliseconds before the head of an answer; default 0. */
  latencyMs?: number;
  /** Speed of the text; default 0, as fast as possible. A whole answer takes as long as its stream would. */
  tokensPerSecond?: number;
  /** A fixed answer instead of one that is made from the prompt. */
  text?: string;
  /** Endpoints that a configuration declares: they are answered too. */
  declared?: readonly DeclaredEndpoint[];
  /** In a cluster's worker: a listener of its own, not one that the workers share. */
  exclusive?: boolean;
  /** Called with each POST that has arrived whole, before it is answered. */
  onRequest?: (seen: SeenRequest) => void;
}

/** A request as it arrived. */
export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  /** Names and values in turn, in their order and case. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

/** Counters of a simulator; they are live. */
export interface SimulatorStats {
  requests: number;
  /** Answers in flight. */
  open: number;
  /** Clients that left before the end of their answer. */
  aborted: number;
}

/** A simulator that listens. */
export interface Simulator {
  /** `http://host:port`, without a path. */
  readonly url: string;
  readonly host: string;
  readonly port: number;
  readonly stats: Readonly<SimulatorStats>;
  /** Stops listening and ends every connection. */
  close(): Promise<void>;
}

/** Larger bodies get a 413. */
const maxBodyBytes = 256 * 1024 * 1024;

/** The part of a body that is searched for the name of a fault that answers before the body is there. */
const earlyBytes = 64 * 1024;

/** The path of the tool server. */
const mcpPath = '/mcp';

/** Longer than clients keep idle connections by default, so that it is they who close them. */
const keepAliveTimeoutMs = 75_000;

/** Starts a simulator. Rejects where the address can't be listened on. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { host = '127.0.0.1', port = 0, exclusive = false } = options;
  const stats: SimulatorStats = { requests: 0, open: 0, aborted: 0 };
  const kept = new KeptObjects();
  let closing = false;

  const declared = new DeclaredPaths(options.declared ?? []);
  const server = createServer(
    { keepAliveTimeout: keepAliveTimeoutMs, insecureHTTPParser: false },
    (request, response) => {
      stats.requests += 1;
      stats.open += 1;
      const wire = new Wire(request, response, dialectFor(pathOf(request)), randomBytes(12).toString('hex'));
      response.once('close', () => {
        stats.open -= 1;
        if (wire.abandoned && !closing) stats.aborted += 1;
      });
      serve(wire, options, kept, declared).catch((error: unknown) => report(wire, error));
    },
  );
  const endSockets = serveSockets(server);
  server.listen({ host, port, exclusive });
  await once(server, 'listening');

  const address = server.address() as AddressInfo;
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return {
    url: `http://${name}:${address.port}`,
    host: address.address,
    port: address.port,
    stats,
    async close() {
      closing = true;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      endSockets();
      await closed;
    },
  };
}

function pathOf({ url = '/' }: IncomingMessage): string {
  const query = url.indexOf('?');
  return query === -1 ? url : url.slice(0, query);
}

async function serve(
  wire: Wire,
  options: SimulatorOptions,
  kept: KeptObjects,
  declared: DeclaredPaths,
): Promise<void> {
  const { request } = wire;
  const { method = 'GET', rawHeaders, url = '/' } = request;
  if (endIfStale(wire.socket)) return wire.giveUp();
  const path = pathOf(request);
  const own = declared.at(path)?.endpoints.find(({ methods }) => methods.includes(method));
  if (own !== undefined) return serveDeclared(wire, own, options);
  if (isOfKept(path)) return answerKept(wire, options, kept);
  const isPosted = dialectAt(path) !== undefined || path === mcpPath;
  const allowed = path === models.path ? 'GET' : isPosted ? 'POST' : undefined;
  if (allowed === undefined) throw new SimulatorRefusal(404, `There is nothing at ${method} ${path}.`);
  if (method !== allowed) {
    return wire.fail(
      { status: 405, message: `Use ${allowed} here.`, param: null, code: null },
      { allow: allowed },
    );
  }
  if (method === 'GET') return wire.json(200, modelList('anthropic-version' in request.headers));

  const bytes = await readBody(wire);
  if (bytes === undefined) return;
  options.onRequest?.({ method, url, rawHeaders, body: bytes });
  if (path === mcpPath) {
    const { answerMcp } = await import('./mcp/server.ts');
    return answerMcp(wire, bytes, options.latencyMs ?? 0);
  }
  const type = request.headers['content-type'];
  const body = isFormType(type) ? await readForm(bytes, type) : parse(bytes);
  await answer(wire, body, options, kept);
}

/** Of what is declared nobody knows more than where an answer says what was used. */
async function serveDeclared(
  wire: Wire,
  endpoint: DeclaredEndpoint,
  options: SimulatorOptions,
): Promise<void> {
  const { method = 'GET', rawHeaders, url = '/' } = wire.request;
  const bytes = await readBody(wire);
  if (bytes === undefined) return;
  options.onRequest?.({ method, url, rawHeaders, body: bytes });
  await wire.wait(options.latencyMs ?? 0);
  await answerDeclared(wire, endpoint, bytes);
}

/** Stored objects have paths of their own, except for the creation of responses. */
function isOfKept(path: string): boolean {
  return /^\/v1\/(?:conversations|files|uploads|batches|messages\/batches|responses\/(?!compact$|input_tokens$)[^/]+)(?:\/|$)/.test(
    path,
  );
}

async function answerKept(wire: Wire, options: SimulatorOptions, kept: KeptObjects): Promise<void> {
  const { method = 'GET', rawHeaders, headers, url = '/' } = wire.request;
  const bytes = await readBody(wire);
  if (bytes === undefined) return;
  options.onRequest?.({ method, url, rawHeaders, body: bytes });
  const path = pathOf(wire.request);
  const steps = path.split('/').slice(2);
  const contentType = headers['content-type'] ?? '';
  const isForAnthropic = 'anthropic-version' in headers;
  const found = kept.answer({ method, steps, contentType, body: bytes, isForAnthropic });
  if (found === undefined) throw new SimulatorRefusal(404, `There is nothing at ${method} ${path}.`);
  await wire.wait(options.latencyMs ?? 0);
  if (!Buffer.isBuffer(found)) return wire.json(200, found);
  wire.head(200, { 'content-type': 'application/octet-stream', 'content-length': found.length });
  wire.end(found);
}

async function answer(
  wire: Wire,
  body: JsonObject,
  options: SimulatorOptions,
  kept: KeptObjects,
): Promise<void> {
  const { latencyMs = 0, tokensPerSecond = 0, text } = options;
  const asked = wire.dialect.read(body, pathOf(wire.request));
  const made = answerTo(asked, text);
  if (wire.dialect === responses && body['store'] !== false) {
    const whole = responses.whole(asked, made, body);
    kept.keep(whole, body);
    // It is done as soon as it is looked at.
    if (body['background'] === true && !asked.stream) {
      return wire.json(200, { ...whole, status: 'queued', output: [], usage: null });
    }
  }
  const turn = new Turn(wire, asked, made, body, tokensPerSecond > 0 ? 1000 / tokensPerSecond : 0);
  const chosen = faultNamed(asked.model);
  if (chosen === undefined && asked.model.startsWith('fault-')) throw unknown('fault');
  if (hasUnknownManner(asked.model)) throw unknown('manner');
  await wire.wait(latencyMs);
  await (chosen === undefined ? turn.answerWell() : chosen.fault.run(turn, ...chosen.numbers));
}

function unknown(what: string): SimulatorRefusal {
  const message = `There is no ${what} of this name; \`gateway simulate --help\` lists them.`;
  return new SimulatorRefusal(404, message, { param: 'model', code: 'model_not_found' });
}

/** The whole body; undefined where a fault has answered before it was there. */
async function readBody(wire: Wire): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop destroys the request and with it the connection, so that it is left only when nothing follows.
  for await (const chunk of wire.request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    const beginning = size < earlyBytes;
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBodyBytes) {
      refuseEarly(wire, `The body has more than ${maxBodyBytes} bytes.`);
      return undefined;
    }
    const early = beginning ? earlyFault(Buffer.concat(chunks)) : undefined;
    if (early !== undefined) {
      await early(wire);
      return undefined;
    }
  }
  return Buffer.concat(chunks, size);
}

function earlyFault(beginning: Buffer): ((wire: Wire) => void | Promise<void>) | undefined {
  const [, model] =
    /(?:"model"\s*:\s*"|name="model"\r\n\r\n)(fault-[a-z0-9-]+)/.exec(
      beginning.toString('latin1', 0, earlyBytes),
    ) ?? [];
  return model === undefined ? undefined : faultNamed(model)?.fault.beforeBody;
}

function parse(bytes: Buffer): JsonObject {
  let body: unknown;
  try {
    body = JSON.parse(bytes.toString());
  } catch {
    throw new SimulatorRefusal(400, 'The body is not JSON; send an object.');
  }
  if (!isObject(body)) throw new SimulatorRefusal(400, 'The body is JSON, but no object; send an object.');
  return body;
}

/** Ends an exchange that could not go on. Once the client has left there is nobody to tell. */
function report(wire: Wire, error: unknown): void {
  if (wire.closed || wire.socket.destroyed) return;
  if (wire.response.headersSent) {
    wire.socket.destroy();
    return;
  }
  const message = `The simulator failed: ${error instanceof Error ? error.message : String(error)}`;
  wire.fail(
    error instanceof SimulatorRefusal ? error.failure : { status: 500, message, param: null, code: null },
  );
}
