import type { EndpointName } from '../../../api/endpoints/index.ts';
import type { Inspect } from '../../../config/inspection.ts';
import { servedEndpoints } from '../../../routing/eligibility.ts';

/**
 * Declared endpoints, and those of `stateful.endpoints`, that no deployment serves or no key may call: every request
 * gets a 403 or a 404. With a `keys_file`, a key that may call them can appear at any time.
 */
export const idleEndpoints: Inspect = ({ declaredEndpoints, stateful, models, keys }, found) => {
  const kept = stateful?.endpoints ?? [];
  if (declaredEndpoints.length + kept.length === 0) return;
  const deployments = [...models.values()].flatMap(({ deployments: all }) => all);
  const served = new Set(deployments.flatMap(servedEndpoints));
  for (const { name, model } of declaredEndpoints) {
    if (model?.in === 'none' || served.has(name)) continue;
    found.atKey(['endpoints', name], 'idle_endpoint', 'no deployment serves this endpoint', {
      hint: `list it at a deployment, \`endpoints: { ${name}: [] }\` of a deployment, or take it out`,
    });
  }
  if (keys.size === 0 || found.has(['keys_file']) || found.has(['keys_store'])) return;
  const isCalled = (name: EndpointName) =>
    [...keys.values()].some(({ endpoints }) => endpoints?.includes(name) ?? true);
  const hint = (name: string) =>
    `name it in the \`endpoints\` of a key, such as \`endpoints: [${name}]\`, or take it out`;
  for (const { name, model } of declaredEndpoints) {
    if (isCalled(name) || (model?.in !== 'none' && !served.has(name))) continue;
    found.atKey(['endpoints', name], 'idle_endpoint', 'no key may call this endpoint', { hint: hint(name) });
  }
  for (const name of kept) {
    const list = ['stateful', 'endpoints'];
    const at = found.itemPath(list, name);
    // An endpoint that another one brings along is not written in the file.
    if (at.length === list.length || isCalled(name)) continue;
    found.atValue(at, 'idle_endpoint', `no key may call ${name}`, { hint: hint(name) });
  }
};
