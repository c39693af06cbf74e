import { isIP } from 'node:net';
import { parseBackendUrl, staysOnHost } from '../../backend-url.ts';
import type { Backend } from '../../schema/generated/file.generated.ts';
import type { Path } from '../../text/tree.ts';
import type { BackendConfig, ReplicasConfig, ServerAddress } from '../../types/backends.ts';
import { type Context, duration, isAbsent, shown, wrong } from '../context.ts';

interface Target {
  readonly address: BackendConfig['address'];
  readonly basePath: string;
}

/** The equal servers of a backend, and whether what is said of them and of their load can be. */
export function resolveReplicas(
  context: Context,
  path: Path,
  { replicas, load, plaintext }: Backend,
  { address, basePath }: Target,
  proxy: BackendConfig['proxy'],
): ReplicasConfig | undefined {
  const isBehindProxy = proxy !== undefined && proxy !== 'direct';
  if (load !== undefined && address.kind === 'simulator') {
    wrong(
      context,
      [...path, 'load'],
      'bad_replicas',
      'the built-in simulator has no load that could be asked for',
      {
        hint: 'take it out',
      },
    );
  } else if (load !== undefined && isBehindProxy) {
    wrong(
      context,
      [...path, 'load'],
      'bad_replicas',
      'servers behind a `proxy` are not asked for their load',
      {
        hint: 'take it out, or set `proxy: none`',
      },
    );
  }
  if (replicas === undefined) return undefined;
  const at = [...path, 'replicas'];
  if (address.kind === 'simulator') {
    wrong(context, at, 'bad_replicas', 'the built-in simulator is one server', { hint: 'take it out' });
    return undefined;
  }
  if (Array.isArray(replicas)) {
    return { kind: 'list', servers: serversOf(context, at, replicas, plaintext, basePath) };
  }
  const { hostname } = address;
  const isUnset = isAbsent(context, [...path, 'url']);
  if (isIP(hostname) !== 0 && !isUnset) {
    wrong(
      context,
      [...at, 'dns'],
      'bad_replicas',
      'the host of `url` is an address, of which no others can be looked up',
      {
        hint: 'write the name of the servers in `url`, or list their URLs here',
      },
    );
  }
  if (isBehindProxy) {
    wrong(
      context,
      [...at, 'dns'],
      'bad_replicas',
      'behind a `proxy` names are looked up by the proxy, not by the gateway',
      {
        hint: 'list the URLs of the servers here, or set `proxy: none`',
      },
    );
  }
  return { kind: 'dns', everyMs: duration(context, [...at, 'dns'], replicas.dns) };
}

function serversOf(
  context: Context,
  at: Path,
  urls: readonly string[],
  plaintext: boolean,
  basePath: string,
): readonly ServerAddress[] {
  const servers: ServerAddress[] = [];
  const seen = new Map<string, number>();
  for (const [index, written] of urls.entries()) {
    const place = [...at, index];
    if (!context.intact(place) || isAbsent(context, place)) continue;
    const url = parseBackendUrl(written);
    if ('message' in url) {
      wrong(context, place, url.name, url.message, url.hint === undefined ? undefined : { hint: url.hint });
      continue;
    }
    if (url.basePath !== '' && url.basePath !== basePath) {
      wrong(
        context,
        place,
        'bad_replicas',
        `has another path than \`url\`: ${shown(context, place, url.basePath)}`,
        {
          hint: 'write the host alone: all servers of a backend are asked at the path of `url`',
        },
      );
    }
    if (!plaintext && !staysOnHost(url)) {
      wrong(context, place, 'plaintext_backend', 'prompts and the credential go over the network in clear', {
        hint: 'use https://, or set `plaintext: true` if the network is trusted',
      });
    }
    const { protocol, hostname, port } = url;
    const name = `${hostname}:${port}`;
    const first = seen.get(name);
    if (first !== undefined) {
      wrong(context, place, 'bad_replicas', `is the same server as entry ${first + 1} of the list`, {
        hint: 'take one of the two out: it would get twice the share of the others',
      });
      continue;
    }
    seen.set(name, index);
    servers.push({ protocol, hostname, port });
  }
  return servers;
}
