import type { EndpointSet } from '../../api/endpoints/declared-endpoints/endpoint-set.ts';
import type { EndpointName } from '../../api/endpoints/index.ts';
import { capabilityNames } from '../capability-names.ts';
import { capabilityHint, meantCapability } from '../schema/capability-words.ts';
import type {
  Deployment,
  Model,
  ServedEndpoint,
  SocketEndpoint,
} from '../schema/generated/file.generated.ts';
import type { Path } from '../text/tree.ts';
import type { Accepts, TranslatedEndpoint } from '../translation-settings.ts';
import type { BackendConfig } from '../types/backends.ts';
import type { DeploymentConfig, MirrorConfig, ModelConfig } from '../types/models.ts';
import { framing, gatewaysOwn } from './backends/headers.ts';
import { resolveCodex } from './codex.ts';
import { type Context, isAbsent, placeOf, shown, time, wrong } from './context.ts';
import { entriesOfEndpoints } from './endpoints/endpoint-names.ts';
import { resolveCapacity } from './limits.ts';
import { checkReference, type Known } from './names.ts';
import { catalogueName, type Prices, resolvePrice } from './prices/prices.ts';
import { resolveQueue } from './queues.ts';
import { acceptsOf } from './translation/accepts.ts';
import { resolveTranslations, type WrittenVia } from './translation/translations.ts';

/** Names that models refer to. */
export interface ModelReferences {
  readonly backends: Known;
  readonly models: Known;
  readonly capabilities: ReadonlySet<string>;
  readonly endpoints: EndpointSet;
  readonly prices: Prices;
  /** Of backends that name one. */
  readonly vendors: ReadonlyMap<string, string>;
  /** Backends that are as they should be, by name. */
  readonly resolved: ReadonlyMap<string, BackendConfig>;
}

/** The interface's capabilities and the file's own; one that stands in both is reported. */
export function allCapabilities(context: Context, extra: readonly string[]): ReadonlySet<string> {
  const all = new Set<string>(capabilityNames);
  for (const [index, name] of extra.entries()) {
    if (all.has(name))
      wrong(
        context,
        ['extra_capabilities', index],
        'duplicate_entry',
        `the capability "${name}" exists already`,
      );
    all.add(name);
  }
  return all;
}

export function resolveModel(
  context: Context,
  id: string,
  model: Model,
  references: ModelReferences,
): ModelConfig {
  const path = ['models', id];
  for (const [index, fallback] of model.fallbacks.entries()) {
    const at = [...path, 'fallbacks', index];
    if (fallback === id) wrong(context, at, 'self_fallback', `the model "${id}" falls back to itself`);
    else checkReference(context, at, fallback, references.models, 'unknown_model', 'model');
  }
  const names = new Map<string, Named>();
  const deployments: DeploymentConfig[] = [];
  for (const [index, written] of model.deployments.entries()) {
    const at = [...path, 'deployments', index];
    const deployment = resolveDeployment(context, at, id, written, references);
    if (!deployment) continue;
    deployments.push(deployment);
    checkName(context, at, written, deployment.name, names);
  }
  return {
    id,
    at: placeOf(context, path),
    ownedBy: model.owned_by,
    displayName: model.display_name,
    description: model.description,
    created:
      typeof model.created === 'number'
        ? model.created
        : Math.floor(time(context, [...path, 'created'], model.created) / 1000),
    balance: model.balance,
    codex: resolveCodex(context, [...path, 'codex'], model.codex, deployments, references.prices),
    spill: resolveSpill(context, path, model),
    sessionFrom: resolveSessionFrom(context, [...path, 'session_from'], model.session_from),
    queue: model.queue && resolveQueue(context, [...path, 'queue'], model.queue),
    fallbacks: model.fallbacks,
    mirror: model.mirror && resolveMirror(context, path, id, model.mirror, deployments, references),
    deployments,
  };
}

