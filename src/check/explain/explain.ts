import { refusedAt } from '../../api/body/nested-models.ts';
import { endpointsOf } from '../../api/endpoints/declared-endpoints/endpoint-set.ts';
import type { NestedModels } from '../../api/endpoints/nested-models.ts';
import { translationAt } from '../../config/derived/endpoint-translation.ts';
import { guardScope } from '../../config/derived/guards.ts';
import { keepsContents } from '../../config/derived/kept-contents.ts';
import type { Config } from '../../config/types/gateway.ts';
import type { KeyConfig } from '../../config/types/keys.ts';
import type { BalanceName, DeploymentConfig } from '../../config/types/models.ts';
import { leadOf } from '../../identity/key-for-claims.ts';
import { lacksForModels } from '../../identity/protected-resources.ts';
import { clientKey, type Key } from '../../keys/keyring.ts';
import { atOnce } from '../../lib/steps.ts';
import { nearest } from '../../lib/suggest.ts';
import { attemptOrder, type Preference } from '../../routing/attempts/attempt-order.ts';
import { strategies } from '../../routing/balance/index.ts';
import { sessionKey } from '../../routing/balance/sticky.ts';
import type { Load, RoutingFacts, Strategy } from '../../routing/balance/strategy.ts';
import { type ChainStep, modelChain, type Question } from '../../routing/chain.ts';
import type { HealthState } from '../../routing/health.ts';
import { mirroredTo } from '../../routing/mirror-routes.ts';
import { NestingRules, planNested } from '../../routing/nested-models.ts';
import { namesInPlan, plan, plannedModels } from '../../routing/plan.ts';
import {
  type Candidate,
  deploymentKey,
  type PlannedModel,
  type RoutingTable,
  routesOf,
  routingTable,
  routingTableSteps,
} from '../../routing/routing-table.ts';
import { explainQueue } from './explain-queue.ts';
import { SocketExplainer } from './explain-socket.ts';
import { explainKept, explainWithoutModel, type Refused } from './explain-stored-objects.ts';
import type {
  ExplainedDeployment,
  ExplainedMirror,
  ExplainedModel,
  ExplainedOutcome,
  Explanation,
  Reason,
} from './explanation.ts';
import { type ExplainQuestion, questionProblems } from './question.ts';
import { reasonsAgainst } from './reasons.ts';
import {
  refused,
  refusedAsInactive,
  refusedByBody,
  refusedByGrant,
  refusedByRules,
} from './refusals-before-routing.ts';
import { isTold, type RequestTranslation, tellable, untoldRefusal } from './request-translation.ts';
import { capacityInWords } from './text/capacity-in-words.ts';
import { tiedWithFirst } from './tied-first.ts';

/** A running gateway's knowledge of its deployments, by `MODEL/NAME`. */
export interface LiveFacts extends Load {
  healthState(key: string): HealthState;
  /** The health check of its backend fails. */
  isProbedDown?(key: string): boolean;
  /** There is no credential for its backend at the moment. */
  lacksCredential?(key: string): boolean;
}

/** A request that names no model gets its endpoint's model. */
function withDefaultModel({ endpoints: said }: Config, question: ExplainQuestion): ExplainQuestion {
  if (question.model !== undefined || question.models.length > 0) return question;
  return { ...question, model: said[question.endpoint]?.defaultModel };
}

/** Explains one question. For several about one configuration make an `explainer`. */
export function explain(
  config: Config,
  question: ExplainQuestion,
  requestTranslation?: RequestTranslation,
): Explanation {
  return explainer(config)(question, requestTranslation);
}

/**
 * Explains questions about one configuration, whose table is built once. Throws an Error that holds the findings of
 * `questionProblems`. `wallNow` (milliseconds since the epoch) decides which keys are valid; without `live` every
 * deployment counts as healthy and idle. `requestTranslation` is of the request's body, if there is one.
 */
