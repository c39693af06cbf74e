/** `mcp`: servers of the Model Context Protocol. */

import { overlaps } from '../../../api/endpoints/declared-endpoints/path-overlap.ts';
import { pathFault } from '../../backend-url.ts';
import type { GatewayFile } from '../../schema/generated/file.generated.ts';
import type { McpConfig, McpServerConfig } from '../../types/mcp.ts';
import { type Context, isAbsent, placeOf, wrong } from '../context.ts';
import { builtInAt } from '../endpoints/built-in-at-path.ts';
import { httpsFault } from '../identity/https-url.ts';
import { type McpSurroundings, resolveMcpServer } from './mcp-server.ts';

/** The servers of a file; one whose place can't be used is left out, which is reported. */
export function resolveMcp(
  context: Context,
  written: NonNullable<GatewayFile['mcp']>,
  around: McpSurroundings & { readonly resource: string | undefined },
): McpConfig | undefined {
  if (!context.intact(['mcp'])) return undefined;
  const { resource } = around;
  const path = ['mcp'];
  const names = Object.keys(written.servers ?? {});
  checkFree(context, written.path, names, around);
  const servers = new Map<string, McpServerConfig>();
  for (const [name, server] of Object.entries(written.servers ?? {})) {
    const at = [...path, 'servers', name];
    const resolved = context.intact(at) ? resolveMcpServer(context, at, name, server, around) : undefined;
    if (resolved !== undefined) servers.set(name, resolved);
  }
  return {
    at: placeOf(context, path),
    path: written.path,
    audience: audienceOf(context, written, resource),
    servers,
  };
}

/** The path is there for whoever comes by it, and so is that of each server below it. */
function checkFree(
  context: Context,
  path: string,
  names: readonly string[],
  { endpoints, listen }: McpSurroundings,
): void {
  const at = ['mcp', 'path'];
  if (isAbsent(context, at) || !context.intact(at)) return;
  const fault = pathFault(path) ?? (path.endsWith('/') ? 'must not end in /' : undefined);
  if (fault !== undefined) return wrong(context, at, 'bad_path', fault);
  const tell = (message: string) =>
    wrong(context, at, 'bad_mcp', message, { hint: 'choose a path that is not in use' });
  if (path.startsWith('/.well-known/')) return tell('below /.well-known/ the gateway speaks of itself');
  const paths = [path, ...names.map((name) => `${path}/${name}`)];
  for (const each of paths) {
    if (each === listen?.healthPath) return tell(`\`listen.health_path\` is at ${each}`);
    const builtIn = builtInAt(each);
    if (builtIn !== undefined) return tell(`the gateway has something of its own at ${builtIn}`);
    const declared = endpoints.names.find((name) => overlaps(endpoints.of(name).path, each));
    if (declared !== undefined) return tell(`${declared} is called at ${each}`);
  }
}

/** The audience that is written, else the origin of the gateway's own URL with the path of tools. */
function audienceOf(
  context: Context,
  { audience, path }: NonNullable<GatewayFile['mcp']>,
  resource: string | undefined,
): string | undefined {
  const at = ['mcp', 'audience'];
  if (audience === undefined) {
    const isUsable = resource !== undefined && URL.canParse(resource) && httpsFault(resource) === undefined;
    return isUsable ? new URL(resource).origin + path : undefined;
  }
  if (isAbsent(context, at)) return undefined;
  const fault =
    httpsFault(audience) ??
    (audience.includes('?') ? { message: 'must not have a query (?...)' } : undefined);
  if (fault !== undefined) wrong(context, at, 'bad_mcp', fault.message);
  else if (audience.endsWith('/'))
    wrong(context, at, 'bad_mcp', 'must not end in /: the path of a server is this one with /NAME');
  else if (audience === resource)
    wrong(context, at, 'bad_mcp', 'is `identity.resource`, whose tokens open everything else', {
      hint: 'take it out: the default is the origin of that with the `path` of tools',
    });
  return audience;
}
