import { resolve as absolute } from 'node:path';
import { allOwnCapabilities } from '../../api/endpoints/index.ts';
import { isLoopback } from '../addresses.ts';
import type { GatewayFile, KeysFile } from '../schema/generated/file.generated.ts';
import {
  type BackendConfig,
  type Config,
  capabilityNames,
  type KeyConfig,
  type ListenConfig,
  type ModelConfig,
  type RateLimit,
  type RedisConfig,
  type RoutingConfig,
  wildcardPrefix,
} from '../types.ts';
import { resolveNever, resolveSurvives } from './assertions.ts';
import { resolveBackend } from './backends.ts';
import { checkBudgets } from './budgets.ts';
import { type Context, duration, fileAt, isAbsent, placeOf, wrong } from './context.ts';
import { type KeyRules, resolveKey } from './keys.ts';
import { resolveRule } from './limits.ts';
import { resolveAdmin, resolveListen } from './listeners.ts';
import { allCapabilities, resolveModel } from './models.ts';
import { checkCase, type Known, known } from './names.ts';
import { resolveLog, resolveTracing } from './observing.ts';
import { resolveStore } from './store.ts';
import { resolveTest } from './tests.ts';

/** A parsed file that has passed the schema, or what of it did. */
export interface Part<File> {
  readonly context: Context;
  readonly file: File;
}

/** Everything of a configuration but what is known only when all has been read. */
export type Resolved = Omit<Config, 'revision' | 'sources'>;

/** For names that could not be read: nothing is said about references to them. */
const anything: Known = { has: () => true, names: () => [] };

/**
 * Fifth step: text becomes values with units, and every reference is looked up. Goes through everything even
 * when something is wrong, so that all problems come out in one run; undefined when a required part is unusable.
 */
