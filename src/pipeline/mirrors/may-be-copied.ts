import { isObject, type JsonObject } from '../../lib/json.ts';
import type { Exchange } from '../exchange.ts';

/** Fields that name what a backend keeps, have it kept, or let it run something of its own. */
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
 * Whether a request can be made twice: it is generated text or the like, nothing of it is kept by a backend, and no tool of it
 * is run by a vendor, whose doings would be done twice.
 */
export function mayBeCopied({ served, body, summary, nested, pinned, continues, upload }: Exchange): boolean {
  // A session is with one deployment.
  if (served.socket === 'session' || served.answersSecrets === true) return false;
  if (served.call !== undefined || served.model !== undefined || body?.kind !== 'json') return false;
  if ((nested ?? pinned ?? continues ?? upload) !== undefined || summary?.isBackground === true) return false;
  const fields = body.skeleton;
  if (ownFields.some((name) => isSaid(fields[name]))) return false;
  // What makes a response keeps it, unless it is asked not to.
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
