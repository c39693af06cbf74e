/**
 * Sends a request to the deployments of its plan, one after the other, until one has answered. `routing/outcomes.ts`
 * lists, as data, the steps that may follow an attempt; this file carries them out.
 */

import type { CountedUse } from '../../api/answer-usage.ts';
import type { DeploymentConfig } from '../../config/types/models.ts';
import type { PriceConfig } from '../../config/types/prices.ts';
import { GatewayError } from '../../errors.ts';
import type { Route } from '../../http/client/route.ts';
import type { DeploymentLimits } from '../../limits/accounts/deployment-limits.ts';
import type { Passage } from '../../limits/passage.ts';
import type { Affinity } from '../../observe/request-event.ts';
import { AttemptWalk } from '../../routing/attempts/attempt-walk.ts';
import { retryAfterMs } from '../../routing/attempts/retries.ts';
import { homeOf } from '../../routing/balance/sticky.ts';
import type { Begun } from '../../routing/live-view.ts';
import { type Outcome, outcomes } from '../../routing/outcomes.ts';
import { atPlace } from '../../routing/places.ts';
import { type Candidate, rankOf } from '../../routing/routing-table.ts';
import { useOf } from '../counted-use.ts';
import { type Exchange, emptyRelayed } from '../exchange.ts';
import { hopsSoFar } from '../hops.ts';
import { splitUse } from '../named-models/nested-use.ts';
import type { Parts } from '../parts.ts';
import { limitsOf } from '../queue/limits-of-candidate.ts';
import { waitAgain } from '../queue/wait-again.ts';
import { askedId } from '../queue/wait-for-slots.ts';
import type { TurnCarrier } from '../relay/answer/answer-sink.ts';
import { SigningOf } from '../relay/answer/signed-answer.ts';
import { attempt } from '../relay/attempt.ts';
import { AttemptLines, isQuiet } from '../relay/attempt-lines.ts';
import { type AttemptReport, outcomeOfForbidden } from '../relay/attempt-report.ts';
import { exhausted, giveFinalAnswer, type Tried } from '../relay/final-answer.ts';
import { asksForUsage } from '../relay/include-usage.ts';
import { releaseRequest, tracedTarget, upstreamRequest } from '../relay/upstream-request.ts';
import { orderedBy, orderOfAttempts, preferenceOf, routingFacts } from '../routing-facts.ts';
import type { Stage } from '../stage.ts';
import { AnswerTranslation } from '../translation/answer-translation.ts';

const outForMs = 1000;
/** The most repeats without cost that one deployment gets. */
const mostRepeats = 2;

/** The way an attempt differs from others. */
interface How {
  /** On a connection that has carried nothing before. */
  readonly fresh: boolean;
  /** It is not the first on this deployment. */
  readonly isRepeated?: boolean;
  /** The one before was refused for asking a stream for its usage. */
  readonly usageRefused?: boolean;
}

