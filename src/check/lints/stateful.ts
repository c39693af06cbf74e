import { endpointsOf, isDeployed } from '../../api/endpoints/declared-endpoints/endpoint-set.ts';
import type { EndpointName } from '../../api/endpoints/index.ts';
import { translationAt } from '../../config/derived/endpoint-translation.ts';
import type { Inspect } from '../../config/inspection.ts';
import type { DeploymentConfig } from '../../config/types/models.ts';
import { BackendTags } from '../../routing/backend-tags.ts';
import { listed, quoted } from '../../routing/wording.ts';

/**
 * Clients of responses send back reasoning that only the account that made it can read: another account refuses the
 * request, and no other is tried.
 */
export const unpinnedReasoning: Inspect = ({ stateful, models }, found) => {
  if (stateful === undefined || stateful.pinsEncrypted) return;
  if (!stateful.endpoints.includes('responses')) return;
  for (const { id, balance, deployments } of models.values()) {
    const served = deployments.filter((one) => !one.disabled && keepsResponses(one));
    const accounts = new Set(served.map(({ backend }) => backend));
    if (accounts.size < 2 || balance === 'sticky') continue;
    const message = `responses of this model come from ${accounts.size} backends, and none can use the reasoning of another`;
    found.atKey(['models', id, 'deployments'], 'unpinned_reasoning', message, {
      hint: 'set `stateful.encrypted_content: pin`, or `balance: sticky` here',
    });
  }
};

/** Keys whose requests without a model would all be refused: no backend for them meets the key's tags. */
export const unmetBackendTags: Inspect = (config, found) => {
  const { keys, stateful, endpoints: said, declaredEndpoints } = config;
  const open = new Map<EndpointName, readonly string[]>();
  for (const name of stateful?.endpoints ?? [])
    if (!isDeployed(endpointsOf(config).of(name))) open.set(name, stateful?.backends[name] ?? []);
  for (const { name, model } of declaredEndpoints)
    if (model.in === 'none')
      open.set(
        name,
        (said[name]?.deployments ?? []).map(({ backend }) => backend),
      );
  const tagsOf = new BackendTags(config);
  for (const { id, tags, endpoints: granted } of keys.values()) {
    if (tags.length === 0) continue;
    const isRefused = (backends: readonly string[]) =>
      backends.length > 0 && backends.every((backend) => tagsOf.unmet(backend, tags).length > 0);
    const refused = [...open].filter(
      ([name, backends]) => (granted === undefined || granted.includes(name)) && isRefused(backends),
    );
    const [first] = refused;
    if (first === undefined) continue;
    const names = listed(
      refused.map(([name]) => name),
      'and',
    );
    const unmet = listed(tagsOf.unmet(first[1][0]!, tags).map(quoted), 'and');
    const message = `requests of this key to ${names} get 503: no backend that takes them has ${unmet}`;
    found.atValue(['keys', id, 'tags'], 'unmet_backend_tags', message, {
      hint: `send them to a backend whose deployments all list ${unmet} on every endpoint`,
    });
  }
};

/** True unless it is translated: no backend keeps translated responses. */
function keepsResponses(deployment: DeploymentConfig): boolean {
  return deployment.endpoints.responses !== undefined && !translationAt(deployment, 'responses');
}

/**
 * A client that continues a response names it, and only the account that made it knows it. If nothing leads there, the
 * second turn fails. Standbys are not examined.
 */
export const scatteredResponses: Inspect = ({ stateful, models, backends }, found) => {
  if (stateful?.endpoints.includes('responses') === true) return;
  for (const { id, balance, deployments } of models.values()) {
    if (balance === 'sticky') continue;
    const accounts = new Map<number, Set<string>>();
    for (const deployment of deployments) {
      const { backend, disabled, weight, priority } = deployment;
      if (disabled || weight === 0 || !keepsResponses(deployment)) continue;
      const known = accounts.get(priority) ?? new Set();
      accounts.set(priority, known.add(backend));
      // Each of several equal servers keeps its own responses.
      if (backends.get(backend)?.replicas !== undefined) known.add(`${backend}@`);
    }
    const most = Math.max(0, ...[...accounts.values()].map(({ size }) => size));
    if (most < 2) continue;
    const isSeveral = deployments.some(({ backend }) => backends.get(backend)?.replicas !== undefined);
    const message = `responses of this model come from ${isSeveral ? 'several servers' : `${most} backends`}, and a \`previous_response_id\` of one is unknown to another`;
    found.atKey(['models', id, 'deployments'], 'scattered_responses', message, {
      hint: 'set `balance: sticky` here, or `stateful: { ids: signed, endpoints: [responses] }`',
    });
  }
};

/** A past date: ids of 1.0.0 are refused, which its author may not know. */
export const passedShortOwners: Inspect = ({ stateful }, found) => {
  const until = stateful?.shortOwnersUntil;
  const at = ['stateful', 'short_owners_until'];
  if (until === undefined || until > found.now || found.isAbsent(at)) return;
  const day = new Date(until).toISOString().slice(0, 10);
  found.atValue(at, 'short_owners_over', `ids with short owners have been refused since ${day}`, {
    hint: 'take it out, or give it a later date',
  });
};
