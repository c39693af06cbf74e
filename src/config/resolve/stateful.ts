/** Settings for the objects that backends keep for clients: their backends and their ids. */
import { type BuiltInName, type EndpointName, endpoints, keptEndpoints } from '../../api/endpoints/index.ts';
import { translationAt } from '../derived/endpoint-translation.ts';
import type { GatewayFile } from '../schema/generated/file.generated.ts';
import { nodeAt, type Path } from '../text/tree.ts';
import type { BackendConfig } from '../types/backends.ts';
import type { Config } from '../types/gateway.ts';
import type { KeyConfig } from '../types/keys.ts';
import type { DeploymentConfig } from '../types/models.ts';
import type { StatefulConfig } from '../types/state.ts';
import { type Context, duration, isAbsent, time, wrong } from './context.ts';
import type { KeptEndpoints } from './endpoints/kept.ts';
import { checkReference, type Known } from './names.ts';
import { checkOrigin } from './secrets.ts';

/** The names that a file may refer to, and the values that are compared. */
export interface StatefulReferences {
  readonly backends: Known;
  readonly byName: ReadonlyMap<string, BackendConfig>;
  readonly models: Config['models'];
  readonly keys: ReadonlyMap<string, KeyConfig>;
  readonly kept: KeptEndpoints | undefined;
}

const secretBytes = 32;
/** The default of `unknown_batch`. */
const usualBatchUsd = 1;

/** Undefined where nothing is known of such objects. */
export function resolveStateful(
  context: Context,
  file: GatewayFile,
  references: StatefulReferences,
): StatefulConfig | undefined {
  const { stateful } = file;
  const backends = resolveBackends(context, file, references);
  const secrets = resolveSecrets(context, file);
  if (!context.intact(['stateful'])) return undefined;
  const { ids, short_owners_until: until } = stateful;
  const shortOwnersUntil =
    until === undefined ? undefined : time(context, ['stateful', 'short_owners_until'], until);
  const settleAfterMs = duration(context, ['stateful', 'settle_after'], stateful.settle_after);
  if (ids !== 'signed' && until !== undefined) {
    const hint = 'set `ids: signed`, or take it out';
    const message = `is not used while \`ids\` is ${ids}`;
    wrong(context, ['stateful', 'short_owners_until'], 'bad_stateful', message, { hint });
  }
  if (ids === 'off') {
    checkUnused(context, file);
    return undefined;
  }
  const { endpoints: served = [], prices = {} } = references.kept ?? {};
  // Faults within the list are reported there.
  const written = nodeAt(context.tree, ['stateful', 'endpoints'])?.items?.length ?? 0;
  if (served.length === 0 && written === 0) {
    const hint = 'such as `endpoints: [responses, conversations]`';
    wrong(context, ['stateful', 'ids'], 'bad_stateful', 'needs `endpoints`: the kinds of objects', { hint });
  }
  const isAlone = references.byName.size === 1;
  for (const name of served) {
    if (backends[name] !== undefined || !needsBackend(name as BuiltInName)) continue;
    if (isAlone) backends[name] = [...references.byName.keys()];
    else sayWhere(context, name as BuiltInName);
  }
  if (ids === 'signed' && file.state.store === 'redis' && secrets.secret === undefined) {
    const message = "needs `state.ids.secret`: several gateways have to know each other's signatures";
    const hint = 'make one with `openssl rand -base64 32`, and give it to all of them';
    wrong(context, ['stateful', 'ids'], 'bad_stateful', message, { hint });
  }
  const resolved: StatefulConfig = {
    ids,
    endpoints: served,
    pinsEncrypted: ids === 'signed' && stateful.encrypted_content === 'pin',
    allowsUnsigned: ids === 'plain' || stateful.unsigned === 'allow',
    sharedIds: stateful.shared_ids,
    shortOwnersUntil,
    settleAfterMs,
    deployments: [...references.byName.values()].map(deploymentOf),
    backends,
    prices,
    unknownBatchNanoUsd: Math.round((file.endpoints['batches']?.price?.unknown_batch ?? usualBatchUsd) * 1e9),
    ...secrets,
  };
  // Those that are not pinned by their file's id go where files go.
  if (backends.batches === undefined && backends.files !== undefined) backends.batches = backends.files;
  for (const name of served) {
    // Only an id without a signature is looked for there.
    if (endpoints[name as BuiltInName].answeredBy === 'deployments')
      backends[name] = servingBackends(references.models, name);
  }
  if (ids === 'plain') checkPlain(context, resolved, references);
  checkReplicas(context, resolved, references);
  return resolved;
}

