/** A message of the simulated server's client, checked against its revision of the protocol. */
import type { IncomingHttpHeaders } from 'node:http';
import { asObject, asText, isObject, type JsonObject } from '../json-values.ts';
import {
  headerMismatch,
  invalidParams,
  invalidRequest,
  JsonRpcRefusal,
  unsupportedVersion,
} from './json-rpc-refusal.ts';

export const modernVersion = '2026-07-28';
export const olderVersions: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26'];

const versionName = 'io.modelcontextprotocol/protocolVersion';
const capabilitiesName = 'io.modelcontextprotocol/clientCapabilities';

/** One message. */
export interface ReadMessage {
  /** Undefined for a notification. */
  readonly id: string | number | undefined;
  readonly method: string;
  readonly params: JsonObject;
  readonly meta: JsonObject;
  /** In the revision without sessions. */
  readonly isModern: boolean;
  /** The capabilities of the client. */
  readonly capabilities: JsonObject;
}

/** Reads a message and its head. */
export function readMessage(message: JsonObject, headers: IncomingHttpHeaders): ReadMessage {
  const { id, method, params: given = {} } = message;
  const isId = id === undefined || typeof id === 'string' || Number.isInteger(id);
  if (message['jsonrpc'] !== '2.0' || typeof method !== 'string' || !isId)
    throw new JsonRpcRefusal(invalidRequest, 'The body is not a request of JSON-RPC 2.0.', 400);
  if (!isObject(given)) throw new JsonRpcRefusal(invalidParams, '`params` is not an object.', 400);
  const meta = asObject(given['_meta']);
  const isModern = meta[versionName] !== undefined || headers['mcp-protocol-version'] === modernVersion;
  const asked: ReadMessage = {
    id: id as ReadMessage['id'],
    method,
    params: given,
    meta,
    isModern,
    capabilities: asObject(meta[capabilitiesName]),
  };
  if (isModern) checkModern(asked, headers);
  else checkVersion(headers['mcp-protocol-version']);
  return asked;
}

function checkVersion(version: IncomingHttpHeaders[string]): void {
  if (version === undefined || olderVersions.includes(String(version))) return;
  throw new JsonRpcRefusal(unsupportedVersion, 'Unsupported protocol version', 400, {
    supported: [modernVersion, ...olderVersions],
    requested: version,
  });
}

/** Members of the parameters that the head repeats. */
const repeated: Readonly<Record<string, 'name' | 'uri'>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
};

function checkModern({ method, params, meta, id }: ReadMessage, headers: IncomingHttpHeaders): void {
  const version = meta[versionName];
  if (typeof version !== 'string' || !isObject(meta[capabilitiesName]))
    throw new JsonRpcRefusal(invalidParams, `\`_meta\` lacks ${versionName} or ${capabilitiesName}.`, 400);
  if (headers['mcp-protocol-version'] !== version) throw differs('MCP-Protocol-Version');
  if (version !== modernVersion) checkVersion(version);
  if (id === undefined) return;
  if (headers['mcp-method'] !== method) throw differs('Mcp-Method');
  const named = Object.hasOwn(repeated, method) ? params[repeated[method]!] : undefined;
  if (named !== undefined && decoded(asText(headers['mcp-name'])) !== named) throw differs('Mcp-Name');
}

function decoded(value: string | undefined): string | undefined {
  const [, base64] = /^=\?base64\?(.*)\?=$/.exec(value ?? '') ?? [];
  return base64 === undefined ? value : Buffer.from(base64, 'base64').toString();
}

function differs(header: string): JsonRpcRefusal {
  return new JsonRpcRefusal(headerMismatch, `${header} is missing or differs from the body.`, 400);
}
