/**
 * A server of the Model Context Protocol without state, for clients of all revisions: tools that say what they were told, take
 * their time, fail and ask, a prompt and a few resources.
 */
import { asObject, isObject, type JsonObject } from '../json-values.ts';
import type { Wire } from '../wire.ts';
import { invalidRequest, JsonRpcRefusal, methodNotFound } from './json-rpc-refusal.ts';
import {
  completionOf,
  promptOf,
  prompts,
  resourceOf,
  resources,
  templates,
} from './prompts-and-resources.ts';
import { modernVersion, olderVersions, type ReadMessage, readMessage } from './read-message.ts';
import { callTool, listedTools } from './tools.ts';

const serverInfo = { name: 'simulator', title: 'Simulator', version: '1.0.0' };
const capabilities = { tools: {}, prompts: {}, resources: {}, completions: {} };
const instructions = 'Tools to try things with. None of them reaches anything.';

/** So long clients may keep what it lists. */
const ttlMs = 60_000;

/** Answers a message that has arrived whole. */
export async function answerMcp(wire: Wire, body: Buffer, latencyMs: number): Promise<void> {
  let message: JsonObject = {};
  const stream = new ProgressStream(wire);
  try {
    message = parse(body);
    const asked = readMessage(message, wire.request.headers);
    await wire.wait(latencyMs);
    if (asked.id === undefined) {
      wire.head(202, {});
      return wire.end();
    }
    const result = await resultOf(asked, wire, stream);
    const whole = asked.isModern ? modern(asked.method, result) : result;
    await stream.end(200, { jsonrpc: '2.0', id: asked.id, result: whole });
  } catch (error) {
    if (!(error instanceof JsonRpcRefusal)) throw error;
    const { code, message: text, data, status } = error;
    const told = { code, message: text, ...(data === undefined ? {} : { data }) };
    await stream.end(status, { jsonrpc: '2.0', ...idOf(message), error: told });
  }
}

function parse(body: Buffer): JsonObject {
  let message: unknown;
  try {
    message = JSON.parse(body.toString());
  } catch {
    throw new JsonRpcRefusal(-32700, 'The body is not JSON.', 400);
  }
  if (!isObject(message)) throw new JsonRpcRefusal(invalidRequest, 'The body is not one message.', 400);
  return message;
}

/** The id that an error is about, as far as the message has one. */
function idOf({ id }: JsonObject): JsonObject {
  return typeof id === 'string' || typeof id === 'number' ? { id } : {};
}

async function resultOf(asked: ReadMessage, wire: Wire, stream: ProgressStream): Promise<JsonObject> {
  const { method, params, isModern, meta } = asked;
  switch (method) {
    case 'tools/call':
      return callTool({
        asked,
        args: asObject(params['arguments']),
        wait: (ms) => wire.wait(ms),
        progress: (done, total) => stream.progress(meta['progressToken'], done, total),
      });
    case 'tools/list':
      return { tools: listedTools };
    case 'prompts/list':
      return { prompts };
    case 'prompts/get':
      return promptOf(params);
    case 'resources/list':
      return { resources };
    case 'resources/templates/list':
      return { resourceTemplates: templates };
    case 'resources/read':
      return resourceOf(params);
    case 'completion/complete':
      return completionOf(params);
    case 'server/discover':
      if (isModern)
        return { supportedVersions: [modernVersion, ...olderVersions], capabilities, instructions };
      break;
    case 'initialize':
      if (!isModern) return { protocolVersion: olderVersion(params), capabilities, serverInfo, instructions };
      break;
    case 'ping':
      if (!isModern) return {};
      break;
    default:
  }
  throw new JsonRpcRefusal(methodNotFound, 'Method not found', isModern ? 404 : 200);
}

function olderVersion({ protocolVersion }: JsonObject): string {
  return olderVersions.find((version) => version === protocolVersion) ?? olderVersions[0]!;
}

/** Results that say how long they hold. */
const cacheable = /\/list$|^(?:server\/discover|resources\/read)$/;

/** A result with what the revision without sessions asks of each. */
function modern(method: string, result: JsonObject): JsonObject {
  return {
    resultType: 'complete',
    ...(cacheable.test(method) ? { ttlMs, cacheScope: 'public' } : {}),
    ...result,
    _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo },
  };
}

/** An answer: a stream of events once there is something to tell before its end, JSON until then. */
class ProgressStream {
  readonly #wire: Wire;
  #isOpen = false;

  constructor(wire: Wire) {
    this.#wire = wire;
  }

  async progress(progressToken: unknown, progress: number, total: number): Promise<void> {
    if (progressToken === undefined) return;
    if (!this.#isOpen) {
      this.#isOpen = true;
      this.#wire.head(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    }
    const params = { progressToken, progress, total };
    await this.#event({ jsonrpc: '2.0', method: 'notifications/progress', params });
  }

  async end(status: number, message: object): Promise<void> {
    if (!this.#isOpen) return this.#wire.json(status, message);
    await this.#event(message);
    this.#wire.end();
  }

  async #event(message: object): Promise<void> {
    await this.#wire.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
  }
}