/** A model that is there, or a deployment of one, which is looked up where its model is another. */
function resolveMirror(
  context: Context,
  path: Path,
  id: string,
  { to, share }: NonNullable<Model['mirror']>,
  own: readonly DeploymentConfig[],
  { models }: ModelReferences,
): MirrorConfig | undefined {
  const at = [...path, 'mirror', 'to'];
  if (!context.intact([...path, 'mirror'])) return undefined;
  const slash = to.lastIndexOf('/');
  const isModel = slash === -1 || models.has(to);
  const [model, deployment] = isModel ? [to, undefined] : [to.slice(0, slash), to.slice(slash + 1)];
  if (isModel && to === id) {
    wrong(context, at, 'self_mirror', `the model "${id}" is copied to itself`, {
      hint: 'name another model, or one deployment of this one as `MODEL/NAME`',
    });
  } else if (checkReference(context, at, model, models, 'unknown_model', 'model') && model === id) {
    if (!own.some(({ name }) => name === deployment)) {
      const message = `the model "${id}" has no deployment named "${deployment}"`;
      wrong(context, at, 'unknown_deployment', message);
    }
  }
  return { to, share };
}

/** Headers that are no client's to name a session by, and what is never passed on. */
const noSession: ReadonlySet<string> = new Set([
  ...framing,
  ...gatewaysOwn,
  'authorization',
  'cookie',
  'x-api-key',
]);

function resolveSessionFrom(context: Context, path: Path, written: readonly string[]): readonly string[] {
  return written.map((one, index) => {
    const name = one.toLowerCase();
    if (noSession.has(name))
      wrong(context, [...path, index], 'bad_header', `the header ${name} names no session of clients`);
    return name;
  });
}

function resolveDeployment(
  context: Context,
  path: Path,
  model: string,
  written: Deployment,
  references: ModelReferences,
): DeploymentConfig | undefined {
  if (written.backend === undefined) return undefined; // reported by the schema's check
  checkReference(
    context,
    [...path, 'backend'],
    written.backend,
    references.backends,
    'unknown_backend',
    'backend',
  );
  const common = checkCapabilities(context, [...path, 'capabilities'], written.capabilities, references);
  const upstreamModel = written.model ?? model;
  const vendor = references.vendors.get(written.backend);
  const catalogue = catalogueName(context, path, written, upstreamModel, vendor);
  const accepts = acceptsOf(context, path, written, references.prices, catalogue);
  const { endpoints, translations, relays } = resolveServed(
    context,
    path,
    written,
    { common, accepts },
    references,
  );
  return {
    name: written.id ?? written.backend,
    at: placeOf(context, path),
    model,
    backend: written.backend,
    upstreamModel,
    limits: resolveCapacity(context, [...path, 'rate_limit'], written.rate_limit),
    priority: written.priority,
    weight: written.weight,
    disabled: written.disabled,
    catalogue,
    price: resolvePrice(context, path, written, references, catalogue),
    endpoints,
    translations,
    relays,
    accepts,
  };
}

