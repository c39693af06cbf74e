/**
 * Fallbacks that seem to help and don't: a chain names them, but no request reaches them. An outage would show it at
 * the latest.
 */
import {
  endpointsOf as allEndpointsOf,
  type EndpointSet,
} from '../../api/endpoints/declared-endpoints/endpoint-set.ts';
import { modelLists } from '../../config/derived/allowed-models.ts';
import type { Inspect } from '../../config/inspection.ts';
import type { KeyConfig } from '../../config/types/keys.ts';
import type { ModelConfig } from '../../config/types/models.ts';
import { clientKey } from '../../keys/keyring.ts';
import { maxAttemptsInAll } from '../../routing/attempts/retries.ts';
import { servedEndpoints } from '../../routing/eligibility.ts';
import { listed, quoted } from '../../routing/wording.ts';
import { ModelNames } from './model-names.ts';

/** A fallback that lacks its model's endpoints, and one for which no attempt is left. */
export const uselessFallbacks: Inspect = (config, found) => {
  const { models } = config;
  const endpoints = allEndpointsOf(config);
  for (const model of models.values()) {
    if (model.fallbacks.length === 0) continue;
    const served = endpointsOf(model, endpoints);
    for (const [index, id] of model.fallbacks.entries()) {
      const at = ['models', model.id, 'fallbacks', index];
      const fallback = models.get(id);
      const own = fallback === undefined ? served : endpointsOf(fallback, endpoints);
      if (index + 1 >= maxAttemptsInAll) {
        const message = `${quoted(id)} is never tried: a request is tried ${maxAttemptsInAll} times at most, and ${index + 1} models come before it`;
        found.atValue(at, 'useless_fallback', message, {
          hint: 'name fewer fallbacks, the most useful ones first',
        });
      } else if (served.length === 0) {
        const message = `${quoted(id)} can never stand in for ${quoted(model.id)}: on its endpoints no other model may answer`;
        found.atValue(at, 'useless_fallback', message, { hint: 'take it out' });
      } else if (!own.some((endpoint) => served.includes(endpoint))) {
        const message = `${quoted(id)} can never stand in for ${quoted(model.id)}: it serves ${named(own, 'and')}, and not ${named(served, 'or')}`;
        found.atValue(at, 'useless_fallback', message, {
          hint: 'take it out, or give it a deployment that serves the same',
        });
      }
    }
  }
};

/** The endpoints on which another model may answer. */
function endpointsOf({ deployments }: ModelConfig, endpoints: EndpointSet): readonly string[] {
  const served = new Set(deployments.flatMap(servedEndpoints));
  return [...served].filter((name) => endpoints.of(name).failover === 'full');
}

function named(endpoints: readonly string[], conjunction: 'and' | 'or'): string {
  return listed(endpoints.map(quoted), conjunction);
}

/** Fallbacks that a key may not use. Keys that share one list of models are reported once, at the first. */
export const fallbacksOutOfReach: Inspect = ({ models, keys }, found) => {
  const withFallbacks = [...models.values()].filter(({ fallbacks }) => fallbacks.length > 0);
  if (withFallbacks.length === 0) return;
  const names = new ModelNames(withFallbacks.map(({ id }) => id));
  // Many keys share a pattern, and most patterns match no model with fallbacks.
  const matching = new Map<string, readonly string[]>();
  const idsOf = (patterns: readonly string[]): Iterable<string> => {
    const lists: (readonly string[])[] = [];
    for (const pattern of patterns) {
      const ids = matching.get(pattern) ?? names.matching(pattern);
      matching.set(pattern, ids);
      if (ids.length > 0) lists.push(ids);
    }
    return lists.length === 1 ? lists[0]! : new Set(lists.flat());
  };
  const all = new ModelNames(models.keys());
  for (const { key, count } of keysByModels(keys.values(), all)) {
    const [patterns = []] = modelLists(key);
    const { allowsModel: allows } = clientKey(key);
    const more = count > 1 ? ` (the same of ${count - 1} more)` : '';
    for (const id of idsOf(patterns)) {
      const fallbacks = models.get(id)?.fallbacks ?? [];
      if (!allows(id) || fallbacks.every(allows)) continue;
      const missing = fallbacks.filter((fallback) => !allows(fallback));
      const what = `its ${missing.length === 1 ? 'fallback' : 'fallbacks'} ${listed(missing.map(quoted), 'and')}`;
      const message = `the key allows ${quoted(id)} but not ${what}, so for this key there is nothing to fall back to there${more}`;
      const at = ['keys', key.id, ...(key.models === undefined ? [] : ['models'])];
      found.atValue(at, 'fallback_not_allowed', message, {
        hint: 'allow the fallback too, if it is meant',
      });
    }
  }
};

/** Keys that may use the same models of the file: the first of them, and their number. */
function keysByModels(
  keys: Iterable<KeyConfig>,
  names: ModelNames,
): Iterable<{ readonly key: KeyConfig; readonly count: number }> {
  const byModels = new Map<string, { readonly key: KeyConfig; count: number }>();
  const isOfUse = (pattern: string) => names.matching(pattern).length > 0;
  for (const key of keys) {
    const lists = modelLists(key);
    if (lists.length === 0 || key.disabled) continue;
    // Most keys have one list, and there may be tens of thousands of them. No name holds a line break.
    const list = lists.length === 1 ? lists[0]!.filter(isOfUse).join('\n') : JSON.stringify(lists);
    const alike = byModels.get(list);
    if (alike === undefined) byModels.set(list, { key, count: 1 });
    else alike.count += 1;
  }
  return byModels.values();
}
