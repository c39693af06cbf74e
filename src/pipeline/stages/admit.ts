import { deploymentName } from '../../config/derived/model-names.ts';
import type { QueueConfig } from '../../config/types/queues.ts';
import type { GatewayError } from '../../errors.ts';
import { isOfDeployment } from '../../limits/accounts/owners.ts';
import type { KeyLimits } from '../../limits/key-limits.ts';
import { asUnavailable } from '../../limits/limit-refusal.ts';
import { type ReservedMoney, type Settlement, SlotsUnknown } from '../../limits/limit-store.ts';
import type { Limiter } from '../../limits/limiter.ts';
import { type ModelShare, Passage } from '../../limits/passage.ts';
import type { Share } from '../../limits/queue/fair-share.ts';
import type { Meter, Meters } from '../../limits/rules.ts';
import { type TokenEstimate, withAdvisors } from '../../limits/token-estimate.ts';
import { mostOfOneRequest } from '../../observe/usage.ts';
import type { Candidate, PlannedModel } from '../../routing/routing-table.ts';
import { costOf, type Estimate, reservedMoney } from '../counted-use.ts';
import { endUserOf, keptEndUser } from '../end-user.ts';
import type { Exchange } from '../exchange.ts';
import type { Parts } from '../parts.ts';
import { limitsOf } from '../queue/limits-of-candidate.ts';
import { askedId, type Seat, waitForSlots } from '../queue/wait-for-slots.ts';
import { ClientGone } from '../request-body.ts';
import { orderOfAttempts } from '../routing-facts.ts';
import { learnSizes, type StoredSizes } from '../settling/stored-sizes.ts';
import type { Next, Stage } from '../stage.ts';

type OrderingParts = Parameters<typeof orderOfAttempts>[2];
type AdmitParts = OrderingParts & Pick<Parts, 'waiting' | 'backends'>;

const neverMade: Settlement = { attempted: false, tokens: 0, costNanoUsd: 0 };
const failed: Settlement = { attempted: true, tokens: 0, costNanoUsd: 0 };

/**
 * Admits a request: counts it on all limits of its key, and settles its real use. Models whose own limits are reached
 * are passed over.
 */
export function admit(limiter: Limiter, estimateOf: Estimate, parts: AdmitParts, sizes?: StoredSizes): Stage {
  const { store, deployments, waiting } = limiter;
  const isDeploymentLimited = deployments.size > 0;
  // Undefined for a request that is refused if nothing is left.
  const shareOf =
    waiting &&
    ((exchange: Exchange, limits: KeyLimits) => {
      const { model } = exchange.plan[0]!;
      if (model.queue === undefined && !limits.letsWait) return undefined;
      return waiting.shares.of(model.id, exchange.key!.id);
    });
  return async function admit(exchange, next) {
    const { limits } = exchange;
    if (limits === undefined) return next(exchange);
    const estimate = withAdvisors(withTurns(estimateOf(exchange), exchange, sizes), exchange.summary!.nested);
    const { endUsers } = limits;
    const endUser = endUsers && endUserOf(exchange, endUsers.from);
    if (endUser !== undefined) exchange.endUser = keptEndUser(endUser);
    const maximum = exchange.served.estimate.maximum?.[0];
    const money = limits.hasBudget
      ? (expectedMoney(exchange) ?? reservedMoney(exchange, estimate))
      : undefined;
    const passage = new Passage(store, limits, estimate, money, maximum, endUsers?.of(endUser));
    const share = shareOf?.(exchange, limits);
    if (share !== undefined) {
      const goOn = await enterChain(exchange, limits, passage, limiter, parts, share).catch((error) => {
        passage.settle(neverMade, []);
        throw error;
      });
      if (goOn !== undefined) {
        passage.settle(neverMade, []);
        return goOn(exchange);
      }
    } else {
      const entering = isDeploymentLimited
        ? enterChain(exchange, limits, passage, limiter, parts)
        : enter(exchange, limits, passage);
      if (entering !== undefined) await entering;
    }
    exchange.passage = passage;
    exchange.wantsUsage = passage.countsUse;
    try {
      // It may have left while the store was asked.
      if (exchange.gone) throw new ClientGone();
      if (exchange.nested !== undefined && limits.hasPerModel) await holdNested(exchange, passage);
      await next(exchange);
    } finally {
      const settlement = settlementOf(exchange);
      passage.settle(
        settlement,
        exchange.relayed.triedIds,
        isDeploymentLimited
          ? exchange.relayed.tried.map(({ model, deployment }) => deploymentName(model, deployment))
          : undefined,
        sharesOf(exchange, settlement),
      );
      limits.open();
      if (sizes !== undefined) learnSizes(sizes, exchange);
    }
  };
}