/** Sends the request by the plan, and always gives the client an answer. */
export function forward(parts: Parts): Stage {
  const { live, retries, maxAttempts, circuit, keepsUsage, log, isVerbose } = parts;
  const { budget } = parts.body;
  const limited = parts.limits?.deployments;
  const lines = new AttemptLines(log, live);

  return async function forward(exchange) {
    let hasFailed = true;
    try {
      await send(exchange);
      hasFailed = false;
    } finally {
      if (exchange.relayed.attempts > 0) count(exchange, useOf(exchange, hasFailed));
    }
  };

  function count(exchange: Exchange, counted: CountedUse | undefined): void {
    const { relayed, nested } = exchange;
    relayed.counted = counted;
    if (relayed.isOverstated === true) lines.overstated(`${relayed.model}/${relayed.deployment}`);
    if (counted?.usage.iterations === undefined) return;
    const { backend = '', upstreamModel = '', price } = relayed;
    const by = { backend, upstreamModel, price, names: nested?.get(backend) };
    const { own, others } = splitUse(counted, by, parts.nesting);
    relayed.counted = own;
    if (others.length > 0) relayed.nested = others;
  }

  async function send(exchange: Exchange): Promise<void> {
    hopsSoFar(exchange.head.hops);
    retries.earn();
    exchange.relayed = emptyRelayed();
    const walk = walkOf(exchange);
    /** The last attempt, and the last one that a backend answered, whose answer the client gets. */
    let last: Tried | undefined;
    let answered: Tried | undefined;
    /** The reason why a model was not tried, if a limit of its own was full. */
    let passedOver: GatewayError | undefined;

    for (let step = walk.next(); step !== undefined; step = walk.next()) {
      const { asked, candidate } = step;
      const limits = limited && limitsOf(limited, candidate);
      if (exchange.passage?.holds(asked, limits) === false) {
        const refusal = await useModel(exchange, exchange.passage, asked, limits);
        if (refusal !== undefined && exchange.passage.isFull(candidate.key)) {
          live.countFull(candidate.key);
          continue;
        }
        passedOver ??= refusal;
        if (refusal !== undefined) {
          walk.leaveModel();
          continue;
        }
      }
      if (last !== undefined && !mayFollow(exchange, last.report, candidate)) break;
      walk.begin();
      const isOnce = costsTwice(exchange);
      last = await tryOn(exchange, asked, candidate, { fresh: isOnce });
      if (isOnce && !isUnsent(last.report.outcome)) return giveFinalAnswer(exchange, last, budget);
      if (exchange.served.failover === 'none') return giveFinalAnswer(exchange, last, budget);
      last = await repeated(exchange, asked, last);
      if (last.report.head !== undefined) answered = last;
      const then = walk.after(last.report.outcome);
      if (then === 'ended' || isSpent(exchange)) return giveFinalAnswer(exchange, last, budget);
      if (then === 'enough') break;
    }

    const again = await sendOnceFree(exchange, last);
    if (again !== undefined) {
      last = again;
      if (last.report.head !== undefined) answered = last;
    }
    last ??= await tryLastResort(exchange);
    if (last === undefined) {
      const refusal = passedOver ?? exchange.passage?.full;
      if (refusal !== undefined) throw refusal;
      throw new GatewayError('no_healthy_deployment', exhausted.no_healthy_deployment, {
        retryAfterMs: outForMs,
        reason: lines.whyAllOut(exchange),
      });
    }
    giveFinalAnswer(exchange, answered ?? last, budget);
  }

  function walkOf(exchange: Exchange): AttemptWalk {
    const { health: family } = exchange.served;
    const by = exchange.key!.id;
    // An open session does not suffer from the failures of others.
    const isOpen = exchange.client.carrier?.at !== undefined;
    const healthState = (key: string) => (isOpen ? 'healthy' : live.healthState(key, family, by, circuit));
    const facts = routingFacts(exchange);
    const preference = preferenceOf(exchange, parts.infer);
    return new AttemptWalk(exchange.plan, {
      maxPerModel: maxAttempts,
      healthState,
      order(planned) {
        const { eligible, model } = planned;
        // For deployments with limits, the first order was made to find out which limits to ask for.
        const { order: first } = exchange;
        const order =
          first?.planned === planned
            ? first.candidates
            : orderedBy(planned, parts, healthState, facts, preference);
        if (isVerbose) lines.routed(exchange, model.id, eligible, order);
        return order;
      },
    });
  }

  /** True if there is time and budget for one more attempt after a failed one. */
  function mayFollow(exchange: Exchange, { outcome }: AttemptReport, { deployment }: Candidate): boolean {
    const { totalMs } = parts.backends.get(deployment.backend)!.config.timeouts;
    if (exchange.elapsedMs() >= totalMs) return false;
    if (outcomes[outcome].spendsBudget && !retries.spend()) return false;
    live.countRetry(outcome);
    return true;
  }

  /**
   * Sends a request of which nothing was sent yet, because the server of its place is gone and the remaining ones are
   * full, as soon as one of those has room. Undefined if that does not happen.
   */
  async function sendOnceFree(exchange: Exchange, first: Tried | undefined): Promise<Tried | undefined> {
    const { limits } = parts;
    const { passage, served } = exchange;
    if (limits?.waiting === undefined || passage?.full === undefined || served.failover === 'none')
      return undefined;
    const planned = exchange.plan[0]!;
    const asked = askedId(planned);
    const gone = new Set<string>(first === undefined ? [] : [first.candidate.key]);
    const isLeft = ({ key }: Candidate) => !gone.has(key);
    let last = first;
    while ((last === undefined || last.report.outcome === 'not_connected') && !isSpent(exchange)) {
      const now = () => orderOfAttempts(exchange, planned, parts).filter(isLeft);
      const candidate = await waitAgain(exchange, now, limits, parts);
      if (candidate === undefined) break;
      gone.add(candidate.key);
      if (last !== undefined) live.countRetry(last.report.outcome);
      last = await repeated(exchange, asked, await tryOn(exchange, asked, candidate, { fresh: false }));
    }
    return last === first ? undefined : last;
  }

  /** If every circuit of the chain is open, one request a second tests it. */
  async function tryLastResort(exchange: Exchange): Promise<Tried | undefined> {
    const { passage } = exchange;
    const isOpen = ({ key }: Candidate) => !live.isClosed(key) && passage?.isFull(key) !== true;
    for (const { eligible, model, asked = model.id } of exchange.plan) {
      const candidate = (live.hasPlaces ? everyPlace(eligible, live) : eligible).find(isOpen);
      if (candidate === undefined) continue;
      if (!live.takeLastResort()) return undefined;
      const limits = limited && limitsOf(limited, candidate);
      const isHeld = limits === undefined || passage === undefined || passage.holds(asked, limits);
      if (!isHeld && (await useModel(exchange, passage, asked, limits)) !== undefined) return undefined;
      return repeated(exchange, asked, await tryOn(exchange, asked, candidate, { fresh: true }));
    }
    return undefined;
  }

  /**
   * Repeats an attempt without cost: on a connection that is not stale, with a newer credential, or without the field
   * that asks for usage. One may follow the other.
   */
  async function repeated(exchange: Exchange, asked: string, first: Tried): Promise<Tried> {
    let last = first;
    for (let left = mostRepeats; left > 0 && !isSpent(exchange); left -= 1) {
      const { outcome } = last.report;
      if (outcomes[outcome].elsewhere !== 'same_again_free') return last;
      live.countRetry(outcome);
      const how = {
        fresh: outcome === 'stale_connection',
        isRepeated: true,
        usageRefused: outcome === 'usage_refused',
      };
      last = await tryOn(exchange, asked, last.candidate, how);
    }
    return last;
  }

  /** Makes one attempt. Never rejects, so that every count at its beginning has one at its end. */
  async function tryOn(exchange: Exchange, asked: string, candidate: Candidate, how: How): Promise<Tried> {
    const { key, deployment } = candidate;
    const { relayed } = exchange;
    relayed.attempts += 1;
    relayed.model = deployment.model;
    relayed.deployment = deployment.name;
    relayed.backend = deployment.backend;
    relayed.upstreamModel = deployment.upstreamModel;
    if (deployment.model !== '' && exchange.stickyKey !== undefined)
      relayed.affinity = affinityOf(exchange, asked, candidate);
    const { begun, span, reported } = begin(exchange, candidate, how);
    const report = judged(await reported, begun, how.isRepeated === true);
    const { outcome, firstByteMs, head, isAnswer } = report;
    relayed.use = report.use;
    relayed.price = priceOf(exchange, deployment);
    const tried = {
      model: deployment.model,
      deployment: deployment.name,
      outcome,
      status: head?.status,
      startMs: begun.startedAt - exchange.startedMs,
      ms: performance.now() - begun.startedAt,
      connectMs: report.connectMs,
      firstByteMs,
      ...(relayed.translation !== undefined && { via: relayed.translation.to }),
      ...(candidate.replica !== undefined && { replica: candidate.replica }),
    };
    relayed.tried.push(tried);
    relayed.triedIds.push(asked);
    span?.end(tried, report.use?.reported);
    const comeBackMs = head?.retryAfter === undefined ? undefined : retryAfterMs(head.retryAfter, Date.now());
    const isOnlyOne = isFailing(outcome) && live.countInUse(exchange.plan) === 1;
    live.end(begun, { outcome, firstByteMs, retryAfterMs: comeBackMs, isAnswer, isOnlyOne }, circuit);
    if (isVerbose) lines.ended(exchange, tried, report);
    if (report.wasPacked) lines.packed(deployment.backend);
    if (report.fault === undefined && !isQuiet(report)) lines.failed(exchange, key, report);
    return { candidate, report, translation: relayed.translation };
  }

  function wasTried({ relayed }: Exchange, { deployment, replica }: Candidate): boolean {
    return relayed.tried.some(
      (one) =>
        one.model === deployment.model && one.deployment === deployment.name && one.replica === replica,
    );
  }

  /**
   * True if it goes to the place of its session, or of requests with the same beginning; undefined for a model that is
   * not sticky.
   */
  function affinityOf(exchange: Exchange, asked: string, candidate: Candidate): Affinity | undefined {
    const planned = exchange.plan.find((one) => (one.asked ?? one.model.id) === asked);
    if (planned?.model.balance !== 'sticky') return undefined;
    const { stickyKey, served, key } = exchange;
    // The deployments of its rank, and the servers of the first one.
    const peers = planned.eligible.filter((one) => rankOf(one) === rankOf(candidate));
    const first = homeOf(peers, stickyKey!)!;
    const home = homeOf(live.hasPlaces ? everyPlace([first], live) : [first], stickyKey!);
    if (home === undefined) return 'moved';
    if (home.key === candidate.key) return 'kept';
    if (wasTried(exchange, home)) return 'moved';
    const state = live.healthState(home.key, served.health, key!.id, circuit);
    return state === 'healthy' ? 'spilled' : 'moved';
  }

  /** A request without a model has its endpoint's price, on any backend. */
  function priceOf({ served }: Exchange, { price }: DeploymentConfig): PriceConfig | undefined {
    return served.call === undefined ? price : parts.objects!.routes.price(served);
  }

  /** The past of the deployment decides the meaning of a 403; a newer credential decides that of a refused one. */
  function judged(report: AttemptReport, begun: Begun, isRepeated: boolean): AttemptReport {
    const { outcome } = judgedByPast(report, begun);
    const isStale = outcome === 'credentials_refused' && report.isCredentialStale && !isRepeated;
    const judgedAs = isStale ? 'credentials_stale' : outcome;
    return judgedAs === report.outcome ? report : { ...report, outcome: judgedAs };
  }

  function judgedByPast(report: AttemptReport, begun: Begun): AttemptReport {
    // A circle is only the file's fault, and would go on elsewhere.
    if (report.head?.isLoop === true) return { ...report, outcome: 'request_refused' };
    if (report.head?.status !== 403 || report.outcome !== 'credentials_refused') return report;
    return { ...report, outcome: outcomeOfForbidden(report.head, live.isProven(begun)) };
  }

  /**
   * Separate from the step that waits for the report: that would hold the sent bytes for as long as the answer takes.
   */
  function begin(exchange: Exchange, candidate: Candidate, { fresh, usageRefused = false }: How) {
    const { key, deployment, replica } = candidate;
    const named = parts.backends.get(deployment.backend)!;
    const backend = replica === undefined ? named : named.at(replica);
    const isUnasked = usageRefused || live.refusesUsage(key);
    const route = parts.deploymentRoutes.to(deployment, backend, exchange.served.name, isUnasked);
    const asks = !isUnasked && asksForUsage(exchange, route, keepsUsage);
    const span = exchange.trace?.attempt(tracedTarget(exchange, deployment, backend, route));
    const translation = translationOf(exchange, route, deployment.upstreamModel);
    const extras = { span, includeUsage: asks };
    const request = upstreamRequest(exchange, backend, route, deployment.upstreamModel, extras);
    const begun = live.begin(key, circuit, exchange.key!.id, exchange.served.health);
    const { timeouts } = backend.config;
    const committed = (outcome: Outcome) => {
      releaseRequest(exchange, budget);
      if (usageRefused && outcome === 'answered') learnUsageRefused(key);
    };
    // No backend keeps an answer of another dialect.
    const signing =
      translation === undefined ? SigningOf.of(parts.objects?.ids, exchange, backend.name) : undefined;
    const isOwnStream =
      translation !== undefined || route.wire?.frames !== undefined || exchange.cloud?.cloud === 'bedrock';
    const options = {
      timeouts,
      heartbeatMs: isOwnStream ? parts.ownHeartbeatMs : parts.heartbeatMs,
      deployment: key,
      fresh,
      carrier: exchange.served.socket === undefined ? undefined : carrierOf(exchange, deployment),
      budget,
      signing,
      translation,
      asksForUsage: asks,
      committed,
    };
    const reported = attempt(exchange, backend, request, options);
    return { begun, span, reported };
  }

  /** Remembers a deployment that refused a request with the field and answered it without. */
  function learnUsageRefused(deployment: string): void {
    if (live.learnUsageRefused(deployment)) lines.usageRefused(deployment);
  }
}

