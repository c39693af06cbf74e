/** Messages in a session that a client of an older revision holds at a server: most of them pass unchanged. */
import { isObject, type JsonObject } from '../../../lib/json.ts';
import type { McpMessage } from '../client-messages.ts';
import { memberNamed, objectText, withEdits } from '../json-text-edits.ts';
import { negotiatedVersion } from '../protocol-versions.ts';
import type { ServerNotification, ServerRequest } from '../server-messages.ts';

/** Methods beside lists and calls that only sessions have. */
export const sessionMethods: ReadonlySet<string> = new Set([
  'ping',
  'logging/setLevel',
  'resources/subscribe',
  'resources/unsubscribe',
]);

const ofServers: ReadonlySet<string> = new Set([
  'notifications/progress',
  'notifications/message',
  'notifications/cancelled',
  'notifications/tools/list_changed',
  'notifications/prompts/list_changed',
  'notifications/resources/list_changed',
  'notifications/resources/updated',
  'notifications/elicitation/complete',
  'notifications/tasks/status',
]);

const ofClients: ReadonlySet<string> = new Set([
  'notifications/initialized',
  'notifications/cancelled',
  'notifications/progress',
  'notifications/roots/list_changed',
  'notifications/tasks/status',
]);

/**
 * A notification of a server in the client's form; undefined for one that the client does not get.
 *
 * @param mayRead True for a resource that the client may read.
 */
export function passedToClient(
  { method, params, paramsText }: ServerNotification,
  mayRead: (uri: string) => boolean,
): string | undefined {
  if (!ofServers.has(method)) return undefined;
  if (method === 'notifications/resources/updated') {
    const { uri } = params;
    if (typeof uri !== 'string' || !mayRead(uri)) return undefined;
  }
  return objectText({ jsonrpc: '"2.0"', method: JSON.stringify(method), params: paramsText });
}

/** A request of a server in the client's form. */
export function requestToClient({ idText, method, paramsText }: ServerRequest): string {
  return objectText({
    jsonrpc: '"2.0"',
    id: idText,
    method: JSON.stringify(method),
    params: paramsText,
  });
}

/** A notification or a response of a client in the server's form; undefined for one that the server does not get. */
export function passedToServer(message: McpMessage): string | undefined {
  const { kind, method, idText, paramsText, outcomeText } = message;
  if (kind === 'response') return `{"jsonrpc":"2.0","id":${idText!},${outcomeText!}}`;
  if (!ofClients.has(method)) return undefined;
  return objectText({ jsonrpc: '"2.0"', method: JSON.stringify(method), params: paramsText });
}

/** The answer to a server in place of a response that it may not get. */
export function refusedResponse(idText: string): string {
  return objectText({
    jsonrpc: '"2.0"',
    id: idText,
    error: '{"code":-32600,"message":"The gateway does not pass the answer of this client on."}',
  });
}

/** The parameters of `initialize` in the server's form: an unsupported revision is replaced by a supported one. */
export function initializeParams({ params, paramsText }: McpMessage): string {
  const { protocolVersion } = params;
  const version = negotiatedVersion(protocolVersion);
  const text = paramsText ?? '{}';
  if (version === protocolVersion) return text;
  const place = memberNamed(text, 'protocolVersion');
  const literal = JSON.stringify(version);
  if (place !== undefined) return withEdits(text, [{ from: place.from, to: place.to, text: literal }]);
  const comma = Object.keys(params).length > 0 ? ',' : '';
  return `{"protocolVersion":${literal}${comma}${text.slice(text.indexOf('{') + 1)}`;
}

/** The capabilities of a server that pass in a session. */
export function sessionCapabilities(capabilities: JsonObject): JsonObject {
  const names = ['tools', 'prompts', 'resources', 'completions', 'logging'];
  return Object.fromEntries(
    names.flatMap((name) => {
      const said = capabilities[name];
      if (!isObject(said)) return [];
      const flags = ['listChanged', 'subscribe'].filter((flag) => said[flag] === true);
      return [[name, Object.fromEntries(flags.map((flag) => [flag, true]))]];
    }),
  );
}
