/**
 * What a worker counts of its requests. A recorder is made with each snapshot and knows its models, deployments and
 * keys; the series themselves belong to the worker and go on counting over a reload. A series begins with the first
 * request that has something to count in it, so that a file of thousands of models is not thousands of zeros.
 */
import { type EndpointName, isServed } from '../../api/endpoints/index.ts';
import type { Config } from '../../config/types.ts';
import type { RequestEvent } from '../request-event.ts';
import { providerOf } from '../semantic-names.ts';
import {
  addTokens,
  DeploymentMeters,
  type Families,
  Fan,
  KeyMeters,
  ModelMeters,
  none,
  statusLabel,
} from './meters.ts';
import { requestFamilies } from './metric-families.ts';
import { Family, type FamilyReport, observe, type Series } from './series.ts';

const unknown = '(unknown)';
const other = '(other)';

/** Clients make titles up: this many are counted by name. */
const maxTitles = 100;

/** The errors that a key's own limits and permissions lead to. */
const refusalCodes: ReadonlySet<string> = new Set([
  'rate_limit_exceeded',
  'budget_exceeded',
  'model_not_allowed',
  'endpoint_not_allowed',
  'address_not_allowed',
]);

/** The parts of a configuration that name series. */
export type MeteredConfig = Pick<Config, 'models' | 'backends'>;

/** Records one request that is over. */
export type Recorder = (event: RequestEvent) => void;

