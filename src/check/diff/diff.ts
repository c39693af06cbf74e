/** The meaning of a change of the configuration, computed from the behaviour of both versions. */

import { type EndpointSet, endpointsOf } from '../../api/endpoints/declared-endpoints/endpoint-set.ts';
import type { EndpointName } from '../../api/endpoints/index.ts';
import type { Tree } from '../../config/text/tree.ts';
import type { Config } from '../../config/types/gateway.ts';
import type { DeploymentConfig } from '../../config/types/models.ts';
import { writtenBackend, writtenDeployment, writtenGroup, writtenKey } from '../written-fields.ts';
import { writtenGuard } from '../written-guards.ts';
import { writtenMcpServers } from '../written-mcp-servers.ts';
import { writtenSettings } from '../written-settings.ts';
import { type ContentChange, contentChanges } from './content-changes.ts';
import { fieldChanges } from './field-changes.ts';
import { type GuardChange, guardChanges } from './guard-changes.ts';
import { type CallerChange, callerChanges } from './identity-changes.ts';
import { type LockedChanges, lockedChanges } from './locked-changes.ts';
import { olderIds } from './older-ids.ts';
import { type ReachChange, reachChanges } from './reach-changes.ts';
import { keysServed, type Servable, servable, smallestMissing, type TagSet, tagSets } from './servable.ts';
import { type ShownChange, shownChanges } from './shown-change.ts';
import { type ToolChange, toolChanges } from './tool-changes.ts';

/** One version of the files. */
export interface Version {
  readonly config: Config;
  readonly trees: readonly Tree[];
}

/** Entries of one section that were added, removed and changed. */
export interface EntryChanges<Changed> {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly Changed[];
}

export interface ChangedEntry {
  readonly name: string;
  readonly fields: readonly ShownChange[];
}

export interface ChangedModel extends ChangedEntry {
  readonly deployments: EntryChanges<ChangedEntry>;
}

/**
 * The requests that one model newly serves on some endpoints, or no longer. The empty set is a request without tags.
 */
export interface ServableChange {
  readonly model: string;
  readonly endpoints: readonly EndpointName[];
  /** The smallest sets of tags that became servable, and those that are servable no longer. */
  readonly gained: readonly TagSet[];
  readonly lost: readonly TagSet[];
  /**
   * Keys that the first of those sets is served to: of the new version if something was gained, otherwise of the old.
   */
  readonly keys: readonly string[];
}

/** The whole difference. Plain data: as JSON it is what `diff --format json` prints. */
export interface ConfigDiff {
  readonly models: EntryChanges<ChangedModel>;
  readonly servable: readonly ServableChange[];
  readonly backends: EntryChanges<ChangedEntry>;
  readonly keys: EntryChanges<ChangedEntry>;
  /** Issuers of tokens, without their rules; a rule's change is described by the callers that it is about. */
  readonly issuers: EntryChanges<ChangedEntry>;
  readonly callers: readonly CallerChange[];
  readonly rate_limits: EntryChanges<ChangedEntry>;
  readonly groups: EntryChanges<ChangedEntry>;
  /** The wider and narrower reach of new or changed keys, groups and rules. */
  readonly reach: readonly ReachChange[];
  readonly guards: EntryChanges<ChangedEntry>;
  readonly mcp_servers: EntryChanges<ChangedEntry>;
  /** The wider and narrower use of MCP servers by keys. */
  readonly tools: readonly ToolChange[];
  /** Entries of `tools.lock` that came, went and changed. */
  readonly locked: LockedChanges;
  /** Keys whose requests and answers guards newly read, or no longer. */
  readonly guarded: readonly GuardChange[];
  /** Keys whose contents are newly kept, or no longer (`content_log`). */
  readonly contents: readonly ContentChange[];
  /** The fate of ids of objects that clients have already. */
  readonly older_ids: readonly string[];
  /** All other changes, such as of `listen.max_body`. */
  readonly settings: readonly ShownChange[];
}

/** Compares two versions of a configuration. */
export function diffConfigs(before: Version, after: Version): ConfigDiff {
  const section = sectionsOf(before, after);
  const [old, now] = [servable(before.config), servable(after.config)];
  const keys = section('keys', writtenKey);
  const groups = section('groups', writtenGroup);
  const rules = section('rate_limits', (rule: object) => rule);
  return {
    models: modelChanges(before, after),
    servable: servableChanges(old, now),
    backends: section('backends', writtenBackend),
    keys,
    reach: reachChanges(old, now, { keys, groups, rules }),
    issuers: issuerChanges(before, after),
    callers: callerChanges(before.config, after.config),
    rate_limits: rules,
    groups,
    guards: section('guards', writtenGuard),
    mcp_servers: mcpServerChanges(before, after),
    tools: toolChanges(before.config, after.config),
    locked: lockedChanges(before.config, after.config),
    guarded: guardChanges(before.config, after.config),
    contents: contentChanges(before.config, after.config),
    older_ids: olderIds(before.config, after.config),
    settings: settingChanges(before, after),
  };
}

/** True if nothing differs that the gateway acts on. */
export function isSame({
  servable,
  reach: _ofTheSections,
  callers,
  tools,
  guarded,
  contents,
  older_ids,
  settings,
  ...sections
}: ConfigDiff): boolean {
  const isEmpty = ({ added, removed, changed }: EntryChanges<unknown>) =>
    added.length + removed.length + changed.length === 0;
  const lists = [servable, callers, tools, guarded, contents, older_ids, settings];
  return lists.every((list) => list.length === 0) && Object.values(sections).every(isEmpty);
}

