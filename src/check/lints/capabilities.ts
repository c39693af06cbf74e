/**
 * The trap of generic tags: `vision` asks for the capability on the called endpoint, and on every conversation endpoint
 * that a deployment serves without translation. A capability on some of them only needs its scoped tag.
 * It is a trap only if no deployment of the model satisfies the generic tag on any call. A routing test that asks this
 * model for the capability, in either form, shows that its author knows.
 */

import { type EndpointSet, endpointsOf } from '../../api/endpoints/declared-endpoints/endpoint-set.ts';
import type { Inspect } from '../../config/inspection.ts';
import type { Path } from '../../config/text/tree.ts';
import type { Config } from '../../config/types/gateway.ts';
import type { ModelConfig } from '../../config/types/models.ts';
import { parseTag } from '../../routing/eligibility.ts';
import { routingTable } from '../../routing/routing-table.ts';
import { listed, quoted } from '../../routing/wording.ts';

/** Reports every capability of a model whose generic tag always fails, and the tag that works. */
export const genericTagTraps: Inspect = (config, found) => {
  if (config.routing.genericTags === 'called_endpoint') return;
  const known = testedTags(config);
  const endpoints = endpointsOf(config);
  for (const { model, tags } of routingTable(config).models.values()) {
    const satisfied = new Set(tags);
    const scoped = new Map<string, string[]>();
    for (const tag of tags) {
      const { endpoint, capability } = parseTag(tag, endpoints);
      if (endpoint === undefined || satisfied.has(capability)) continue;
      scoped.set(capability, [...(scoped.get(capability) ?? []), tag]);
    }
    for (const [capability, instead] of scoped) {
      if (known.get(model.id)?.has(capability)) continue;
      const asked = listed(instead.map(quoted), 'or');
      const message = `the tag ${quoted(capability)} always fails for ${quoted(model.id)}: some endpoints lack it; ask for ${asked}`;
      found.atValue(
        found.itemPath(firstList(model, capability, endpoints), capability),
        'generic_tag_trap',
        message,
        {
          hint: 'a routing test that asks for the scoped tag shows that it is meant; or list the capability under every endpoint',
        },
      );
    }
  }
};

/** The capabilities that routing tests ask each model for. */
function testedTags(config: Config): ReadonlyMap<string, ReadonlySet<string>> {
  const asked = new Map<string, Set<string>>();
  const endpoints = endpointsOf(config);
  for (const { request } of config.tests) {
    const models = request.model === undefined ? request.models : [request.model, ...request.models];
    for (const id of models) {
      const capabilities = asked.get(id) ?? new Set<string>();
      asked.set(id, capabilities);
      for (const tag of request.tags) capabilities.add(parseTag(tag, endpoints).capability);
    }
  }
  return asked;
}

/** The first list that holds it. */
function firstList({ id, deployments }: ModelConfig, capability: string, { tagPrefixes }: EndpointSet): Path {
  for (const [index, { endpoints }] of deployments.entries()) {
    const endpoint = tagPrefixes.find((name) => endpoints[name]?.includes(capability));
    if (endpoint !== undefined) return ['models', id, 'deployments', index, 'endpoints', endpoint];
  }
  return ['models', id];
}