export class RequestMetrics {
  readonly #families = Object.fromEntries(
    Object.entries(requestFamilies).map(([key, spec]) => [key, new Family(spec)]),
  ) as unknown as Families;
  readonly #titles = new Set<string>();

  /** A recorder for one configuration. */
  recorder(config: MeteredConfig): Recorder {
    const snapshot = new SnapshotMeters(this.#families, config);
    return (event) => {
      snapshot.record(event);
      // Whoever has no key could make the names of applications up, one after the other.
      if (event.title !== undefined && event.key !== undefined)
        this.#families.titleRequests.at(this.#titleOf(event.title))[0]! += 1;
    };
  }

  /** All series. */
  report(): readonly FamilyReport[] {
    return Object.values(this.#families)
      .map((family) => family.report())
      .filter(({ keys }) => keys.length > 0);
  }

  /** Those that have counted since this was last asked, so many to a report. */
  *changes(most: number): Generator<FamilyReport, void> {
    for (const family of Object.values(this.#families)) yield* family.changes(most);
  }

  #titleOf(title: string): string {
    if (this.#titles.has(title)) return title;
    if (this.#titles.size >= maxTitles) return other;
    this.#titles.add(title);
    return title;
  }
}

type PerEndpoint<V> = Partial<Record<EndpointName, V>>;

interface MeteredModel {
  readonly meters: PerEndpoint<ModelMeters>;
  readonly deployments: ReadonlyMap<string, PerEndpoint<DeploymentMeters>>;
}

/** Made when a model is first asked for: a file may hold thousands that nobody calls. */
class SnapshotMeters {
  readonly #families: Families;
  readonly #config: MeteredConfig;
  readonly #models = new Map<string, MeteredModel>();
  readonly #keys = new Map<string | undefined, KeyMeters>();
  readonly #errors = new Map<string, Fan<string>>();
  readonly #phases: { readonly [K in 'authenticate' | 'read' | 'route' | 'connect']: Series };

  constructor(families: Families, config: MeteredConfig) {
    this.#families = families;
    this.#config = config;
    const phase = (name: string) => families.phases.at(name);
    this.#phases = {
      authenticate: phase('authenticate'),
      read: phase('read'),
      route: phase('route'),
      connect: phase('connect'),
    };
  }

  #model(id: string): MeteredModel | undefined {
    const known = this.#models.get(id);
    if (known !== undefined) return known;
    const model = this.#config.models.get(id);
    if (model === undefined) return undefined;
    const meters: PerEndpoint<ModelMeters> = {};
    const deployments = new Map<string, PerEndpoint<DeploymentMeters>>();
    for (const { name, endpoints, backend } of model.deployments) {
      const address = this.#config.backends.get(backend)?.address;
      const provider = address?.kind === 'url' ? providerOf(address.hostname, backend) : backend;
      const own: PerEndpoint<DeploymentMeters> = {};
      for (const endpoint of Object.keys(endpoints) as EndpointName[]) {
        meters[endpoint] ??= new ModelMeters(this.#families, endpoint, id);
        own[endpoint] = new DeploymentMeters(this.#families, endpoint, id, name, provider);
      }
      deployments.set(name, own);
    }
    const metered = { meters, deployments };
    this.#models.set(id, metered);
    return metered;
  }

  record(event: RequestEvent): void {
    const { endpoint, status, code } = event;
    this.#recordPhases(event);
    this.#recordKey(event);
    if (code !== undefined) this.#errorsOn(endpoint ?? none).of(code)[0]! += 1;
    if (!isServed(endpoint)) {
      this.#families.requests.at(endpoint ?? none, none, none, statusLabel(status))[0]! += 1;
      return;
    }
    for (const attempt of event.attempts) {
      this.#deployment(attempt.model, attempt.deployment, endpoint)?.attempt(attempt);
    }
    const used = event.model ?? (event.isKnownModel ? event.asked : undefined);
    const model = used === undefined ? undefined : this.#model(used)?.meters[endpoint];
    const deployment = this.#deployment(event.model, event.deployment, endpoint);
    if (deployment !== undefined) {
      deployment.requests.of(status)[0]! += 1;
      const { tokens, certainty = 'measured', costNanoUsd } = event;
      if (tokens !== undefined) deployment.use(tokens, certainty, costNanoUsd);
      const isKnown = tokens !== undefined && certainty !== 'estimated';
      if (!isKnown && status < 300 && code === undefined) deployment.useUnknown();
    } else if (model !== undefined) model.unattempted.of(status)[0]! += 1;
    else {
      const name = event.asked === undefined ? none : unknown;
      this.#families.requests.at(endpoint, name, none, statusLabel(status))[0]! += 1;
    }
    if (event.attempts.length > 0) model?.answered(event);
  }

  #deployment(
    model: string | undefined,
    deployment: string | undefined,
    endpoint: EndpointName,
  ): DeploymentMeters | undefined {
    if (model === undefined || deployment === undefined) return undefined;
    return this.#model(model)?.deployments.get(deployment)?.[endpoint];
  }

  #recordPhases({ phases, attempts }: RequestEvent): void {
    const { bounds } = requestFamilies.phases;
    const { authenticate, read, route, connect } = this.#phases;
    if (phases.authenticateMs !== undefined) observe(authenticate, bounds, phases.authenticateMs / 1000);
    if (phases.readMs !== undefined) observe(read, bounds, phases.readMs / 1000);
    if (phases.routeMs !== undefined) observe(route, bounds, phases.routeMs / 1000);
    for (const { connectMs } of attempts) {
      if (connectMs !== undefined) observe(connect, bounds, connectMs / 1000);
    }
  }

  #recordKey({ key, status, code, tokens, costNanoUsd }: RequestEvent): void {
    let meters = this.#keys.get(key);
    if (meters === undefined) {
      meters = new KeyMeters(this.#families, key ?? none);
      this.#keys.set(key, meters);
    }
    meters.requests.of(status)[0]! += 1;
    if (code !== undefined && refusalCodes.has(code)) meters.refusals.of(code)[0]! += 1;
    if (tokens !== undefined) addTokens(meters.tokens, tokens);
    if (costNanoUsd !== undefined) meters.spend(costNanoUsd);
  }

  #errorsOn(endpoint: string): Fan<string> {
    let fan = this.#errors.get(endpoint);
    if (fan === undefined) {
      fan = new Fan((code) => this.#families.errors.at(endpoint, code));
      this.#errors.set(endpoint, fan);
    }
    return fan;
  }
}
