import type { EndpointSet } from '../../../api/endpoints/declared-endpoints/endpoint-set.ts';
import { nanoUsdPerUsd } from '../../../observe/cost.ts';
import { isPrivateHost } from '../../addresses.ts';
import { hostOf, parseHttpUrl, staysOnHost } from '../../backend-url.ts';
import { mcpServerName } from '../../derived/mcp-server-name.ts';
import type { Environment } from '../../proxy-url.ts';
import type { McpServer } from '../../schema/generated/file.generated.ts';
import type { Path } from '../../text/tree.ts';
import type { BackendConfig } from '../../types/backends.ts';
import type { CredentialConfig } from '../../types/credentials.ts';
import type { ListenConfig } from '../../types/listen.ts';
import type { CallerExchange, McpPrice, McpServerConfig } from '../../types/mcp.ts';
import { resolveAccess, serverWithoutEndpoints } from '../backends/server-without-endpoints.ts';
import { type Context, duration, isAbsent, wrong } from '../context.ts';
import { resolveCapacity } from '../limits.ts';
import { type FoundToolsLock, lockedOf } from './tools-lock.ts';

/** The rest of the configuration, as far as servers depend on it. */
export interface McpSurroundings {
  readonly env: Environment;
  readonly endpoints: EndpointSet;
  readonly listen: ListenConfig | undefined;
  readonly toolsLock: FoundToolsLock;
}

/** A server, asked as a backend is that serves no endpoint of ours. Undefined where its `url` can't be used. */
export function resolveMcpServer(
  context: Context,
  path: Path,
  name: string,
  written: McpServer,
  around: McpSurroundings,
): McpServerConfig | undefined {
  const target = resolveTarget(context, path, written);
  const resolved = resolveAccess(context, path, written, around.env, target?.hostname);
  const exchange = exchangeOf(resolved.credential);
  const access = exchange === undefined ? resolved : { ...resolved, credential: undefined };
  if (exchange !== undefined) checkExchange(context, path, written);
  checkHeaders(context, [...path, 'headers'], written.headers);
  const time = (phase: keyof McpServer['timeouts']) =>
    duration(context, [...path, 'timeouts', phase], written.timeouts[phase]);
  const [connectMs, idleMs, totalMs] = [time('connect'), time('idle'), time('total')];
  if (target === undefined) return undefined;
  const { address } = target;
  const own = {
    name: mcpServerName(name),
    countsHops: false,
    connectMs,
    // A tool takes as long as it takes, and a list of changes is silent for hours.
    idleMs,
    totalMs,
    maxConnections: written.max_connections,
    health: undefined,
    ...(!written.private && address.kind === 'url' && { isPublicOnly: true as const }),
  };
  const server = serverWithoutEndpoints(
    context,
    path,
    written,
    { address, basePath: '' },
    access,
    own,
    around,
  );
  return {
    name,
    at: server.at,
    server,
    path: target.path,
    exchange,
    tools: written.tools,
    isPinned: written.pin === 'lock',
    locked: lockedOf(context, path, written, { name, ...around.toolsLock }),
    sessions: written.sessions,
    health: written.health && {
      intervalMs: duration(context, [...path, 'health', 'interval'], written.health.interval),
    },
    limits: resolveCapacity(context, [...path, 'rate_limit'], written.rate_limit),
    price: context.intact([...path, 'price']) ? priceOf(written.price) : undefined,
  };
}

/** The credential that is made of each caller's token; nothing renews it beside requests. */
function exchangeOf(credential: CredentialConfig | undefined): CallerExchange | undefined {
  if (credential?.kind !== 'token') return undefined;
  const { source } = credential;
  return source.kind === 'oauth2' && source.subject === 'caller' ? { ...credential, source } : undefined;
}

/** Refuses settings that have the gateway ask the server by itself, without a caller. */
function checkExchange(context: Context, path: Path, { pin, health, sessions }: McpServer): void {
  const fields = [
    ...(pin === undefined ? [] : ['pin']),
    ...(health === undefined ? [] : ['health']),
    ...(sessions === 'shared' ? ['sessions'] : []),
  ];
  for (const field of fields) {
    const message = `"${field}" makes the gateway ask the server by itself, but the server takes only tokens of callers`;
    wrong(context, [...path, field], 'bad_mcp', message, {
      hint: `take it out, or \`subject: caller\` of \`auth\``,
    });
  }
}

function priceOf(written: McpServer['price']): McpPrice | undefined {
  if (written === undefined) return undefined;
  const nanoUsd = (usd: number) => Math.round(usd * nanoUsdPerUsd);
  return {
    perRequestNanoUsd: nanoUsd(written.per_request),
    perToolCallNanoUsd: Object.fromEntries(
      Object.entries(written.per_tool_call).map(([name, usd]) => [name, nanoUsd(usd)]),
    ),
  };
}

interface Target {
  readonly address: BackendConfig['address'];
  /** With its query. */
  readonly path: string;
  /** Empty where it has none, undefined where it is not known. */
  readonly hostname: string | undefined;
}

function resolveTarget(context: Context, path: Path, written: McpServer): Target | undefined {
  if (written.simulator) {
    const address = { kind: 'simulator', latencyMs: 0, tokensPerSecond: 0, text: undefined } as const;
    return { address, path: '/mcp', hostname: '' };
  }
  const at = [...path, 'url'];
  if (written.url === undefined || !context.intact(path)) return undefined;
  if (isAbsent(context, at)) {
    const address = { kind: 'url', protocol: 'https:', hostname: 'unset.invalid', port: 443 } as const;
    return { address, path: '/', hostname: undefined };
  }
  const url = parseHttpUrl(written.url);
  if ('message' in url) {
    wrong(context, at, url.name, url.message, { hint: url.hint });
    return undefined;
  }
  const protocol = url.protocol === 'http:' ? 'http:' : 'https:';
  const hostname = hostOf(url);
  if (!written.private && isPrivateHost(hostname)) {
    wrong(context, at, 'bad_mcp', 'leads to an address of this host or of a private network', {
      hint: 'set `private: true` beside it if that is intended',
    });
  }
  if (!written.plaintext && !staysOnHost({ protocol, hostname })) {
    const what = written.auth === undefined ? 'calls of tools and their answers' : 'calls and the credential';
    wrong(context, at, 'plaintext_backend', `${what} go over the network in clear`, {
      hint: 'use https://, or set `plaintext: true` if the network is trusted',
    });
  }
  const port = Number(url.port) || (protocol === 'http:' ? 80 : 443);
  return { address: { kind: 'url', protocol, hostname, port }, path: url.pathname + url.search, hostname };
}

/** Headers in which the gateway says what a request is. */
const ofTheProtocol = /^(?:accept|content-type|last-event-id|mcp-.*)$/i;

function checkHeaders(context: Context, path: Path, headers: Readonly<Record<string, string>>): void {
  for (const name of Object.keys(headers)) {
    if (!ofTheProtocol.test(name)) continue;
    const message = `the header ${name.toLowerCase()} is set by the gateway for each request`;
    context.report.atKey(context.tree, [...path, name], 'bad_header', message);
  }
}
