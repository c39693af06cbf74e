import { join } from 'node:path';
import { type EndpointSet, endpointsOf } from '../../api/endpoints/declared-endpoints/endpoint-set.ts';
import { allOwnCapabilities } from '../../api/endpoints/index.ts';
import { isLoopback } from '../addresses.ts';
import { capabilityNames } from '../capability-names.ts';
import { wildcardPrefix } from '../derived/model-names.ts';
import type { ProgramSecrets } from '../program-secrets.ts';
import type { GatewayFile, IncludedFile, KeysFile, Model } from '../schema/generated/file.generated.ts';
import { checkBudgetOf, resolveStoreKeys, type StorePart } from '../store/store-keys.ts';
import type { BackendConfig } from '../types/backends.ts';
import type { Config } from '../types/gateway.ts';
import type { GroupConfig, KeyConfig } from '../types/keys.ts';
import type { RateLimit } from '../types/limits.ts';
import type { ListenConfig } from '../types/listen.ts';
import type { ModelConfig } from '../types/models.ts';
import type { ProgramConfig } from '../types/programs.ts';
import type { RoutingConfig } from '../types/routing.ts';
import { resolveNever, resolveSurvives } from './assertions.ts';
import { resolveBackend } from './backends/backends.ts';
import { resolveContentLog } from './contents/content-log.ts';
import { type Context, duration, fileAt, isAbsent, wrong } from './context.ts';
import { resolveDeclared } from './endpoints/declared-endpoints.ts';
import { resolveEndpoints } from './endpoints/endpoints.ts';
import { type KeptEndpoints, resolveKept } from './endpoints/kept.ts';
import { checkSockets } from './endpoints/sockets.ts';
import { resolveGuards } from './guards/guards.ts';
import { resolveGroups } from './holders/groups.ts';
import { resolveIdentity } from './identity/issuers.ts';
import { type KeyRules, resolveKey } from './keys.ts';
import { resolveRule } from './limits.ts';
import { resolveAdmin, resolveListen } from './listeners.ts';
import { resolveMcp } from './mcp/mcp.ts';
import type { FoundToolsLock } from './mcp/tools-lock.ts';
import { checkToolBudgets } from './mcp/unpriced-servers.ts';
import { allCapabilities, type ModelReferences, resolveModel } from './models.ts';
import { type Known, known, knownIn, nothingSaid } from './names.ts';
import { resolveNotify } from './notify.ts';
import { resolveLog, resolveMetrics, resolveTracing } from './observing.ts';
import { resolveTests } from './price-tests/all-tests.ts';
import { checkBudgets, checkEndpointBudgets, checkKeptBudgets } from './prices/budgets.ts';
import type { Prices } from './prices/prices.ts';
import { resolvePrograms } from './programs/programs.ts';
import { type Entry, entriesOf, itemsOf, namesIn, type Part, type Sections } from './sections.ts';
import { stateDir } from './state-dir.ts';
import { checkFormerNames, resolveStateful } from './stateful.ts';
import { resolveStore, type StoreUses } from './store.ts';

/** The files of one configuration. */
export interface Parts {
  readonly main: Part<GatewayFile>;
  /** In the order of `include`, */
  readonly included: readonly Part<IncludedFile>[];
  /** and whether all that it names could be read. */
  readonly isWhole: boolean;
  readonly keysFile: Part<KeysFile> | undefined;
  /** The last seen content of the `keys_store`; undefined without one, and before it was first seen. */
  readonly store: StorePart | undefined;
  readonly toolsLock: FoundToolsLock;
}

/** Everything of a configuration but what is known only when all has been read. */
export type Resolved = Omit<Config, 'revision' | 'textRevision' | 'secretsRevision' | 'sources'>;

/**
 * Fifth step: text becomes values with units, and every reference is looked up. Goes through everything even
 * when something is wrong, so that all problems come out in one run; undefined when a required part is unusable.
 */