export function resolve(
  main: Part<GatewayFile>,
  keysFile: Part<KeysFile> | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Resolved | undefined {
  const { context, file } = main;
  const listen = resolveListen(context, file.listen);
  const admin = file.admin && resolveAdmin(context, file.admin, listen);
  const backends = resolveBackends(context, file, env);
  const models = resolveModels(context, file);
  const rateLimits = resolveRules(context, file);
  const keys = resolveKeys(main, keysFile, { listen, models, rateLimits });
  const keyNames: Known =
    file.keys_file !== undefined && !keysFile
      ? anything
      : { has: (name) => keys.has(name), names: () => keys.keys() };
  const references = {
    backends: namesOf(context, 'backends', file.backends),
    models: isRead(context, 'models', file.models) ? models : undefined,
    keys: keyNames,
  };
  const tests = file.tests
    .map((test, index) => {
      if (!context.intact(['tests', index])) return undefined;
      return resolveTest(context, index, test, references);
    })
    .filter((test) => test !== undefined);
  const asserted = {
    backends: references.backends,
    models: namesOf(context, 'models', file.models),
    byId: references.models,
    capabilities: new Set([...capabilityNames, ...allOwnCapabilities, ...file.extra_capabilities]),
  };
  const never = file.never.flatMap((written, index) =>
    context.intact(['never', index]) ? [resolveNever(context, index, written, asserted)] : [],
  );
  const survives = file.survives.flatMap((written, index) =>
    context.intact(['survives', index]) ? [resolveSurvives(context, index, written, asserted)] : [],
  );
  if (!listen) return undefined;
  return {
    file: context.tree.source.path,
    listen,
    admin,
    workers: file.workers,
    log: resolveLog(context, file.log),
    tracing: file.tracing && resolveTracing(context, file.tracing),
    routing: resolveRouting(context, file.routing),
    backends,
    models,
    keys,
    keysFile:
      file.keys_file === undefined || isAbsent(context, ['keys_file'])
        ? undefined
        : fileAt(context, file.keys_file),
    rateLimits,
    state: {
      dir: stateDir(context, file, env),
      keepsUsage: file.state.dir !== undefined || hasPrice(models),
      redis: storeOf(context, file),
    },
    tests,
    never,
    survives,
  };
}

function namesOf(context: Context, section: 'backends' | 'models', map: object): Known {
  if (!isRead(context, section, map)) return anything;
  const names = known(map);
  if (section === 'backends') return names;
  const wildcards = Object.keys(map).filter((id) => wildcardPrefix(id) !== undefined);
  if (wildcards.length === 0) return names;
  return {
    ...names,
    has: (id) => names.has(id) || wildcards.some((wildcard) => id.startsWith(wildcardPrefix(wildcard)!)),
  };
}

/** Whether a section, or at least some of it, could be read. */
function isRead(context: Context, section: 'backends' | 'models', map: object): boolean {
  return context.intact([section]) || Object.keys(map).length > 0;
}

function resolveBackends(
  context: Context,
  file: GatewayFile,
  env: Readonly<Record<string, string | undefined>>,
): ReadonlyMap<string, BackendConfig> {
  checkCase(context, ['backends'], Object.keys(file.backends));
  const backends = new Map<string, BackendConfig>();
  for (const [name, written] of Object.entries(file.backends)) {
    const backend = resolveBackend(context, name, written, env);
    if (backend) backends.set(name, backend);
  }
  return backends;
}

function resolveModels(context: Context, file: GatewayFile): ReadonlyMap<string, ModelConfig> {
  checkCase(context, ['models'], Object.keys(file.models));
  const references = {
    backends: namesOf(context, 'backends', file.backends),
    models: namesOf(context, 'models', file.models),
    capabilities: allCapabilities(context, file.extra_capabilities),
  };
  const entries = Object.entries(file.models).map(
    ([id, model]) => [id, resolveModel(context, id, model, references)] as const,
  );
  return new Map(entries);
}

function resolveKeys(
  main: Part<GatewayFile>,
  keysFile: Part<KeysFile> | undefined,
  {
    listen,
    models,
    rateLimits,
  }: {
    readonly listen: ListenConfig | undefined;
    readonly models: ReadonlyMap<string, ModelConfig>;
    readonly rateLimits: ReadonlyMap<string, RateLimit>;
  },
): ReadonlyMap<string, KeyConfig> {
  const rules: KeyRules = {
    models: namesOf(main.context, 'models', main.file.models),
    exposed:
      listen !== undefined &&
      !isLoopback(listen.address.host) &&
      !isAbsent(main.context, ['listen', 'address']),
    owners: new Map(),
    capabilities: new Set([...capabilityNames, ...allOwnCapabilities, ...main.file.extra_capabilities]),
    rateLimits,
  };
  const keys = new Map<string, KeyConfig>();
  const folded = new Map<string, string>();
  for (const { context, file } of keysFile ? [main, keysFile] : [main]) {
    checkCase(context, ['keys'], Object.keys(file.keys), folded);
    for (const [id, written] of Object.entries(file.keys)) {
      if (keys.has(id)) {
        const message = `the key "${id}" stands in ${main.context.tree.source.shown} too, in line ${placeOf(main.context, ['keys', id]).line}`;
        context.report.atKey(context.tree, ['keys', id], 'key_in_both_files', message);
        continue;
      }
      const key = resolveKey(context, id, written, rules);
      keys.set(id, key);
    }
  }
  checkBudgets(main.context, keys.values(), models);
  return keys;
}

const noLimits: RateLimit = {
  requests: [],
  tokens: [],
  concurrency: undefined,
  budget: undefined,
  perModel: new Map(),
};

function resolveRules(context: Context, file: GatewayFile): ReadonlyMap<string, RateLimit> {
  checkCase(context, ['rate_limits'], Object.keys(file.rate_limits));
  const rules = new Map<string, RateLimit>();
  for (const [name, rule] of Object.entries(file.rate_limits)) {
    const path = ['rate_limits', name];
    // One that could not be read is still there for the keys that name it.
    rules.set(name, context.intact(path) ? resolveRule(context, path, rule) : noLimits);
  }
  return rules;
}

function storeOf(context: Context, file: GatewayFile): RedisConfig | undefined {
  const isIntact = context.intact(['state', 'store']) && context.intact(['state', 'redis']);
  return isIntact ? resolveStore(context, file.state) : undefined;
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

function hasPrice(models: Config['models']): boolean {
  for (const { deployments } of models.values()) {
    if (deployments.some(({ price }) => price !== undefined)) return true;
  }
  return false;
}

/** As written, else where systemd says, else beside whatever the gateway was started from. */
function stateDir(
  context: Context,
  file: GatewayFile,
  env: Readonly<Record<string, string | undefined>>,
): string {
  if (file.state.dir !== undefined) return fileAt(context, file.state.dir);
  // systemd lists several directories with colons between them.
  return absolute(env['STATE_DIRECTORY']?.split(':')[0] || '.gateway');
}
