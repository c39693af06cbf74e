import type { BuiltInName } from '../../api/endpoints/index.ts';
import { standardPaths } from '../../config/backend-url.ts';
import type { Inspect } from '../../config/inspection.ts';
import type { WireConfig } from '../../config/types/backends.ts';
import { ownPathsOf } from '../../config/wire-paths.ts';
import { endpointsByBackend } from './backends.ts';

/** An endpoint without a path in a cloud, served by a deployment there: each request would be a 404. */
export const wireEndpoints: Inspect = (config, found) => {
  const used = endpointsByBackend(config);
  for (const { name, wire } of config.backends.values()) {
    if (wire === undefined) continue;
    const { paths } = ownPathsOf(wire, '');
    for (const endpoint of used.get(name) ?? []) {
      if (paths[endpoint as BuiltInName] !== undefined || found.has(['backends', name, 'paths', endpoint]))
        continue;
      const message = `\`wire: ${wire.kind}\` has no path for ${endpoint}, and a deployment serves it here`;
      const own = endpoint === 'chat_completions' ? openApiPath(wire) : undefined;
      found.atValue(['backends', name, 'wire'], 'wire_endpoint', message, {
        hint:
          own === undefined
            ? `take ${endpoint} out of the deployments here, or give its path in \`paths\``
            : `write \`paths: { ${endpoint}: ${own} }\` beside \`wire\``,
      });
    }
  }
};

/** The path of Vertex AI's chat completions, for any model. */
function openApiPath(wire: WireConfig): string | undefined {
  if (wire.kind !== 'vertex') return undefined;
  const { project, location } = wire;
  const usual = standardPaths.chat_completions.slice('/v1'.length);
  return `/v1/projects/${project}/locations/${location}/endpoints/openapi${usual}`;
}

const googleHost = /(?:^|-)aiplatform\.(?:\w+\.rep\.)?googleapis\.com$/;

/** A location of Vertex AI with a host of another location. */
export const vertexHosts: Inspect = ({ backends }, found) => {
  for (const { name, wire, address } of backends.values()) {
    const at = ['backends', name];
    if (wire?.kind !== 'vertex' || address.kind !== 'url') continue;
    if (found.isAbsent([...at, 'url']) || found.isAbsent([...at, 'location'])) continue;
    const host = hostOf(wire.location);
    const called = address.hostname.toLowerCase();
    // Any other server in front knows where to go.
    if (called === host || !googleHost.test(called)) continue;
    const message = `the location ${wire.location} is at ${host}, not at ${called}`;
    found.atValue([...at, 'url'], 'location_host', message, { hint: `write https://${host}` });
  }
};

function hostOf(location: string): string {
  if (location === 'global') return 'aiplatform.googleapis.com';
  if (location === 'us' || location === 'eu') return `aiplatform.${location}.rep.googleapis.com`;
  return `${location}-aiplatform.googleapis.com`;
}