export function explainer(
  config: Config,
  wallNow: () => number = Date.now,
  live?: LiveFacts,
): (question: ExplainQuestion, requestTranslation?: RequestTranslation) => Explanation {
  const table = routingTable(config);
  const strategyOf = strategiesFor(live ?? idle);
  const sockets = new SocketExplainer(config);
  const lacks = lacksForModels(config);
  return (stated, requestTranslation) => {
    const question = withDefaultModel(config, stated);
    const problems = questionProblems(config, question);
    if (problems.length > 0) throw new Error(problems.join('; '));
    const lead = question.claims && leadOf(config.identity, question.claims, lacks);
    const keyId = lead?.kind === 'key' ? lead.key : question.key;
    const keyConfig = keyId === undefined ? undefined : config.keys.get(keyId);
    const key = keyConfig && clientKey(keyConfig);
    const called = table.endpoints.of(question.endpoint);
    const keyRefusal =
      refusedByRules(lead) ??
      (key && refusedAsInactive(key, question, wallNow())) ??
      sockets.refusal(question, called) ??
      (key && refusedByGrant(key, question));
    const withSocket = (explained: Explanation) =>
      sockets.with(explained, question, called, keyId, keyRefusal === undefined);
    const identity =
      lead?.kind === 'key' ? { issuer: lead.issuer, rule: lead.rule, key: lead.key } : undefined;
    const { answeredBy, model } = called;
    const keyTags = keyConfig?.tags ?? [];
    const contents = keyId === undefined ? undefined : keptContents(config, keyId, question);
    const guardsFor = (models: readonly string[]) => guardsOf(config, keyConfig, models);
    if (answeredBy === 'backends' || model?.in === 'none') {
      const explained = answeredBy === 'backends' ? explainKept : explainWithoutModel;
      const tags = [...question.tags, ...keyTags];
      return withSocket({
        ...explained(config, question, tags, keyRefusal),
        ...(identity && { identity }),
        ...contents,
        ...guardsFor([]),
      });
    }
    const allows = (modelId: string) => key === undefined || key.allowsModel(modelId);
    const down = new Set(question.down);
    const inquiry: Inquiry = {
      config,
      table,
      live,
      strategyOf,
      asked: { ...question, tags: [...wantedTags(config, question), ...keyTags], allows },
      keyTags,
      key: keyId,
      caller: key,
      nested: question.nested,
      keyRefusal,
      bodyRefusal: refusedByBody(question, config),
      requestTranslation,
      isDown: (deployment) => down.has(deployment.backend) || down.has(deploymentKey(deployment)),
      isTurn: question.socket !== undefined,
      preference: preferenceOf(config, question),
      facts: {
        stickyKey: stickyKeyOf(question, keyId),
        inputTokens: question.tokens?.input ?? 1,
        outputTokens: question.tokens?.output ?? 1,
      },
    };
    const routed = route(inquiry);
    const models = modelChain(table, inquiry.asked).map((step) => explainModel(inquiry, step, routed));
    const { nested: _places, ...shown } = question;
    const { outcome } = routed;
    const mirrors = mirrorsOf(inquiry, models);
    const first = models.find(({ kind }) => kind !== 'unknown');
    const queue =
      outcome.status === 200 && first !== undefined
        ? explainQueue(config, routesOf(table, first.model)?.model.id ?? first.model, first.model, keyId)
        : undefined;
    return withSocket({
      question: shown,
      ...(identity && { identity }),
      outcome,
      models,
      ...(queue && { queue }),
      ...(mirrors.length > 0 && { mirrors }),
      ...contents,
      ...(outcome.status === 200 && guardsFor(namesInPlan(plannedModels(table, inquiry.asked)))),
    });
  };
}

/** The guards that read a key's request or its answer. */
function guardsOf(
  { guards }: Config,
  key: KeyConfig | undefined,
  models: readonly string[],
): Pick<Explanation, 'guards'> | undefined {
  const caller = { id: key?.id ?? '', groups: key?.groups ?? [] };
  const looking = [...guards.values()].filter(({ appliesTo }) => {
    const scope = guardScope(appliesTo);
    return scope.caller(caller) && scope.models(models);
  });
  if (looking.length === 0) return undefined;
  return { guards: looking.map(({ name, looksAt }) => ({ name, looksAt })) };
}