/** Several equal servers do not know each other's objects. */
function checkReplicas(
  context: Context,
  { endpoints: served, backends }: StatefulConfig,
  { byName, models }: StatefulReferences,
): void {
  for (const [index, name] of served.entries()) {
    const where = isOfDeployments(name) ? nativeBackends(models, name) : (backends[name] ?? []);
    const several = where.find((backend) => byName.get(backend)?.replicas !== undefined);
    if (several === undefined) continue;
    const message = `${name} are kept at "${several}", which is several servers: the others do not know the objects of one`;
    const written = nodeAt(context.tree, ['stateful', 'endpoints'])?.items?.length ?? 0;
    const at = index < written ? ['stateful', 'endpoints', index] : ['stateful', 'endpoints'];
    wrong(context, at, 'stored_on_replicas', message, {
      hint: `take them out, or have "${several}" be one server (no \`replicas\`)`,
    });
    return;
  }
}

function isOfDeployments(name: EndpointName): boolean {
  return endpoints[name as BuiltInName].answeredBy === 'deployments';
}

/** Those whose deployments have an endpoint themselves: what is translated is kept by nobody. */
function nativeBackends(models: Config['models'], name: EndpointName): readonly string[] {
  const all = [...models.values()].flatMap(({ deployments }) => deployments);
  return all
    .filter((one) => one.endpoints[name] !== undefined && translationAt(one, name) === undefined)
    .map(({ backend }) => backend);
}

/** A backend as limits, health and the log have it where no model is asked for. */
function deploymentOf({ name, at }: BackendConfig): DeploymentConfig {
  return {
    name,
    at,
    model: '',
    backend: name,
    upstreamModel: '',
    limits: undefined,
    priority: 0,
    weight: 1,
    disabled: false,
    catalogue: undefined,
    price: undefined,
    endpoints: {},
    translations: undefined,
    relays: undefined,
    accepts: undefined,
  };
}

/** Responses go where their model is, and what is made of a file where that is. */
function needsBackend(name: BuiltInName): boolean {
  const { answeredBy, keeps } = endpoints[name];
  return answeredBy === 'backends' && keeps !== 'batch';
}

/** Uploads go where files go, unless the file says otherwise. */
function sayWhere(context: Context, name: BuiltInName): void {
  const { grant } = endpoints[name];
  if (typeof grant === 'object') return;
  const message = `has no backend for ${name}`;
  const hint = `name their destination: \`default: { ${name}: BACKEND }\``;
  wrong(context, ['stateful', 'endpoints'], 'bad_stateful', message, { hint });
}

type Backends = Partial<Record<EndpointName, readonly string[]>>;

function resolveBackends(context: Context, file: GatewayFile, references: StatefulReferences): Backends {
  const resolved: Backends = {};
  for (const [name, settings] of Object.entries(file.endpoints)) {
    const path = ['endpoints', name];
    if (settings.backends === undefined || !context.intact(path)) continue;
    const isOfModels = settings.path === undefined || settings.model?.in !== 'none';
    if (isOfModels && !takesBackends(context, path, name)) continue;
    for (const [index, backend] of settings.backends.entries()) {
      checkReference(
        context,
        [...path, 'backends', index],
        backend,
        references.backends,
        'unknown_backend',
        'backend',
      );
    }
    if (isOfModels) resolved[name as EndpointName] = settings.backends;
  }
  for (const [written, backend] of Object.entries(file.stateful.default)) {
    const name = written as EndpointName;
    const path = ['stateful', 'default', name];
    if (!context.intact(path) || !takesBackends(context, path, name)) continue;
    checkReference(context, path, backend, references.backends, 'unknown_backend', 'backend');
    if (resolved[name] === undefined) resolved[name] = [backend];
    else {
      const message = `\`endpoints.${name}.backends\` names their backends, too`;
      wrong(context, path, 'bad_stateful', message, { hint: 'take one of the two out' });
    }
  }
  for (const name of keptEndpoints) {
    const { grant } = endpoints[name];
    const owner = typeof grant === 'object' ? resolved[grant.with as EndpointName] : undefined;
    if (owner !== undefined) resolved[name] ??= owner;
  }
  return resolved;
}