export function resolve(
  { main, included, isWhole, keysFile, store, toolsLock }: Parts,
  env: Readonly<Record<string, string | undefined>>,
  prices: Prices,
  secrets: ProgramSecrets,
): Resolved | undefined {
  const { context, file } = main;
  const parts = [main, ...included];
  const withKeys = keysFile ? [...parts, keysFile] : parts;
  const references: References = {
    backends: isWhole ? namesIn(parts, 'backends') : nothingSaid,
    models: isWhole ? modelNames(namesIn(parts, 'models')) : nothingSaid,
    rules: isWhole ? namesIn(parts, 'rate_limits') : nothingSaid,
    groups: isWhole ? namesIn(parts, 'groups') : nothingSaid,
  };
  const listen = resolveListen(context, file.listen);
  const admin = file.admin && resolveAdmin(context, file.admin, listen);
  if (isWhole) checkPresence(main, parts);
  const declaredEndpoints = resolveDeclared(context, file, listen);
  const endpoints = endpointsOf({ declaredEndpoints });
  const backends = resolveBackends(parts, env, isWhole ? references.backends : noNames, endpoints);
  const modelEntries = entriesOf(parts, 'models');
  const models = resolveModels(main, modelEntries, references, {
    prices,
    vendors: vendorsOf(parts),
    endpoints,
    resolved: backends,
  });
  const rateLimits = resolveRules(parts);
  const groups = resolveGroups(entriesOf(parts, 'groups'), {
    models: references.models,
    groups: references.groups,
    endpoints,
    rateLimits,
    ruleNames: references.rules,
  });
  const guards = resolveGuards(context, file.guards, {
    models: references.models,
    byId: references.models === nothingSaid ? undefined : models,
    groups: references.groups,
    endpoints,
    env,
  });
  const mcp =
    file.mcp &&
    resolveMcp(context, file.mcp, {
      env,
      endpoints,
      listen,
      toolsLock,
      resource: file.identity?.resource,
    });
  const rules = rulesOfKeys(main, { listen, references, rateLimits, groups, endpoints });
  const fileKeys = resolveKeys(withKeys, rules);
  const contexts = new Map(modelEntries.map((entry) => [entry.name, entry.context]));
  checkBudgets((model) => contexts.get(model) ?? context, { keys: fileKeys, groups }, models, endpoints);
  checkToolBudgets(context, { keys: fileKeys, groups }, mcp);
  const kept = resolveKept(context, file);
  checkKeptBudgets(context, { keys: fileKeys, groups }, kept, endpoints);
  checkSockets(context, file.endpoints);
  const settings = resolveEndpoints(context, file.endpoints, {
    endpoints,
    known: references.models,
    models,
  });
  checkEndpointBudgets(context, { keys: fileKeys, groups }, settings, endpoints);
  const storeKeys =
    store &&
    resolveStoreKeys(store, fileKeys, rules, (own, key) =>
      checkBudgetOf(own, key, {
        models,
        groups,
        stateful: kept,
        declaredEndpoints,
        endpoints: settings,
        mcp,
      }),
    );
  const keys = storeKeys === undefined ? fileKeys : new Map([...fileKeys, ...storeKeys]);
  const stateful = resolveStateful(context, file, {
    backends: references.backends,
    byName: backends,
    models,
    keys,
    kept,
  });
  const hasAllKeys = isWhole && (file.keys_file === undefined || keysFile !== undefined);
  const keyNames = hasAllKeys ? knownIn(keys) : nothingSaid;
  const ofTests = {
    backends: references.backends,
    models: references.models === nothingSaid ? undefined : models,
    keys: keyNames,
    guards: context.intact(['guards']) ? known(file.guards) : nothingSaid,
    mcpServers: context.intact(['mcp']) ? known(file.mcp?.servers ?? {}) : nothingSaid,
    endpoints,
  };
  const { tests, priceTests, toolTests } = resolveTests(itemsOf(parts, 'tests'), ofTests);
  const asserted = {
    backends: references.backends,
    models: references.models,
    guards: ofTests.guards,
    mcpServers: ofTests.mcpServers,
    byId: ofTests.models,
    capabilities: new Set([...capabilityNames, ...allOwnCapabilities, ...file.extra_capabilities]),
    endpoints,
  };
  const never = itemsOf(parts, 'never').flatMap(({ context, index, written }) =>
    context.intact(['never', index]) ? [resolveNever(context, index, written, asserted)] : [],
  );
  const survives = itemsOf(parts, 'survives').flatMap(({ context, index, written }) =>
    context.intact(['survives', index]) ? [resolveSurvives(context, index, written, asserted)] : [],
  );
  const uses = storeUses(context, file);
  const dir = stateDir(context, file, env);
  if (!listen) return undefined;
  return {
    file: context.tree.source.path,
    listen,
    admin,
    workers: file.workers,
    log: resolveLog(context, file.log),
    tracing: file.tracing && resolveTracing(context, file.tracing),
    contentLog: file.content_log && resolveContentLog(context, file.content_log, references.models),
    metrics: file.metrics && resolveMetrics(context, file.metrics),
    programs: programsOf(context, file, secrets),
    notify: file.notify && resolveNotify(context, file.notify),
    routing: resolveRouting(context, file.routing),
    declaredEndpoints,
    endpoints: settings,
    backends,
    models,
    guards,
    mcp,
    keys,
    identity: resolveIdentity(main, included, { names: keyNames, ofFiles: fileKeys }),
    keysFile:
      file.keys_file === undefined || isAbsent(context, ['keys_file'])
        ? undefined
        : fileAt(context, file.keys_file),
    keysStore: uses.keys && { ...uses.keys, copy: copyOfStore(dir) },
    rateLimits,
    groups,
    state: {
      dir,
      keepsUsage: file.state.dir !== undefined || hasPrice(models, kept),
      redis: uses.limits,
    },
    stateful,
    tests,
    priceTests,
    toolTests,
    never,
    survives,
  };
}