/** True if its contents are kept. A chain of models counts by its first, as the request does. */
function keptContents(
  config: Config,
  key: string,
  { model, models }: ExplainQuestion,
): Pick<Explanation, 'contents'> | undefined {
  const isKept = keepsContents(config, model ?? models[0] ?? '')(key);
  return isKept ? { contents: { share: config.contentLog!.sample } } : undefined;
}

/** The possible targets of copies of a request, by the models that may answer. */
function mirrorsOf(
  { config, table, asked }: Inquiry,
  models: readonly ExplainedModel[],
): readonly ExplainedMirror[] {
  return models.flatMap(({ deployments }) => {
    const tried = deployments.find(({ place }) => place !== null);
    const of = tried?.deployment.slice(0, tried.deployment.lastIndexOf('/'));
    const model = of === undefined ? undefined : config.models.get(of);
    if (model?.mirror === undefined) return [];
    const copied = mirroredTo(table, model, asked.endpoint, asked.tags);
    return copied.length === 0 ? [] : [{ of: model.id, share: model.mirror.share, deployments: copied }];
  });
}

/** A question with all that its answer needs. */
interface Inquiry {
  readonly config: Config;
  readonly table: RoutingTable;
  readonly live: LiveFacts | undefined;
  readonly strategyOf: (balance: BalanceName) => Strategy;
  readonly asked: Question;
  readonly keyTags: readonly string[];
  readonly key: string | undefined;
  readonly caller: Key | undefined;
  readonly nested: NestedModels | undefined;
  readonly keyRefusal: Refused | undefined;
  readonly bodyRefusal: Refused | undefined;
  readonly requestTranslation: RequestTranslation | undefined;
  readonly isDown: (deployment: DeploymentConfig) => boolean;
  /** It is a turn of a socket. */
  readonly isTurn: boolean;
  readonly preference: Preference | undefined;
  readonly facts: RoutingFacts;
}

/** A deployment that is tried, with its place, and true if a strategy put it there. */
interface Tried {
  readonly place: number;
  readonly balance: BalanceName | null;
}

/** A gateway that has just started. */
const idle: Load = { inFlight: () => 0, busyness: () => 0, latencyMs: () => undefined };

/** Always draws the middle: of equals the heaviest comes first, then the one declared first. */
const unbiased = () => 0.5;

function strategiesFor(load: Load): (balance: BalanceName) => Strategy {
  const made = new Map<BalanceName, Strategy>();
  return (balance) => {
    const strategy = made.get(balance) ?? strategies[balance].make({ load, random: unbiased });
    made.set(balance, strategy);
    return strategy;
  };
}

/** With `infer: require`, the needs of the body count as asked for. */
function wantedTags(config: Config, { tags, needs = [], endpoint }: ExplainQuestion): readonly string[] {
  if (config.routing.infer !== 'require') return tags;
  const isScoped = endpointsOf(config).of(endpoint).tags.prefix;
  return [...tags, ...needs.map((need) => (isScoped ? `${endpoint}:${need}` : need))];
}

function preferenceOf(
  { routing }: Config,
  { needs = [], endpoint }: ExplainQuestion,
): Preference | undefined {
  return routing.infer === 'prefer' && needs.length > 0 ? { endpoint, capabilities: needs } : undefined;
}

interface Routed {
  readonly tried: ReadonlyMap<string, Tried>;
  readonly outcome: ExplainedOutcome;
  /** The reason why a deployment does not run the further models of the body; undefined if it does. */
  readonly against?: ((deployment: string) => string | undefined) | undefined;
}