function takesBackends(context: Context, path: Path, name: string): name is BuiltInName {
  if (endpoints[name as BuiltInName]?.answeredBy === 'backends') return true;
  const message = `${name} goes to deployments, by its model`;
  wrong(context, path, 'bad_stateful', message, { hint: 'take it out' });
  return false;
}

function resolveSecrets(
  context: Context,
  { state: { ids } }: GatewayFile,
): Pick<StatefulConfig, 'secret' | 'previous'> {
  const path = ['state', 'ids'];
  if (!context.intact(path)) return { secret: undefined, previous: [] };
  const secret = ids.secret === undefined ? undefined : checked(context, [...path, 'secret'], ids.secret);
  const previous = ids.previous.map((one, index) => checked(context, [...path, 'previous', index], one));
  return { secret, previous };
}

function checked(context: Context, path: Path, secret: string): string {
  if (isAbsent(context, path)) return secret;
  checkOrigin(context, path);
  const isSound =
    /^[A-Za-z0-9+/]+={0,2}$/.test(secret) && Buffer.from(secret, 'base64').length === secretBytes;
  if (!isSound) {
    const hint = 'make one with `openssl rand -base64 32`';
    wrong(context, path, 'secret_shape', `must be ${secretBytes} bytes in base64`, { hint });
  }
  return secret;
}

/** Refuses settings for an absent feature: a reader would believe that they apply. */
function checkUnused(context: Context, { stateful }: GatewayFile): void {
  for (const field of ['endpoints', 'default', 'shared_ids'] as const) {
    if (Object.keys(stateful[field]).length === 0) continue;
    const hint = 'set `ids: signed`, or take it out';
    wrong(context, ['stateful', field], 'bad_stateful', 'is not used while `ids` is off', { hint });
  }
}

function servingBackends(models: Config['models'], name: EndpointName): readonly string[] {
  const all = [...models.values()].flatMap(({ deployments }) => deployments);
  return [
    ...new Set(all.filter(({ endpoints: own }) => own[name] !== undefined).map(({ backend }) => backend)),
  ];
}

/** Without signatures nothing tells where an object is, nor whose it is. */
function checkPlain(
  context: Context,
  { endpoints: served, backends }: StatefulConfig,
  { keys }: StatefulReferences,
): void {
  for (const name of served) {
    const where = backends[name] ?? [];
    const owners = new Set(
      [...keys.values()]
        .filter(({ endpoints: granted }) => granted === undefined || granted.includes(name))
        .map(({ objectsOwner }) => objectsOwner),
    );
    const at = ['stateful', 'ids'];
    if (where.length > 1) {
      const message = `"plain" is for one backend, and ${name} go to ${where.join(' and ')}`;
      wrong(context, at, 'bad_stateful', message, { hint: 'use `ids: signed`' });
    }
    if (owners.size > 1) {
      const message = `"plain" is for one owner, and keys of ${owners.size} may use ${name}`;
      const hint = 'use `ids: signed`, or give these keys one `objects_owner`';
      wrong(context, at, 'bad_stateful', message, { hint });
    }
  }
}

/** An old name that is another backend's now would lead there. */
export function checkFormerNames(
  context: Context,
  path: Path,
  names: readonly string[],
  backends: Known,
): void {
  for (const [index, name] of names.entries()) {
    const at = [...path, index];
    if (isAbsent(context, at) || !backends.has(name)) continue;
    wrong(context, at, 'bad_stateful', `"${name}" is the name of a backend that is there`, {
      hint: 'take it out, or give that backend another name',
    });
  }
}