/** The turns that backends keep are input, too. */
function withTurns(
  estimate: TokenEstimate,
  { continues }: Exchange,
  sizes: StoredSizes | undefined,
): TokenEstimate {
  const tokens = continues && sizes?.of(continues);
  return tokens === undefined
    ? estimate
    : { ...estimate, input: Math.min(mostOfOneRequest, estimate.input + Math.ceil(tokens)) };
}

/** A batch costs at most its estimate. */
function expectedMoney({ expectedNanoUsd: expected }: Exchange): ReservedMoney | undefined {
  return expected === undefined ? undefined : { capped: expected, maximum: expected };
}

/**
 * Takes the first model of the plan whose limits have room, and those after it. Mostly the first one has room, and that
 * is known at once: then there is nothing to wait for.
 */
function enter(exchange: Exchange, limits: KeyLimits, passage: Passage): Promise<void> | undefined {
  const asked = passage.enter(askedId(exchange.plan[0]!));
  if (asked instanceof Promise || !asked.admitted) return enterFirst(exchange, limits, passage, asked);
  exchange.quota = passage.quota;
  return undefined;
}

/** @param first The store's answer for the first of them. */
async function enterFirst(
  exchange: Exchange,
  limits: KeyLimits,
  passage: Passage,
  first: ReturnType<Passage['enter']>,
): Promise<void> {
  const { plan } = exchange;
  let refused: GatewayError | undefined;
  for (let place = 0; place < plan.length; place += 1) {
    const asked = place === 0 ? first : passage.enter(askedId(plan[place]!));
    const verdict = asked instanceof Promise ? await asked.catch(rethrown) : asked;
    const { meters } = passage.quota;
    exchange.quota = passage.quota;
    if (verdict.admitted) {
      if (place > 0) exchange.plan = plan.slice(place);
      return;
    }
    limits.close(meters, verdict, performance.now());
    const error = passage.errorOf(meters, verdict);
    if (meters.list[verdict.index]!.glob === undefined) throw error;
    refused ??= error;
  }
  throw refused;
}

/**
 * The same for deployments with limits: takes the first model together with the first deployment that has room. With a
 * share the request can wait: at the first full limit that can be waited for, it waits for the whole rest of the chain.
 * If another configuration is served by then, resolves to the stages that continue with it.
 */
async function enterChain(
  exchange: Exchange,
  limits: KeyLimits,
  passage: Passage,
  limiter: Limiter,
  parts: AdmitParts,
  share?: Share,
): Promise<Next | undefined> {
  const { plan } = exchange;
  const { queue } = plan[0]!.model;
  let refused: GatewayError | undefined;
  const waitFrom = (
    place: number,
    order: readonly Candidate[],
    candidate: Candidate | undefined,
    blockedBy: Meter,
  ) => {
    const here = seatsOn(plan[place]!, order);
    const left = here.slice(here.findIndex((seat) => seat.candidate === candidate));
    const later = plan.slice(place + 1).flatMap((one) => seatsOn(one, orderOfAttempts(exchange, one, parts)));
    return waitForSlots(
      { exchange, passage, share: share!, blockedBy, seats: [...left, ...later] },
      limiter,
      parts,
    );
  };
  chain: for (let place = 0; place < plan.length; place += 1) {
    const planned = plan[place]!;
    const order = orderOfAttempts(exchange, planned, parts);
    for (const candidate of candidatesOf(order)) {
      const deployment = candidate && limitsOf(limiter.deployments, candidate);
      // Slots that others wait for already are theirs first.
      if (share !== undefined && limiter.waiting!.rooms.isAnyWanted) {
        const wanted = wantedOf(passage.choice(askedId(planned), deployment, share), limiter, queue);
        if (wanted !== undefined) return waitFrom(place, order, candidate, wanted);
      }
      const asked = passage.enter(askedId(planned), deployment, share);
      let verdict = asked instanceof Promise ? await asked.catch(orUnknown) : asked;
      if (verdict === undefined) {
        // This process can't tell if there is a slot: the one in which all wait can.
        const unknown = passage.choice(askedId(planned), deployment, share!);
        const waited = unknown.list.find((meter) => isWaitedFor(meter, queue));
        if (waited !== undefined) return waitFrom(place, order, candidate, waited);
        verdict = await Promise.resolve(passage.enter(askedId(planned), deployment)).catch(rethrown);
      }
      exchange.quota = passage.quota;
      if (verdict.admitted) {
        exchange.plan = place === 0 ? plan : plan.slice(place);
        exchange.order = { planned, candidates: candidate ? order.slice(order.indexOf(candidate)) : order };
        return undefined;
      }
      const blockedBy = passage.refusedBy!;
      if (share !== undefined && isWaitedFor(blockedBy, queue))
        return waitFrom(place, order, candidate, blockedBy);
      if (candidate !== undefined && passage.isFull(candidate.key)) {
        parts.live.countFull(candidate.key);
        continue;
      }
      const { meters } = passage.quota;
      limits.close(meters, verdict, performance.now());
      const error = passage.errorOf(meters, verdict);
      if (blockedBy.glob === undefined) throw error;
      refused ??= error;
      continue chain;
    }
  }
  throw refused ?? passage.full;
}

