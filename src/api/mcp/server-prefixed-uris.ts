/**
 * URIs of resources among those of all servers: `SERVER+URI`, which is a URI with a scheme of its own. Names of servers
 * hold no `+`, so the first one ends the server's name.
 */
import type { OfferedName } from './server-prefixed-names.ts';

const serverName = /^[a-z][a-z0-9-]{0,23}$/;

/** A server's URI, or template of URIs, as clients see it among those of all. */
export function markedUri(server: string, uri: string): string {
  return `${server}+${uri}`;
}

/** The server of a URI, and the URI there; undefined for one without a mark. */
export function splitUri(marked: string): OfferedName | undefined {
  const at = marked.indexOf('+');
  if (at < 1) return undefined;
  const server = marked.slice(0, at);
  return serverName.test(server) ? { server, name: marked.slice(at + 1) } : undefined;
}

/** A URI without the mark of one server; any other URI unchanged. */
export function unmarkedUri(server: string, uri: string): string {
  return uri.startsWith(`${server}+`) ? uri.slice(server.length + 1) : uri;
}

/** True if all URIs of a template have the same scheme, before which the mark goes. */
export function hasScheme(template: string): boolean {
  return /^[A-Za-z][A-Za-z0-9+.-]*:/.test(template);
}
