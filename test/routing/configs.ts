import type { EndpointName } from '../../src/api/endpoints/index.ts';
import { loadConfig } from '../../src/config/load.ts';
import type { TranslatedEndpoint } from '../../src/config/translation-settings.ts';
import type { BackendConfig } from '../../src/config/types/backends.ts';
import type { Config } from '../../src/config/types/gateway.ts';
import type { KeyConfig } from '../../src/config/types/keys.ts';
import type { DeploymentConfig, ModelConfig } from '../../src/config/types/models.ts';
import type { GenericTags } from '../../src/config/types/routing.ts';
import type { RoutingTest } from '../../src/config/types/tests.ts';
import type { RoutedConfig } from '../../src/routing/routing-table.ts';
import { minimal } from '../config/fixtures.ts';
import { defaultCircuitSettings } from './circuit-settings.ts';

const plainest = await loadConfig('-', { text: minimal, env: {}, requireSecrets: true });
/** A backend of which a file says nothing more than that it is simulated. */
const simulated = plainest.config!.backends.get('local')!;

const translated = await loadConfig('-', {
  text: minimal.replace('chat_completions: [streaming]', 'chat_completions: { via: gemini }'),
  env: {},
  requireSecrets: true,
});
/** One that there is. */
const translation = translated.config!.models.get('fast')!.deployments[0]!.translations!.chat_completions!;

const at = { file: '/etc/gateway/gateway.yaml', line: 1, column: 1 };

export interface DeploymentSketch {
  readonly backend: string;
  readonly id?: string;
  readonly priority?: number;
  readonly weight?: number;
  readonly disabled?: boolean;
  readonly endpoints: DeploymentConfig['endpoints'];
  /** Those of them that are translated. */
  readonly via?: readonly TranslatedEndpoint[];
}

export interface ModelSketch {
  readonly fallbacks?: readonly string[];
  readonly deployments: readonly DeploymentSketch[];
}

/** One deployment of `model`, with what a test does not care about filled in. */
export function deployment(model: string, sketch: DeploymentSketch): DeploymentConfig {
  const { backend, id = backend, priority = 0, weight = 1, disabled = false, endpoints, via = [] } = sketch;
  return {
    name: id,
    at,
    model,
    backend,
    upstreamModel: model,
    limits: undefined,
    priority,
    weight,
    disabled,
    catalogue: undefined,
    price: undefined,
    endpoints,
    accepts: undefined,
    relays: undefined,
    translations: via.length === 0 ? undefined : Object.fromEntries(via.map((name) => [name, translation])),
  };
}

/** What routing needs of a configuration, out of models by id. */
export function routed(
  models: Readonly<Record<string, ModelSketch>>,
  genericTags: GenericTags = 'every_endpoint',
): RoutedConfig {
  const entries = Object.entries(models).map(
    ([id, { fallbacks = [], deployments }]): [string, ModelConfig] => [
      id,
      {
        id,
        at,
        ownedBy: 'gateway',
        displayName: undefined,
        codex: undefined,
        spill: undefined,
        sessionFrom: ['x-session-id', 'prompt_cache_key'],
        description: undefined,
        created: 0,
        balance: 'least_busy',
        queue: undefined,
        fallbacks,
        mirror: undefined,
        deployments: deployments.map((sketch) => deployment(id, sketch)),
      },
    ],
  );
  return {
    models: new Map(entries),
    declaredEndpoints: [],
    routing: { genericTags, maxAttempts: 3, infer: 'prefer', circuit: defaultCircuitSettings },
  };
}

/** A key with what a test does not care about filled in. */
export function keyConfig(id: string, sketch: Partial<KeyConfig> = {}): KeyConfig {
  const nothing = { models: undefined, endpoints: undefined, notBefore: undefined, expires: undefined };
  const noLimits = { rule: undefined, limits: undefined, allowFrom: undefined, tags: [] };
  const noRemarks = { owner: undefined, note: undefined, created: undefined };
  return {
    id,
    at,
    hashes: [],
    certificate: undefined,
    retiring: new Map(),
    objectsOwner: id,
    ...nothing,
    ...noLimits,
    ...noRemarks,
    endUsers: undefined,
    queue: { class: 'normal', weight: 1 },
    groupModels: [],
    tools: undefined,
    nestedModels: 'allow',
    groups: [],
    disabled: false,
    ...sketch,
  };
}

export interface TestSketch {
  readonly name?: string;
  readonly request: Partial<RoutingTest['request']> & { readonly endpoint: EndpointName };
  /** A file. */
  readonly body?: string;
  readonly down?: readonly string[];
  readonly expect: Partial<RoutingTest['expect']>;
}

const nothingExpected: RoutingTest['expect'] = {
  deployment: undefined,
  order: undefined,
  eligible: undefined,
  model: undefined,
  status: undefined,
  code: undefined,
  via: undefined,
  dropped: undefined,
  changed: undefined,
  param: undefined,
};

/** A whole configuration around models, with a backend for each name that a deployment uses. */
export function config(
  models: Readonly<Record<string, ModelSketch>>,
  { keys = [], tests = [] }: { keys?: readonly KeyConfig[]; tests?: readonly TestSketch[] } = {},
): Config {
  const names = Object.values(models).flatMap((model) => model.deployments.map(({ backend }) => backend));
  return {
    ...routed(models),
    stateful: undefined,
    contentLog: undefined,
    guards: new Map(),
    mcp: undefined,
    endpoints: {},
    revision: '0123456789ab',
    textRevision: '0123456789ab',
    secretsRevision: '0123456789ab',
    file: at.file,
    sources: [at.file],
    listen: {
      address: { host: '127.0.0.1', port: 8443 },
      tls: { kind: 'self_signed' },
      clientCertificates: undefined,
      maxBodyBytes: 33_554_432,
      maxBufferedBytes: 536_870_912,
      headersTimeoutMs: 10_000,
      bodyTimeoutMs: 30_000,
      minBodyRate: 1024,
      keepAliveMs: 65_000,
      maxConnections: 10_000,
      origins: [],
      heartbeatMs: undefined,
      ownHeartbeatMs: 30_000,
      drainMs: 25_000,
      drainDelayMs: 0,
      healthPath: undefined,
    },
    admin: undefined,
    workers: 'auto',
    log: { level: 'silent', file: undefined, sample: 1, clientIp: 'full', exclude: [] },
    tracing: undefined,
    metrics: undefined,
    notify: undefined,
    programs: new Map(),
    backends: new Map(names.map((name) => [name, backend(name)])),
    keys: new Map(keys.map((key) => [key.id, key])),
    identity: { resource: undefined, issuers: new Map() },
    keysFile: undefined,
    keysStore: undefined,
    rateLimits: new Map(),
    groups: new Map(),
    state: { dir: '/var/lib/gateway', keepsUsage: false, redis: undefined },
    tests: tests.map(({ name = 'a test', request, body, down = [], expect }, index) => ({
      index,
      name,
      at: { ...at, line: index + 1 },
      request: {
        model: undefined,
        models: [],
        tags: [],
        key: undefined,
        claims: undefined,
        socket: undefined,
        ...request,
      },
      body: body === undefined ? undefined : { kind: 'file', file: body },
      down,
      guards: {},
      expect: { ...nothingExpected, ...expect },
    })),
    never: [],
    survives: [],
    priceTests: [],
    toolTests: [],
  };
}

function backend(name: string): BackendConfig {
  return { ...simulated, name, at };
}