/** The guarantees on each endpoint, and the translations of those with `via`. */
function resolveServed(
  context: Context,
  path: Path,
  written: Deployment,
  { common, accepts }: { readonly common: readonly string[]; readonly accepts: Accepts | undefined },
  references: ModelReferences,
): Pick<DeploymentConfig, 'endpoints' | 'translations' | 'relays'> {
  const { endpoints: all } = references;
  const at = [...path, 'endpoints'];
  const entries = entriesOfEndpoints<ServedEndpoint | SocketEndpoint>(context, at, written.endpoints, {
    names: all.deployed,
    endpoints: all,
  });
  const native: Partial<Record<EndpointName, readonly string[]>> = {};
  const vias: WrittenVia[] = [];
  const relays: EndpointName[] = [];
  for (const [endpoint, own] of entries) {
    if (!Array.isArray(own) && 'relay' in own && own.relay !== undefined) {
      relays.push(endpoint);
      if (own.via === undefined) {
        const { capabilities = [] } = own;
        checkCapabilities(context, [...at, endpoint, 'capabilities'], capabilities, references);
        native[endpoint] = [...new Set([...common, ...capabilities])];
        continue;
      }
      wrong(context, [...at, endpoint, 'relay'], 'bad_via', 'a translated endpoint cannot be relayed', {
        hint: 'take it out: turns then go as requests, which are translated',
      });
    }
    if (Array.isArray(own)) {
      const ownNames = all.capabilitiesOf(endpoint);
      checkCapabilities(context, [...at, endpoint], own, references, ownNames);
      native[endpoint] = [...new Set([...common, ...own])];
    } else if (own.via !== undefined) {
      const capabilities = own.capabilities;
      const place = [...at, endpoint, 'capabilities'];
      if (capabilities !== undefined) checkCapabilities(context, place, capabilities, references);
      vias.push({ endpoint: endpoint as TranslatedEndpoint, via: own.via, capabilities });
    } else if (context.intact([...at, endpoint])) {
      wrong(context, [...at, endpoint], 'bad_via', 'has neither `via` nor `relay`', {
        hint: 'write the list of its capabilities in its place',
      });
    }
  }
  const backend = references.resolved.get(written.backend ?? '');
  const { translations, capabilities } = resolveTranslations(
    context,
    path,
    written,
    vias,
    { common, native },
    backend,
    accepts,
  );
  const served: DeploymentConfig['endpoints'] = { ...native, ...capabilities };
  // In the order of their names, as all that goes by endpoint.
  const names = entries.map(([name]) => name).filter((name) => served[name] !== undefined);
  return {
    endpoints: Object.fromEntries(names.map((name) => [name, served[name]])),
    translations,
    relays: relays.length === 0 ? undefined : relays,
  };
}

function checkCapabilities(
  context: Context,
  path: Path,
  names: readonly string[],
  { capabilities, endpoints }: ModelReferences,
  knownHere: readonly string[] = [],
): readonly string[] {
  for (const [index, name] of names.entries()) {
    const at = [...path, index];
    if (capabilities.has(name) || knownHere.includes(name) || isAbsent(context, at)) continue;
    const elsewhere = endpoints.names.find((other) => endpoints.capabilitiesOf(other).includes(name));
    const endpoint = elsewhere ?? endpoints.names.find((prefix) => name.startsWith(`${prefix}:`));
    const guess = endpoint === undefined ? meantCapability(name, [...capabilities, ...knownHere]) : '';
    const hint =
      endpoint === undefined
        ? capabilityHint(guess)
        : `list it under \`endpoints\`, as \`${endpoint}: [${name.slice(name.indexOf(':') + 1)}]\``;
    const where = elsewhere === undefined ? '' : ` here: it is one of ${elsewhere} alone`;
    const message = `there is no capability ${shown(context, at, name)}${guess}${where}`;
    wrong(context, at, 'unknown_capability', message, { hint });
  }
  return names;
}

/** A deployment's name, and where it stands. */
interface Named {
  readonly name: string;
  readonly line: number;
}

/** Within a model names tell deployments apart, in `MODEL/NAME` and in headers, so they may not differ in case alone. */
function checkName(
  context: Context,
  path: Path,
  written: Deployment,
  name: string,
  names: Map<string, Named>,
): void {
  const other = names.get(name.toLowerCase());
  names.set(name.toLowerCase(), { name, line: placeOf(context, path).line });
  if (other === undefined) return;
  const at = [...path, written.id === undefined ? 'backend' : 'id'];
  if (other.name !== name)
    wrong(
      context,
      at,
      'names_differ_in_case',
      `"${name}" and "${other.name}" differ only in case; the other is in line ${other.line}`,
      {
        hint: 'give each an `id` that differs in more',
      },
    );
  else {
    wrong(
      context,
      at,
      'duplicate_deployment',
      `this model has a deployment named "${name}" already, in line ${other.line}`,
      {
        hint: 'give each an `id` of its own if a model uses one backend twice',
      },
    );
  }
}

/** Without sessions that belong somewhere nothing spills. */
function resolveSpill(context: Context, path: Path, { spill, balance }: Model): number | undefined {
  if (spill === undefined || balance === 'sticky') return spill;
  wrong(context, [...path, 'spill'], 'unused_spill', `does nothing with \`balance: ${balance}\``, {
    hint: 'set `balance: sticky`, or take it out',
  });
  return undefined;
}
