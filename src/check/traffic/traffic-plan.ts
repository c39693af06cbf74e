/**
 * The destination of a logged request under one configuration while everything is healthy, before `balance` chooses
 * between equals. Plan and order come from the serving functions.
 */

import { isIP } from 'node:net';
import { tagsOf } from '../../api/body/inferred-capabilities.ts';
import type { CapabilityName } from '../../api/dialects/needs.ts';
import { endpointsOf } from '../../api/endpoints/declared-endpoints/endpoint-set.ts';
import type { BackendConfig } from '../../config/types/backends.ts';
import type { Config } from '../../config/types/gateway.ts';
import type { KeyConfig } from '../../config/types/keys.ts';
import { type ErrorCode, publicCode } from '../../errors.ts';
import { clientKey, type Key } from '../../keys/keyring.ts';
import { attemptOrder, type Preference } from '../../routing/attempts/attempt-order.ts';
import type { Strategy } from '../../routing/balance/strategy.ts';
import { plan } from '../../routing/plan.ts';
import { type Candidate, routingTable } from '../../routing/routing-table.ts';
import { tiedWithFirst } from '../explain/tied-first.ts';
import type { LoggedRequest } from './logged-request.ts';

/** A deployment with its identity: two files may have different ones of the same name. */
export interface Place {
  /** `MODEL/NAME`. */
  readonly deployment: string;
  readonly backend: string;
  /** The backend's name for the model. */
  readonly model: string;
  /** Scheme, host and port; `simulator` for the built-in one. */
  readonly address: string;
}

/** The deployments in groups of equals, in the order of attempts, or the client's error code. */
export type TrafficPlan =
  | { readonly groups: readonly (readonly Place[])[]; readonly refusal?: undefined }
  | { readonly groups?: undefined; readonly refusal: string };

/** The request's own wishes: its key and its body add others that depend on the file. */
export type WantedRequest = Pick<
  LoggedRequest,
  'key' | 'endpoint' | 'model' | 'models' | 'tags' | 'needs' | 'client'
>;

export type TrafficPlanner = (request: WantedRequest) => TrafficPlan;

/** Equals have no order, except that those of weight 0 come after the others. */
const beforeBalance: Strategy = {
  order: (peers) => [...peers].sort((a, b) => Number(a.weight === 0) - Number(b.weight === 0)),
};
const noFacts = { stickyKey: undefined, inputTokens: 1, outputTokens: 1 };
const healthy = () => 'healthy' as const;

/** @param wallNow Decides which keys are valid, in milliseconds since the epoch. */
export function trafficPlanner(config: Config, wallNow: number): TrafficPlanner {
  const table = routingTable(config);
  const keyOf = keysById(config.keys);
  const placeOf = placesOf(config.backends);
  const { infer } = config.routing;
  return ({ key: id, endpoint, model, models, tags, needs, client }) => {
    const key = keyOf(id);
    if (key === undefined || !key.isActive(wallNow)) return refused('invalid_api_key');
    if (isOutside(key, client, config.log.clientIp)) return refused('address_not_allowed');
    if (table.endpoints.named(endpoint) === undefined) return refused('unknown_path');
    if (!key.allowsEndpoint(endpoint)) return refused('endpoint_not_allowed');
    const required =
      infer === 'require' ? tagsOf(needs as readonly CapabilityName[], endpointsOf(config).of(endpoint)) : [];
    const planned = plan(table, {
      endpoint,
      model,
      models,
      tags: [...tags, ...key.config.tags, ...required],
      allows: key.allowsModel,
    });
    if (planned.refusal !== undefined) return refused(planned.refusal.code);
    const preference = infer === 'prefer' && needs.length > 0 ? { endpoint, capabilities: needs } : undefined;
    return {
      groups: planned.models.flatMap(({ eligible }) =>
        groupsOf(eligible, preference).map((group) => group.map(placeOf)),
      ),
    };
  };
}

/** The tags that a request itself asked for, taken from its line, which includes those that the serving file added. */
export function wantedTags(config: Config, { key, tags, needs, endpoint }: LoggedRequest): readonly string[] {
  const { infer } = config.routing;
  const called = endpointsOf(config);
  const required =
    infer === 'require' && called.named(endpoint) !== undefined
      ? tagsOf(needs as readonly CapabilityName[], called.of(endpoint))
      : [];
  const added = [...(config.keys.get(key)?.tags ?? []), ...required];
  const from = tags.length - added.length;
  return from >= 0 && added.every((tag, index) => tags[from + index] === tag) ? tags.slice(0, from) : tags;
}

function refused(code: ErrorCode): TrafficPlan {
  return { refusal: publicCode(code) };
}

function groupsOf(
  eligible: readonly Candidate[],
  preference: Preference | undefined,
): readonly (readonly Candidate[])[] {
  const groups: (readonly Candidate[])[] = [];
  let rest: readonly Candidate[] = attemptOrder(eligible, healthy, beforeBalance, noFacts, preference);
  while (rest.length > 0) {
    const group = tiedWithFirst(rest, {
      balance: 'least_busy', // the file does not decide which of equals is first
      healthState: healthy,
      facts: noFacts,
      preference,
    });
    groups.push(group);
    const taken = new Set(group);
    rest = rest.filter((candidate) => !taken.has(candidate));
  }
  return groups;
}

/** Keys are compiled at their first request: a file may hold many thousands. */
function keysById(configs: ReadonlyMap<string, KeyConfig>): (id: string) => Key | undefined {
  const made = new Map<string, Key | undefined>();
  return (id) => {
    if (made.has(id)) return made.get(id);
    const config = configs.get(id);
    const key = config && clientKey(config);
    if (key !== undefined) made.set(id, key);
    return key;
  };
}

/** Only a whole address can be compared with the ranges of a key. */
function isOutside(key: Key, client: string | undefined, shown: Config['log']['clientIp']): boolean {
  if (key.config.allowFrom === undefined || shown !== 'full') return false;
  return client !== undefined && isIP(client) !== 0 && !key.allowsAddress(client);
}

function placesOf(backends: Config['backends']): (candidate: Candidate) => Place {
  return ({ key, deployment }) => {
    const { backend, upstreamModel } = deployment;
    const address = backends.get(backend)?.address;
    return {
      deployment: key,
      backend,
      model: upstreamModel,
      address: address === undefined ? '' : addressText(address),
    };
  };
}

function addressText(address: BackendConfig['address']): string {
  if (address.kind === 'simulator') return 'simulator';
  const host = address.hostname.includes(':') ? `[${address.hostname}]` : address.hostname;
  return `${address.protocol}//${host}:${address.port}`;
}