/** Programs with what they printed. */
function programsOf(context: Context, file: GatewayFile, secrets: ProgramSecrets): Config['programs'] {
  const programs = new Map<string, ProgramConfig>();
  for (const [name, program] of resolvePrograms(context, file.programs)) {
    const outcome = secrets.get(name);
    programs.set(name, { value: outcome?.kind === 'printed' ? outcome.value : undefined, ...program });
  }
  return programs;
}

/** The names that the entries of one file may refer to, in all files. */
interface References {
  readonly backends: Known;
  readonly models: Known;
  readonly rules: Known;
  readonly groups: Known;
}

/** A wildcard's entry is there for every model that it takes. */
export function modelNames(names: Known): Known {
  const wildcards = [...names.names()].flatMap((id) => wildcardPrefix(id) ?? []);
  if (names === nothingSaid || wildcards.length === 0) return names;
  return { ...names, has: (id) => names.has(id) || wildcards.some((prefix) => id.startsWith(prefix)) };
}

/** The schema wants them of a file that includes none. */
function checkPresence({ context, file }: Part<GatewayFile>, parts: readonly Part<Sections>[]): void {
  if (file.include === undefined) return;
  for (const section of ['backends', 'models'] as const) {
    const isThere = parts.some(({ context, file }) => !context.intact([section]) || !isEmpty(file[section]));
    if (isThere) continue;
    const message = `there are no \`${section}\`, neither in this file nor in one that it includes`;
    context.report.atKey(context.tree, ['include'], 'bad_include', message);
  }
}

function isEmpty(map: object | undefined): boolean {
  return map === undefined || Object.keys(map).length === 0;
}

const noNames: Known = { has: () => false, names: () => [] };

function resolveBackends(
  parts: readonly Part<Sections>[],
  env: Readonly<Record<string, string | undefined>>,
  names: Known,
  endpoints: EndpointSet,
): ReadonlyMap<string, BackendConfig> {
  const backends = new Map<string, BackendConfig>();
  for (const { context, name, written } of entriesOf(parts, 'backends')) {
    const backend = resolveBackend(context, name, written, env, endpoints);
    checkFormerNames(context, ['backends', name, 'formerly'], written.formerly ?? [], names);
    if (backend) backends.set(name, backend);
  }
  return backends;
}

