/**
 * Models and deployments that can never be chosen because no key may reach them. Priority, weight and health only order
 * deployments: an outage of the others brings each of them its turn. So only keys can shut one out, and only if all of
 * them are in the file, since a `keys_file` gets new ones at any time. Disabled or expired keys count, as they can be
 * renewed.
 */

import { endpointsOf } from '../../api/endpoints/declared-endpoints/endpoint-set.ts';
import type { EndpointName } from '../../api/endpoints/index.ts';
import { modelLists } from '../../config/derived/allowed-models.ts';
import type { Inspect } from '../../config/inspection.ts';
import type { Config } from '../../config/types/gateway.ts';
import { clientKey } from '../../keys/keyring.ts';
import { servedEndpoints } from '../../routing/eligibility.ts';
import { listed, quoted } from '../../routing/wording.ts';
import { ModelNames } from './model-names.ts';

/**
 * Reports the models that no key allows, and the deployments that serve only endpoints that their keys may not call.
 */
export const neverChosen: Inspect = (config, found) => {
  if (config.keys.size === 0 || found.has(['keys_file']) || found.has(['keys_store'])) return;
  const reach = endpointsInReach(config);
  for (const { id, deployments } of config.models.values()) {
    const reachable = reach(id);
    if (reachable.size === 0) {
      found.atKey(['models', id], 'never_chosen', `no key may use ${quoted(id)}, so it gets no request`, {
        hint: 'allow it in the `models` of a key, or take it out',
      });
      continue;
    }
    const shut = deployments.map((deployment) =>
      servedEndpoints(deployment).every((name) => !reachable.has(name)),
    );
    for (const [index, deployment] of deployments.entries()) {
      if (!shut[index]) continue;
      const serves = listed(servedEndpoints(deployment).map(quoted), 'and');
      const message = `no key that may use ${quoted(id)} may call an endpoint of this deployment (${serves})`;
      found.atKey(['models', id, 'deployments', index], 'never_chosen', message, {
        hint: 'allow the endpoint in the `endpoints` of a key, or take the deployment out',
      });
    }
  }
};

/** For each model, the endpoints that some key may call it on. */
function endpointsInReach(config: Config): (model: string) => ReadonlySet<EndpointName> {
  const { keys, models } = config;
  const { names: all } = endpointsOf(config);
  const ofAll = new Set<EndpointName>();
  const byModel = new Map<string, Set<EndpointName>>();
  const names = new ModelNames(models.keys());
  /** The examined patterns, by the endpoints that they grant. */
  const done = new Map<string, Set<string>>();
  let last: { readonly endpoints: readonly EndpointName[]; readonly name: string } | undefined;
  const nameOf = (endpoints: readonly EndpointName[]): string => {
    // Neighbouring keys mostly have the same endpoints.
    if (last === undefined || !isSame(last.endpoints, endpoints))
      last = { endpoints, name: endpoints.join() };
    return last.name;
  };
  for (const key of keys.values()) {
    const endpoints = key.endpoints ?? all;
    const [patterns, ...others] = modelLists(key);
    if (patterns === undefined) {
      for (const endpoint of endpoints) ofAll.add(endpoint);
      continue;
    }
    let allowsModel: ((model: string) => boolean) | undefined;
    const grant = others.length === 0 ? nameOf(endpoints) : `${nameOf(endpoints)} ${JSON.stringify(others)}`;
    const looked = done.get(grant) ?? new Set();
    done.set(grant, looked);
    for (const pattern of patterns) {
      if (looked.has(pattern)) continue;
      looked.add(pattern);
      for (const model of names.matching(pattern)) {
        // In a file with very many keys most patterns match nothing new.
        allowsModel ??= clientKey(key).allowsModel;
        if (!allowsModel(model)) continue;
        const reached = byModel.get(model) ?? new Set();
        byModel.set(model, reached);
        for (const endpoint of endpoints) reached.add(endpoint);
      }
    }
  }
  return (model) => new Set([...ofAll, ...(byModel.get(model) ?? [])]);
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one === other || (one.length === other.length && one.every((name, at) => name === other[at]));
}
