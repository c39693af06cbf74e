/** Converts messages to servers of revisions before 2026-07-28, and their results for clients of 2026-07-28. */
import type { JsonObject } from '../../../lib/json.ts';
import { objectText } from '../json-text-edits.ts';
import { type Implementation, olderVersions } from '../protocol-versions.ts';

/** Results with a validity. */
const cacheable: ReadonlySet<string> = new Set([
  'server/discover',
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
]);

/**
 * A result with the members that the new revision requires. An older server has not named its validity, nor its
 * readers.
 */
export function modernResult(method: string, result: JsonObject, text: string): string {
  const added: string[] = [];
  if (result['resultType'] === undefined) added.push('"resultType":"complete"');
  if (cacheable.has(method)) {
    if (result['ttlMs'] === undefined) added.push('"ttlMs":0');
    if (result['cacheScope'] === undefined) added.push('"cacheScope":"private"');
  }
  if (added.length === 0) return text;
  const rest = text.slice(text.indexOf('{') + 1);
  return `{${added.join(',')}${Object.keys(result).length > 0 ? ',' : ''}${rest}`;
}

/**
 * The parameters with which the gateway begins a session of its own. It declares no capabilities of a client, so the
 * server can't ask the users of the session for anything.
 */
export function ownInitializeParams(self: Implementation, version = olderVersions[0]!): string {
  return JSON.stringify({ protocolVersion: version, capabilities: {}, clientInfo: self });
}

/** The notification after the answer to `initialize`. */
export const initializedNotification = '{"jsonrpc":"2.0","method":"notifications/initialized"}';

/** The answer to a request of an older server to its client, which must get one. */
export function refusedServerRequest(idText: string, method: string): string {
  const isPing = method === 'ping';
  return objectText({
    jsonrpc: '"2.0"',
    id: idText,
    result: isPing ? '{}' : undefined,
    error: isPing ? undefined : '{"code":-32601,"message":"This client takes no requests."}',
  });
}