/** If all are out, one may be back later: its limits are asked for then. */
function candidatesOf(order: readonly Candidate[]): readonly (Candidate | undefined)[] {
  return order.length === 0 ? [undefined] : order;
}

/** The places of a model that a request could go to, best first. */
function seatsOn(planned: PlannedModel, order: readonly Candidate[]): readonly Seat[] {
  return candidatesOf(order).map((candidate) => ({ planned, order, candidate }));
}

/** A slot that others wait for and that this request would wait for as well; undefined for none. */
function wantedOf(
  { account, list }: Meters,
  { waiting }: Limiter,
  queue: QueueConfig | undefined,
): Meter | undefined {
  const { rooms } = waiting!;
  // Slots of its own without a wait have to be asked for: without one it is refused at once.
  if (list.some(isRefusedAtOnce)) return undefined;
  return list.find((meter) => isWaitedFor(meter, queue) && rooms.isWanted(meter.owner?.account ?? account));
}

/**
 * True if slots can be waited for: those of deployments by the model's setting, those of keys and groups by their
 * rule's.
 */
function isWaitedFor(meter: Meter, queue: QueueConfig | undefined): boolean {
  if (meter.kind !== 'concurrency') return false;
  return isOfDeployment(meter) ? queue !== undefined : meter.waitMs !== undefined;
}

/** Slots of a key or a group whose rule has no `wait`. */
function isRefusedAtOnce(meter: Meter): boolean {
  if (meter.kind !== 'concurrency' || meter.waitMs !== undefined) return false;
  return meter.owner?.kind !== 'share' && !isOfDeployment(meter);
}

/** Models that the body names beside its own have limits of their own: all of them need room. */
async function holdNested(exchange: Exchange, passage: Passage): Promise<void> {
  for (const model of new Set(exchange.summary!.nested!.named.map((one) => one.model))) {
    const refusal = await passage.use(model);
    exchange.quota = passage.quota;
    if (refusal !== undefined) throw refusal;
  }
  exchange.wantsUsage = passage.countsUse;
}

/** A request that can wait is not refused while the store is silent about slots. */
function orUnknown(error: unknown): undefined {
  if (!(error instanceof SlotsUnknown)) throw asUnavailable(error);
}

function rethrown(error: unknown): never {
  throw asUnavailable(error);
}

function settlementOf({ relayed: { attempts, counted, price, nested } }: Exchange): Settlement {
  if (attempts === 0) return neverMade;
  if (counted === undefined) return failed;
  const { usage } = counted;
  let tokens = usage.input + usage.output;
  let costNanoUsd = costOf(counted, price) ?? 0;
  for (const other of nested ?? []) {
    tokens += other.tokens.input + other.tokens.output;
    costNanoUsd += other.costNanoUsd;
  }
  return { attempted: true, tokens: Math.min(mostOfOneRequest, Math.ceil(tokens)), costNanoUsd };
}

/** The use of each model for limits of models; undefined if one alone took part. */
function sharesOf(
  { relayed: { nested, triedIds } }: Exchange,
  { tokens = 0, costNanoUsd }: Settlement,
): readonly ModelShare[] | undefined {
  if (nested === undefined) return undefined;
  const others = nested.map(({ asked: model, tokens: { input, output }, costNanoUsd: cost }) => ({
    model,
    tokens: Math.ceil(input + output),
    costNanoUsd: cost,
  }));
  const own = {
    model: triedIds.at(-1)!,
    tokens: Math.max(
      0,
      others.reduce((left, other) => left - other.tokens, tokens),
    ),
    costNanoUsd: Math.max(
      0,
      others.reduce((left, other) => left - other.costNanoUsd, costNanoUsd),
    ),
  };
  return [own, ...others];
}