/** A repeat would make a stored object twice: nothing is sent again that may have been read. */
function costsTwice({ served }: Exchange): boolean {
  return served.call?.method === 'POST' || served.failover === 'none';
}

/**
 * The carrier of a turn to a deployment that takes turns of the endpoint over a socket; undefined for an HTTP request.
 */
function carrierOf(
  { client, opening, served }: Exchange,
  { relays }: DeploymentConfig,
): TurnCarrier | undefined {
  if (served.socket === 'session') return opening ?? client.carrier;
  // An addition to a response goes to the response's deployment, and nowhere else.
  if (client.carrier?.at !== undefined) return client.carrier;
  return relays?.includes(served.name) === true ? client.carrier : undefined;
}

/** The translation of an attempt's answer and its report; undefined for none. */
function translationOf(
  exchange: Exchange,
  { translation }: Route,
  upstreamModel: string,
): AnswerTranslation | undefined {
  if (translation === undefined) {
    exchange.relayed.translation = undefined;
    return undefined;
  }
  const { dropped, changed, answer } = exchange.translated!.said(translation, upstreamModel);
  const about = { lost: [], leftOut: [], nearly: [], unknown: [] };
  const told = { from: exchange.served.name, to: translation.to, dropped, changed, ...about };
  exchange.relayed.translation = told;
  return new AnswerTranslation(answer, exchange.id, told);
}

/** Nothing of the request has left. */
function isUnsent(outcome: Outcome): boolean {
  return outcome === 'not_connected' || outcome === 'no_free_connection' || outcome === 'no_credential';
}

/** True if an outcome counts against its deployment. */
function isFailing(outcome: Outcome): boolean {
  return outcomes[outcome].health === 'failure';
}

/** Asks for the limits of a model, and of a deployment. Returns the reason if it may not be used. */
async function useModel(
  exchange: Exchange,
  passage: Passage,
  model: string,
  limits?: DeploymentLimits,
): Promise<GatewayError | undefined> {
  const refusal = await passage.use(model, limits);
  exchange.quota = passage.quota;
  exchange.wantsUsage = passage.countsUse;
  return refusal;
}

/** The body was sent as it arrived: nobody has it any more. */
function isSpent({ upload }: Exchange): boolean {
  return upload?.hasBegun === true;
}

/** Every server of each deployment, in any state. */
function everyPlace(eligible: readonly Candidate[], live: Parts['live']): readonly Candidate[] {
  return eligible.flatMap(
    (candidate) =>
      live.placesOf(candidate.key)?.list.map(({ name }) => atPlace(candidate, name, 1)) ?? candidate,
  );
}
