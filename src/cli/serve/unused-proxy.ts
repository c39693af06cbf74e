import { isLoopback } from '../../config/addresses.ts';
import { allServers } from '../../config/derived/all-servers.ts';
import { type Environment, proxyVariable } from '../../config/proxy-url.ts';
import type { Config } from '../../config/types/gateway.ts';

/** The notice of `serve` about a proxy in the environment that backends, guards and MCP servers do not use, unless the file mentions it. */
export function unusedProxy(config: Config, env: Environment): string | undefined {
  const names: string[] = [];
  let variable: string | undefined;
  for (const { name, address, proxy } of allServers(config)) {
    if (proxy !== undefined || address.kind !== 'url' || isLoopback(address.hostname)) continue;
    const named = proxyVariable(env, address);
    if (named === undefined) continue;
    variable ??= named.name;
    names.push(name);
  }
  if (variable === undefined) return undefined;
  const shown =
    names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ');
  return (
    `${variable} is set and not used for ${shown}; ` +
    'say `proxy: environment` there to go through it, or `proxy: none` to go direct'
  );
}