/** The vendor whose prices apply to a backend's models, if the backend names one. */
function vendorsOf(parts: readonly Part<Sections>[]): ReadonlyMap<string, string> {
  const vendors = new Map<string, string>();
  for (const { file } of parts) {
    for (const [name, { vendor }] of Object.entries(file.backends ?? {}))
      if (vendor !== undefined && !vendors.has(name)) vendors.set(name, vendor);
  }
  return vendors;
}

function resolveModels(
  { context, file }: Part<GatewayFile>,
  entries: readonly Entry<Model>[],
  { backends, models }: References,
  served: Pick<ModelReferences, 'prices' | 'vendors' | 'endpoints' | 'resolved'>,
): ReadonlyMap<string, ModelConfig> {
  const capabilities = allCapabilities(context, file.extra_capabilities);
  const references = { backends, models, capabilities, ...served };
  return new Map(
    entries.map(({ context, name, written }) => [name, resolveModel(context, name, written, references)]),
  );
}

function resolveKeys(parts: readonly Part<Sections>[], rules: KeyRules): ReadonlyMap<string, KeyConfig> {
  return new Map(
    entriesOf(parts, 'keys').map(({ context, name, written }) => [
      name,
      resolveKey(context, name, written, rules),
    ]),
  );
}

/** The rules for checking keys. */
function rulesOfKeys(
  main: Part<GatewayFile>,
  {
    listen,
    references,
    rateLimits,
    groups,
    endpoints,
  }: {
    readonly listen: ListenConfig | undefined;
    readonly references: References;
    readonly rateLimits: ReadonlyMap<string, RateLimit>;
    readonly groups: ReadonlyMap<string, GroupConfig>;
    readonly endpoints: EndpointSet;
  },
): KeyRules {
  return {
    models: references.models,
    exposed:
      listen !== undefined &&
      !isLoopback(listen.address.host) &&
      !isAbsent(main.context, ['listen', 'address']),
    owners: new Map(),
    certificates: new Map(),
    capabilities: new Set([...capabilityNames, ...allOwnCapabilities, ...main.file.extra_capabilities]),
    endpoints,
    rateLimits,
    ruleNames: references.rules,
    groups,
    groupNames: references.groups,
  };
}

const noLimits: RateLimit = {
  requests: [],
  tokens: [],
  concurrency: undefined,
  waitMs: undefined,
  budget: undefined,
  sockets: undefined,
  perModel: new Map(),
};

function resolveRules(parts: readonly Part<Sections>[]): ReadonlyMap<string, RateLimit> {
  const rules = new Map<string, RateLimit>();
  for (const { context, name, written } of entriesOf(parts, 'rate_limits')) {
    const path = ['rate_limits', name];
    // One that could not be read is still there for the keys that name it.
    rules.set(name, context.intact(path) ? resolveRule(context, path, written) : noLimits);
  }
  return rules;
}

function storeUses(context: Context, file: GatewayFile): StoreUses {
  const isIntact = context.intact(['state', 'store']) && context.intact(['state', 'redis']);
  return isIntact
    ? resolveStore(context, file.state, file.keys_store !== undefined)
    : { limits: undefined, keys: undefined };
}

function resolveRouting(context: Context, { circuit, ...routing }: GatewayFile['routing']): RoutingConfig {
  const path = ['routing', 'circuit'];
  const time = (field: 'window' | 'open' | 'max_open') => duration(context, [...path, field], circuit[field]);
  const openMs = time('open');
  const maxOpenMs = time('max_open');
  if (maxOpenMs < openMs) {
    wrong(context, [...path, 'max_open'], 'bad_duration', 'must be at least `open`');
  }
  return {
    genericTags: routing.generic_tags,
    maxAttempts: routing.max_attempts,
    infer: routing.infer,
    circuit: { failures: circuit.failures, windowMs: time('window'), openMs, maxOpenMs },
  };
}

function hasPrice(models: Config['models'], kept: KeptEndpoints | undefined): boolean {
  if (Object.keys(kept?.prices ?? {}).length > 0) return true;
  for (const { deployments } of models.values()) {
    if (deployments.some(({ price }) => price !== undefined)) return true;
  }
  return false;
}

/** The place of the last seen copy of the `keys_store`, in a folder for state. */
export function copyOfStore(dir: string): string {
  return join(dir, 'store-keys.json');
}
