import { isObject, type JsonObject } from '../../lib/json.ts';
import type { Exchange } from '../exchange.ts';

/** Fields that name a stored object of a backend, have one made, or let the backend run something of its own. */
const ownFields: readonly string[] = [
  'previous_response_id',
  'conversation',
  'prompt',
  'background',
  'container',
  'mcp_servers',
  'web_search_options',
  'plugins',
];
/** Tools that the client runs. */
const clientsTools: ReadonlySet<unknown> = new Set([undefined, 'function', 'custom']);

/**
 * True if a request can be made twice: it generates text or the like, no backend keeps anything of it, and no vendor
 * runs a tool of it, whose effects would happen twice.
 */
export function mayBeCopied({ served, body, summary, nested, pinned, continues, upload }: Exchange): boolean {
  // A session is with one deployment.
  if (served.socket === 'session' || served.answersSecrets === true) return false;
  if (served.call !== undefined || served.model !== undefined || body?.kind !== 'json') return false;
  if ((nested ?? pinned ?? continues ?? upload) !== undefined || summary?.isBackground === true) return false;
  const fields = body.skeleton;
  if (ownFields.some((name) => isSaid(fields[name]))) return false;
  // The endpoint keeps a response unless it is asked not to.
  if (served.name === 'responses' ? fields['store'] !== false : fields['store'] === true) return false;
  return areClients(fields['tools']);
}

function isSaid(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false;
}

function areClients(tools: unknown): boolean {
  if (tools === undefined || tools === null) return true;
  return Array.isArray(tools) && tools.every((tool) => isObject(tool) && isClients(tool));
}

function isClients({ type }: JsonObject): boolean {
  return clientsTools.has(type);
}