/** The deployments of a plan that run each further model of the body, as the gateway picks them. */
function withNested(
  { config, table, asked, nested, caller }: Inquiry,
  planned: readonly PlannedModel[],
): Pick<Routed, 'against'> & { readonly models: readonly PlannedModel[]; readonly refusal?: Refused } {
  if (nested === undefined) return { models: planned };
  const found = planNested(table, asked, nested, new NestingRules(config), caller, planned);
  const { passedOver, refusal } = found;
  const ofAll =
    refusal === undefined || passedOver.length > 0 ? undefined : `${refusal.item}: ${refusal.why}`;
  const against = (key: string) => passedOver.find((one) => one.key === key)?.why ?? ofAll;
  if (refusal === undefined) return { models: found.models, against };
  const { item, type, why, path } = refusal;
  const message = refusedAt(item, type, why);
  return { models: [], against, refusal: { code: 'nested_model_refused', message, param: path } };
}

function route(inquiry: Inquiry): Routed {
  const { table, asked, keyRefusal, bodyRefusal } = inquiry;
  const nowhere = (refusal: Refused, against?: Routed['against']): Routed => ({
    tried: new Map(),
    outcome: refused(refusal),
    against,
  });
  const refusal = keyRefusal ?? bodyRefusal;
  if (refusal !== undefined) return nowhere(refusal);
  const planned = plan(table, asked);
  if (planned.refusal !== undefined) return nowhere(planned.refusal);
  const { models: able, against, refusal: nestedRefusal } = withNested(inquiry, planned.models);
  if (nestedRefusal !== undefined) return nowhere(nestedRefusal, against);
  const { models, untold } = tellable(asked, inquiry.requestTranslation, able);
  if (models.length === 0) return nowhere(untoldRefusal(asked, untold[0]!), against);
  const tried = new Map<string, Tried>();
  let outcome: ExplainedOutcome | undefined;
  const { facts, preference } = inquiry;
  for (const { model, eligible } of models) {
    const { balance } = model;
    const healthState = healthStatesOf(inquiry, eligible);
    const order = attemptOrder(eligible, healthState, inquiry.strategyOf(balance), facts, preference);
    const [first, ...others] = tiedWithFirst(order, { balance, healthState, facts, preference });
    if (first === undefined) continue;
    outcome ??= { status: 200, deployment: first.key, or: others.map(({ key }) => key) };
    for (const candidate of order) {
      const isBalanced = order.some(
        (other) =>
          other !== candidate &&
          other.priority === candidate.priority &&
          healthState(other.key) === healthState(candidate.key),
      );
      tried.set(candidate.key, { place: tried.size + 1, balance: isBalanced ? balance : null });
    }
  }
  return outcome === undefined ? nowhere(allDown(inquiry), against) : { tried, outcome, against };
}

/** The question's simulated outage replaces the gateway's own view. */
function healthStatesOf(
  { isDown, live }: Inquiry,
  candidates: readonly Candidate[],
): (key: string) => HealthState {
  const down = new Set(candidates.filter(({ deployment }) => isDown(deployment)).map(({ key }) => key));
  return (key) => (down.has(key) ? 'out' : (live?.healthState(key) ?? 'healthy'));
}

/**
 * The refusal if everything is down. With tags, if something healthy could answer without them, the refusal says that
 * nothing available meets the requirements; otherwise it is the one of an outage.
 */
function allDown({ config, table, asked, isDown }: Inquiry): Refused {
  const outage: Refused = {
    code: 'no_healthy_deployment',
    message: 'Every deployment that could answer is down.',
  };
  const isAnyUp = modelChain(table, asked).some(
    (step) =>
      step.kind === 'usable' &&
      step.routes.candidates[asked.endpoint]!.eligible.some(({ deployment }) => !isDown(deployment)),
  );
  if (asked.tags.length === 0 || !isAnyUp) return outage;
  const models = new Map(config.models);
  for (const step of modelChain(table, asked)) {
    if (step.kind !== 'usable') continue;
    const { model } = step.routes;
    const deployments = model.deployments.filter((deployment) => !isDown(deployment));
    models.set(model.id, { ...model, deployments });
  }
  // Models outside the chain come from the present table.
  const left = atOnce(routingTableSteps({ ...config, models }, table));
  return plan(left, asked).refusal ?? outage;
}