/** The maps of a configuration that are not models, by their names in the file. */
const maps = {
  backends: 'backends',
  keys: 'keys',
  rate_limits: 'rateLimits',
  groups: 'groups',
  guards: 'guards',
} as const;

function mapOf<T extends object>(config: Config, name: string): ReadonlyMap<string, T> {
  const value = (config as unknown as Readonly<Record<string, unknown>>)[name];
  return value instanceof Map ? (value as ReadonlyMap<string, T>) : new Map();
}

function sectionsOf(before: Version, after: Version) {
  return <T extends object>(
    section: keyof typeof maps,
    written: (entry: T, endpoints: EndpointSet) => object,
  ) =>
    entryChanges(
      mapOf<T>(before.config, maps[section]),
      mapOf<T>(after.config, maps[section]),
      (name, a, b) =>
        changedEntry(
          [section, name],
          written(a, endpointsOf(before.config)),
          written(b, endpointsOf(after.config)),
          [before, after],
        ),
    );
}

function issuerChanges(before: Version, after: Version): EntryChanges<ChangedEntry> {
  const issuers = ({ config }: Version) => config.identity.issuers;
  return entryChanges(issuers(before), issuers(after), (name, { rules: _, ...a }, { rules: __, ...b }) =>
    changedEntry(['identity', 'issuers', name], a, b, [before, after]),
  );
}

function mcpServerChanges(before: Version, after: Version): EntryChanges<ChangedEntry> {
  const servers = ({ config }: Version) => writtenMcpServers(config.mcp);
  return entryChanges(servers(before), servers(after), (name, a, b) =>
    changedEntry(['mcp', 'servers', name], a, b, [before, after]),
  );
}

/** The changed fields of an entry, in the form of the file; undefined if it is the same. */
function changedEntry(
  at: readonly [...section: string[], name: string],
  a: object,
  b: object,
  [before, after]: readonly [Version, Version],
): ChangedEntry | undefined {
  const fields = fieldChanges(a, b);
  if (fields.length === 0) return undefined;
  return { name: at.at(-1)!, fields: shownChanges(fields, at, before.trees, after.trees) };
}

function modelChanges(before: Version, after: Version): EntryChanges<ChangedModel> {
  return entryChanges(before.config.models, after.config.models, (id, a, b) => {
    const { deployments: old, ...oldModel } = a;
    const { deployments: now, ...model } = b;
    const fields = shownChanges(fieldChanges(oldModel, model), ['models', id], before.trees, after.trees);
    const deployments = entryChanges(byName(old), byName(now), (name, c, d) => {
      const changes = fieldChanges(writtenDeployment(c), writtenDeployment(d));
      if (changes.length === 0) return undefined;
      // The values of a deployment are numbers, names and lists of names, which are safe to show.
      return { name, fields: shownChanges(changes, [], [], []) };
    });
    const isSame = deployments.added.length + deployments.removed.length + deployments.changed.length === 0;
    return fields.length === 0 && isSame ? undefined : { name: id, fields, deployments };
  });
}

function byName(deployments: readonly DeploymentConfig[]): ReadonlyMap<string, DeploymentConfig> {
  return new Map(deployments.map((deployment) => [deployment.name, deployment]));
}

function entryChanges<T, Changed>(
  before: ReadonlyMap<string, T>,
  after: ReadonlyMap<string, T>,
  compare: (name: string, before: T, after: T) => Changed | undefined,
): EntryChanges<Changed> {
  const added: string[] = [];
  const changed: Changed[] = [];
  for (const [name, now] of after) {
    const old = before.get(name);
    if (old === undefined) added.push(name);
    else {
      const difference = compare(name, old, now);
      if (difference !== undefined) changed.push(difference);
    }
  }
  return { added, removed: [...before.keys()].filter((name) => !after.has(name)), changed };
}

function servableChanges(before: Servable, after: Servable): readonly ServableChange[] {
  const models = new Set([...before.config.models.keys(), ...after.config.models.keys()]);
  const names = [...new Set([...before.table.endpoints.names, ...after.table.endpoints.names])].sort();
  return [...models].flatMap((model) => {
    const changes = new Map<string, ServableChange>();
    for (const endpoint of names) {
      const old = tagSets(before, model, endpoint);
      const now = tagSets(after, model, endpoint);
      const gained = smallestMissing(now, old);
      const lost = smallestMissing(old, now);
      if (gained.length + lost.length === 0) continue;
      const [firstGained] = gained;
      const keys =
        firstGained === undefined
          ? keysServed(before, model, endpoint, lost[0] ?? [])
          : keysServed(after, model, endpoint, firstGained);
      const alike = JSON.stringify([gained, lost, keys]);
      const known = changes.get(alike);
      changes.set(alike, { model, endpoints: [...(known?.endpoints ?? []), endpoint], gained, lost, keys });
    }
    return [...changes.values()];
  });
}

/** Fields that every version differs in, and those with a section of their own. */
const elsewhere: ReadonlySet<string> = new Set([
  'revision',
  'textRevision',
  'secretsRevision',
  'file',
  'sources',
  'tests',
  'priceTests',
  'toolTests',
  'models',
  'declaredEndpoints',
  'mcpServers',
  ...Object.values(maps),
]);

function settingChanges(before: Version, after: Version): readonly ShownChange[] {
  const rest = ({ config }: Version) =>
    Object.fromEntries(
      Object.entries({
        ...writtenSettings(config),
        identity: { resource: config.identity.resource },
      }).filter(([name]) => !elsewhere.has(name)),
    );
  return shownChanges(fieldChanges(rest(before), rest(after)), [], before.trees, after.trees);
}
