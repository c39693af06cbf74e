import type { Config } from '../config/types/gateway.ts';
import type { RateLimit } from '../config/types/limits.ts';
import { CallerLimits, type CountedCaller } from './accounts/caller-limits.ts';
import { type DeploymentLimits, limitsOfDeployments } from './accounts/deployment-limits.ts';
import { EndUserLimits } from './accounts/end-user-limits.ts';
import { groupOwner } from './accounts/owners.ts';
import { KeyLimits } from './key-limits.ts';
import type { LimitStore } from './limit-store.ts';
import { Shares } from './queue/fair-share.ts';
import type { Rooms } from './queue/queue-demand.ts';
import { metersOfRule, type Owner, type RuleMeters } from './rules.ts';

/** The limits of every key and deployment of a configuration, and the store that counts them. */
export interface Limiter {
  readonly store: LimitStore;
  /** Undefined for a key without limits, if no deployment has any. */
  of(keyId: string): KeyLimits | undefined;
  /** The deployments that have limits, by `MODEL/NAME`. */
  readonly deployments: ReadonlyMap<string, DeploymentLimits>;
  /** The limits of one caller of a key, if each caller counts for itself. */
  ofCaller(keyId: string, caller: CountedCaller): KeyLimits | undefined;
  /** The waiting rooms for slots; undefined if no request waits. */
  readonly waiting: { readonly rooms: Rooms; readonly shares: Shares } | undefined;
}

/** The parts of a configuration that limits depend on. */
export type LimitedConfig = Pick<Config, 'keys' | 'groups'>;

/** True if requests of a configuration can wait for slots. */
function letsWait({ keys, groups, models }: LimitedConfig & Pick<Config, 'models'>): boolean {
  for (const { queue } of models.values()) if (queue !== undefined) return true;
  const waits = (limits: RateLimit | undefined) =>
    limits !== undefined &&
    (limits.waitMs !== undefined || [...limits.perModel.values()].some(({ waitMs }) => waitMs !== undefined));
  for (const { limits } of groups.values()) if (waits(limits)) return true;
  for (const { limits, endUsers } of keys.values()) if (waits(limits) || waits(endUsers?.limits)) return true;
  return false;
}

type CompileGlob = (pattern: string) => (model: string) => boolean;

/**
 * The limits of keys, by key. Limits that several keys share are made once. With an owner, the key's own rule counts
 * for that owner, and no longer for all holders of the key.
 */
export function limitsByKey(
  { keys, groups }: LimitedConfig,
  compileGlob: CompileGlob,
): (keyId: string, owner?: Owner) => KeyLimits | undefined {
  const ofGroups = new Map<string, RuleMeters | undefined>();
  const ofGroup = (name: string): RuleMeters | undefined => {
    if (ofGroups.has(name)) return ofGroups.get(name);
    const rule = groups.get(name)?.limits;
    const meters = rule && metersOfRule(rule, compileGlob, groupOwner(name));
    ofGroups.set(name, meters);
    return meters;
  };
  return (keyId, owner) => {
    const key = keys.get(keyId);
    if (key === undefined) return undefined;
    const own = key.limits === undefined ? [] : [metersOfRule(key.limits, compileGlob, owner)];
    const rules = [...own, ...key.groups.flatMap((name) => ofGroup(name) ?? [])];
    const endUsers = key.endUsers && new EndUserLimits(keyId, key.endUsers, compileGlob);
    const limits = new KeyLimits(keyId, rules, endUsers);
    const isLimited =
      endUsers !== undefined || limits.sockets !== undefined || limits.everyMeter().list.length > 0;
    return isLimited ? limits : undefined;
  };
}

/**
 * Undefined if no key and no deployment has a limit: then no limit is in the path of a request. The meters of a key are
 * computed at its first use: a file may hold many thousands. `compileGlob` makes a matcher of a pattern over model ids.
 */
export function limiterFor(
  config: LimitedConfig & Pick<Config, 'backends' | 'models' | 'stateful'> & Partial<Pick<Config, 'mcp'>>,
  store: LimitStore,
  compileGlob: CompileGlob,
  { rooms, worker }: { readonly rooms?: Rooms; readonly worker?: string } = {},
): Limiter | undefined {
  const isWaiting = rooms !== undefined && letsWait(config);
  const deployments = limitsOfDeployments(config, worker, isWaiting);
  // One object for all keys without limits: a deployment's limits do not depend on the key.
  const none = deployments.size === 0 ? undefined : new KeyLimits('', []);
  const ofKey = limitsByKey(config, compileGlob);
  const limitsOf = (keyId: string, owner?: Owner) => ofKey(keyId, owner) ?? none;
  const isAnyLimited = none !== undefined || [...config.keys.keys()].some((id) => limitsOf(id) !== undefined);
  const { mcp } = config;
  const isServerLimited = [...(mcp?.servers.values() ?? [])].some(({ limits }) => limits !== undefined);
  if (!isAnyLimited && !isServerLimited) return undefined;
  const used = new Map<string, KeyLimits | undefined>();
  const callers = new CallerLimits(limitsOf);
  const waiting = isWaiting ? { rooms, shares: new Shares() } : undefined;
  return {
    store,
    deployments,
    waiting,
    of(keyId) {
      const known = used.get(keyId);
      if (known !== undefined || used.has(keyId)) return known;
      const limits = limitsOf(keyId);
      used.set(keyId, limits);
      return limits;
    },
    ofCaller: (keyId, caller) => callers.of(keyId, caller),
  };
}