/** Absent if it has none. */
function limitsOf(
  { backends }: Config,
  { limits, backend }: DeploymentConfig,
): { limits?: readonly string[] } {
  const { limits: shared, replicas } = backends.get(backend)!;
  const isSeveral = replicas !== undefined;
  const ofBackend = capacityInWords(shared, isSeveral);
  const all = [
    ...capacityInWords(limits, isSeveral),
    ...ofBackend.map((limit) => `${limit} for all of ${backend}`),
  ];
  return all.length === 0 ? {} : { limits: all };
}

/** Requests without a session that begin alike go together, and a question has no beginning. */
const conversations: ReadonlySet<string> = new Set(['chat_completions', 'messages']);

function stickyKeyOf({ session, endpoint }: ExplainQuestion, key: string | undefined): string | undefined {
  if (session !== undefined) return sessionKey(session, key);
  return conversations.has(endpoint) ? undefined : key;
}

/** Absent for a single server. */
function serversOf(
  { backends }: Config,
  { backend }: DeploymentConfig,
): Pick<ExplainedDeployment, 'servers'> {
  const replicas = backends.get(backend)?.replicas;
  if (replicas === undefined) return {};
  return { servers: replicas.kind === 'list' ? replicas.servers.length : null };
}

/** Absent without a translation. */
function translated(
  { asked, requestTranslation }: Inquiry,
  deployment: DeploymentConfig,
): Pick<ExplainedDeployment, 'via' | 'dropped' | 'changed'> {
  const translation = translationAt(deployment, asked.endpoint);
  if (translation === undefined) return {};
  const said = requestTranslation?.(translation, deployment);
  if (said === undefined || !isTold(said)) return { via: translation.to };
  return { via: translation.to, dropped: said.dropped, changed: said.changed };
}

function withReason(reasons: readonly Reason[], text: string | undefined): readonly Reason[] {
  return text === undefined ? reasons : [...reasons, { kind: 'endpoint', text }];
}

function explainModel(inquiry: Inquiry, step: ChainStep, { tried, against }: Routed): ExplainedModel {
  const { config, live, preference } = inquiry;
  const { endpoint } = inquiry.asked;
  const id = step.kind === 'usable' ? step.routes.model.id : step.id;
  const declared = config.models.get(id)?.deployments ?? [];
  const explained = declared.map((deployment): ExplainedDeployment => {
    const key = deploymentKey(deployment);
    const { place = null, balance = null } = tried.get(key) ?? {};
    const { backend, priority } = deployment;
    const listed = deployment.endpoints[endpoint] ?? [];
    return {
      deployment: key,
      backend,
      priority,
      place,
      balance,
      lacks: preference?.capabilities.filter((need) => !listed.includes(need)) ?? [],
      ...limitsOf(inquiry.config, deployment),
      ...serversOf(inquiry.config, deployment),
      ...translated(inquiry, deployment),
      ...(inquiry.isTurn &&
        deployment.relays?.includes(endpoint) === true && { relay: 'websocket' as const }),
      reasons: place === null ? withReason(reasonsAgainst(inquiry, step, deployment), against?.(key)) : [],
      ...(live && {
        live: {
          standing: live.healthState(key),
          inFlight: live.inFlight(key),
          latencyMs: live.latencyMs(key) ?? null,
        },
      }),
    };
  });
  const inOrder = explained.sort(
    (a, b) => (a.place ?? Number.MAX_VALUE) - (b.place ?? Number.MAX_VALUE) || a.priority - b.priority,
  );
  const close = step.kind === 'unknown' ? nearest(id, config.models.keys()) : undefined;
  return { model: id, kind: step.kind, ...(close !== undefined && { nearest: close }), deployments: inOrder };
}
