/**
 * The counters of a worker's requests. A recorder is made with each snapshot and knows its models, deployments and
 * keys; the series themselves belong to the worker and go on counting over a reload. A series begins with the first
 * request that counts in it, so a file of thousands of models does not make thousands of zeros.
 */
import { type EndpointName, isServed } from '../../api/endpoints/index.ts';
import type { Config } from '../../config/types/gateway.ts';
import type { DeploymentConfig } from '../../config/types/models.ts';
import { refusalsOfKeys } from '../../errors.ts';
import type {
  GuardEvent,
  GuardOutcome,
  RequestEvent,
  ToolEvent,
  ToolOutcome,
  UseCorrection,
} from '../request-event.ts';
import { providerOf } from '../semantic-names.ts';
import {
  addMoreTokens,
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
import { TranslationMeters } from './translation-meters.ts';

const unknown = '(unknown)';
const other = '(other)';

/** Clients make titles up: this many are counted by name. */
const maxTitles = 100;

/** The parts of a configuration that name series. */
export type MeteredConfig = Pick<Config, 'models' | 'backends' | 'stateful' | 'endpoints'>;

/** Records one request that is over. */
export type Recorder = (event: RequestEvent) => void;

export class RequestMetrics {
  readonly #families = Object.fromEntries(
    Object.entries(requestFamilies).map(([key, spec]) => [key, new Family(spec)]),
  ) as unknown as Families;
  readonly #titles = new Map<string, Series>();
  #otherTitles: Series | undefined;
  readonly #isField: (name: string) => boolean;

  /** @param isField Whether a name is one of a field of requests: others, which clients make up, name no series. */
  constructor(isField: (name: string) => boolean) {
    this.#isField = isField;
  }

  /** A recorder for one configuration. */
  recorder(config: MeteredConfig): Recorder {
    const snapshot = new SnapshotMeters(this.#families, config, this.#isField);
    return (event) => {
      snapshot.record(event);
      // A client without a key could invent any number of application names.
      if (event.title !== undefined && event.key !== undefined) this.#titled(event.title)[0]! += 1;
    };
  }

  /** Corrects what was counted for requests of one configuration, by the endpoint that they were made to. */
  corrector(config: MeteredConfig): (correction: UseCorrection, endpoint: EndpointName) => void {
    const snapshot = new SnapshotMeters(this.#families, config, this.#isField);
    return (correction, endpoint) => snapshot.correct(correction, endpoint);
  }

  /** A backend sent what is no part of an answer that was asked for. */
  outOfStep(backend: string): void {
    this.#families.outOfStep.at({ backend })[0]! += 1;
  }

  /** A guard was shown something, or could not be. */
  looked(guard: string, direction: GuardEvent['direction'], outcome: GuardOutcome, ms?: number): void {
    this.#families.guardLooks.at({ guard, direction, outcome })[0]! += 1;
    if (ms === undefined) return;
    const { bounds } = requestFamilies.guardSeconds;
    observe(this.#families.guardSeconds.at({ guard, direction }), bounds, ms / 1000);
  }

  /** A server of tools was asked of itself, or of one of its lists. */
  listed(server: string, outcome: ToolOutcome): void {
    this.#families.toolLists.at({ server, outcome })[0]! += 1;
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

  #titled(title: string): Series {
    const known = this.#titles.get(title);
    if (known !== undefined) return known;
    if (this.#titles.size >= maxTitles) {
      this.#otherTitles ??= this.#families.titleRequests.at({ title: other });
      return this.#otherTitles;
    }
    const fresh = this.#families.titleRequests.at({ title });
    this.#titles.set(title, fresh);
    return fresh;
  }
}

type PerEndpoint<V> = Partial<Record<EndpointName, V>>;

interface MeteredModel {
  readonly meters: PerEndpoint<ModelMeters>;
  readonly deployments: ReadonlyMap<string, PerEndpoint<DeploymentMeters>>;
}

/** The parts of a deployment that series are named after. */
type Metered = Pick<DeploymentConfig, 'name' | 'endpoints' | 'backend'>;

/** Made when a model is first asked for: a file may hold thousands that nobody calls. */
class SnapshotMeters {
  readonly #families: Families;
  readonly #config: MeteredConfig;
  readonly #translations: TranslationMeters;
  readonly #models = new Map<string, MeteredModel>();
  readonly #keys = new Map<string | undefined, KeyMeters>();
  readonly #errors = new Map<string, Fan<string>>();
  readonly #unserved = { [none]: new Map<string, Fan<number>>(), [unknown]: new Map<string, Fan<number>>() };
  readonly #phases: { readonly [K in 'authenticate' | 'read' | 'route' | 'connect']: Series };

  constructor(families: Families, config: MeteredConfig, isField: (name: string) => boolean) {
    this.#families = families;
    this.#translations = new TranslationMeters(families, isField);
    this.#config = config;
    const at = (phase: string) => families.phases.at({ phase });
    this.#phases = {
      authenticate: at('authenticate'),
      read: at('read'),
      route: at('route'),
      connect: at('connect'),
    };
  }

  #model(id: string): MeteredModel | undefined {
    const known = this.#models.get(id);
    if (known !== undefined) return known;
    const deployed = id === '' ? this.#kept() : this.#config.models.get(id)?.deployments;
    if (deployed === undefined) return undefined;
    const meters: PerEndpoint<ModelMeters> = {};
    const deployments = new Map<string, PerEndpoint<DeploymentMeters>>();
    for (const { name, endpoints, backend } of deployed) {
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

  /** Backends that are asked for what they keep, as deployments of no model. */
  #kept(): Metered[] | undefined {
    const { stateful, endpoints: settings } = this.#config;
    const kept = Object.fromEntries((stateful?.endpoints ?? []).map((name) => [name, []]));
    const metered = new Map<string, Metered>();
    for (const { name, backend } of stateful?.deployments ?? [])
      metered.set(name, { name, backend, endpoints: kept });
    // And those that are asked for what names no model.
    for (const one of Object.values(settings).flatMap((each) => each?.deployments ?? [])) {
      const { name, backend } = one;
      const endpoints = { ...metered.get(name)?.endpoints, ...one.endpoints };
      metered.set(name, { name, backend, endpoints });
    }
    return metered.size === 0 ? undefined : [...metered.values()];
  }

  record(event: RequestEvent): void {
    const { endpoint, status, code } = event;
    this.#recordPhases(event);
    this.#recordKey(event);
    if (code !== undefined) this.#errorsOn(endpoint ?? none).of(code)[0]! += 1;
    if (!isServed(endpoint)) {
      if (event.tools !== undefined) this.#recordTool(event, event.tools);
      this.#withoutModel(endpoint ?? none, none).of(status)[0]! += 1;
      return;
    }
    if (event.corrects !== undefined) this.correct(event.corrects, endpoint);
    if (event.nested !== undefined)
      for (const one of event.nested) this.correct({ ...one, key: event.key }, endpoint);
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
      if (event.isOverstated === true) deployment.overstated();
      const isKnown = tokens !== undefined && certainty !== 'estimated';
      if (!isKnown && status < 300 && code === undefined) deployment.useUnknown();
    } else if (model !== undefined) model.unattempted.of(status)[0]! += 1;
    else {
      this.#withoutModel(endpoint, event.asked === undefined ? none : unknown).of(status)[0]! += 1;
    }
    if (event.attempts.length > 0) model?.answered(event);
    if (event.affinity !== undefined)
      this.#families.affinity.at({ model: used ?? unknown, result: event.affinity })[0]! += 1;
    if (event.queued !== undefined) this.#recordQueued(event, event.queued);
    if (event.fellBackFrom !== undefined)
      this.#families.fallbacks.at({ requested_model: event.fellBackFrom, model: used ?? unknown })[0]! += 1;
    if (event.translation !== undefined || event.untranslatable !== undefined)
      this.#translations.record(event);
  }

  #recordTool({ ms }: RequestEvent, { server, method, named: tool, outcome }: ToolEvent): void {
    if (server === undefined || outcome === undefined) return;
    if (tool !== undefined) this.#families.toolCalls.at({ server, tool, outcome })[0]! += 1;
    this.#families.toolRequests.at({ server, method, outcome })[0]! += 1;
    observe(this.#families.toolSeconds.at({ server, method }), requestFamilies.toolSeconds.bounds, ms / 1000);
  }

  /** A request that waited for slots, or was not let wait. */
  #recordQueued({ attempts, code, status }: RequestEvent, queued: NonNullable<RequestEvent['queued']>): void {
    const labels = { model: queued.model, class: queued.class };
    observe(this.#families.queueWait.at(labels), requestFamilies.queueWait.bounds, queued.ms / 1000);
    const isLeft = status === 499 && attempts.length === 0;
    const reason = isLeft
      ? 'client_gone'
      : code === 'queue_full' || code === 'queue_timeout'
        ? code
        : undefined;
    if (reason !== undefined) this.#families.queueRefused.at({ reason, ...labels })[0]! += 1;
  }

  /** On the endpoint that the request of before was made to, and of its key. */
  correct(
    {
      key,
      model,
      deployment,
      tokens,
      costNanoUsd,
    }: Pick<UseCorrection, 'key' | 'model' | 'deployment' | 'tokens' | 'costNanoUsd'>,
    endpoint: EndpointName,
  ): void {
    this.#deployment(model, deployment, endpoint)?.correct(tokens, costNanoUsd);
    const meters = this.#keyMeters(key);
    addMoreTokens(meters.tokens, tokens);
    if (costNanoUsd > 0) meters.spend(costNanoUsd);
  }

  /** Requests for no model of the file, by endpoint and status. */
  #withoutModel(endpoint: string, model: typeof none | typeof unknown): Fan<number> {
    const known = this.#unserved[model];
    let fan = known.get(endpoint);
    if (fan === undefined) {
      fan = new Fan((status) =>
        this.#families.requests.at({ endpoint, model, deployment: none, status: statusLabel(status) }),
      );
      known.set(endpoint, fan);
    }
    return fan;
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
    const meters = this.#keyMeters(key);
    meters.requests.of(status)[0]! += 1;
    if (code !== undefined && refusalsOfKeys.has(code)) meters.refusals.of(code)[0]! += 1;
    if (tokens !== undefined) addTokens(meters.tokens, tokens);
    if (costNanoUsd !== undefined) meters.spend(costNanoUsd);
  }

  #keyMeters(key: string | undefined): KeyMeters {
    const known = this.#keys.get(key);
    if (known !== undefined) return known;
    const meters = new KeyMeters(this.#families, key ?? none);
    this.#keys.set(key, meters);
    return meters;
  }

  #errorsOn(endpoint: string): Fan<string> {
    let fan = this.#errors.get(endpoint);
    if (fan === undefined) {
      fan = new Fan((code) => this.#families.errors.at({ endpoint, code }));
      this.#errors.set(endpoint, fan);
    }
    return fan;
  }
}
