/**
 * Makes a request wait for slots if no possible deployment has any. The key's other limits are taken first, and given
 * back in full if it leaves without an attempt. It holds no slot until it gets all that it needs.
 */
import { IncomingMessage } from 'node:http';
import { GatewayError } from '../../errors.ts';
import type { DeploymentLimits } from '../../limits/accounts/deployment-limits.ts';
import { onHost } from '../../limits/clock.ts';
import { asUnavailable } from '../../limits/limit-refusal.ts';
import { SlotsUnknown } from '../../limits/limit-store.ts';
import type { Limiter } from '../../limits/limiter.ts';
import type { Passage } from '../../limits/passage.ts';
import type { Share } from '../../limits/queue/fair-share.ts';
import type { Queued, QueueOutcome } from '../../limits/queue/queue-demand.ts';
import type { Meter, Meters } from '../../limits/rules.ts';
import type { Candidate, PlannedModel } from '../../routing/routing-table.ts';
import type { Exchange } from '../exchange.ts';
import type { Parts } from '../parts.ts';
import { ClientGone } from '../request-body.ts';
import type { Next } from '../stage.ts';
import { limitsOf } from './limits-of-candidate.ts';
import { classOf } from './queue-class.ts';
import { queueRefusal } from './queue-refusal.ts';

/** The most deployments of a chain that are waited for. */
export const mostChoices = 64;

/** A deployment that a request could go to. */
export interface Seat {
  readonly planned: PlannedModel;
  /** Undefined if all deployments of the model are out. */
  readonly candidate: Candidate | undefined;
  /** The deployments of the model, in the order of attempts. */
  readonly order: readonly Candidate[];
}

interface Choice extends Seat {
  readonly asked: string;
  readonly deployment: DeploymentLimits | undefined;
  readonly meters: Meters;
}

export interface Waits {
  readonly exchange: Exchange;
  readonly passage: Passage;
  readonly share: Share;
  /** The places that it may get, best first. */
  readonly seats: readonly Seat[];
  /** The full limit, which can be waited for. */
  readonly blockedBy: Meter;
}

type WaitParts = Pick<Parts, 'waiting' | 'backends'>;

/**
 * Waits until the request has all slots that it needs on one of several deployments, which becomes the first of its
 * plan. If another configuration is served meanwhile, resolves to the stages that continue with it.
 */
export async function waitForSlots(
  waits: Waits,
  { deployments, waiting }: Limiter,
  parts: WaitParts,
): Promise<Next | undefined> {
  const { exchange, passage, share, blockedBy } = waits;
  const first = waits.seats[0]!;
  const { queue } = exchange.plan[0]!.model;
  const waitMs = blockedBy.kind === 'concurrency' ? (blockedBy.waitMs ?? queue?.waitMs ?? 0) : 0;
  const ofClass = classOf(exchange, queue);
  const fromMs = exchange.queued?.fromMs ?? performance.now();
  const refused = await passage.takeRates(askedId(first.planned)).catch(rethrown);
  exchange.quota = passage.quota;
  if (refused !== undefined) throw refused;
  exchange.queued = { model: exchange.plan[0]!.model.id, class: ofClass, fromMs, ms: undefined };
  const all = waits.seats.slice(0, mostChoices).map((seat): Choice => {
    const asked = askedId(seat.planned);
    const deployment = seat.candidate && limitsOf(deployments, seat.candidate);
    return { asked, deployment, meters: passage.choice(asked, deployment, share), ...seat };
  });
  const isFirstOnly = queue?.first === true;
  let choices = isFirstOnly ? all.filter(({ planned }) => planned === first.planned) : all;
  const untilMs = Math.min(fromMs + waitMs, exchange.startedMs + totalMsOf(first, parts));
  try {
    for (;;) {
      const outcome = await wait(exchange, parts, () =>
        waiting!.rooms.queue({
          choices: choices.map(({ meters }) => meters),
          share: share.meters,
          room: exchange.plan[0]!.model.id,
          length: queue?.length ?? keysOwnLength,
          class: ofClass,
          key: exchange.key!.id,
          weight: exchange.key!.config.queue.weight,
          sinceMs: onHost(fromMs),
          untilMs: onHost(untilMs),
        }),
      );
      if (outcome.kind === 'superseded') return outcome.goOn;
      if (outcome.kind === 'refused') {
        const seat = isFirstOnly ? await fallBack(all, first, passage) : undefined;
        if (seat === undefined) throw queueRefusal(outcome, waitMs);
        take(waits, seat);
        return undefined;
      }
      const seat = choices[outcome.choice]!;
      passage.seat(seat.asked, seat.deployment, seat.meters, outcome);
      exchange.quota = passage.quota;
      const short = await passage.use(seat.asked, seat.deployment);
      if (short === undefined) {
        take(waits, seat);
        return undefined;
      }
      // A rate of the deployment, or of its model, is used up: that is not waited for.
      passage.leaveSeat(askedId(first.planned), seat.meters);
      const isFull = seat.candidate !== undefined && passage.isFull(seat.candidate.key);
      choices = choices.filter((one) => (isFull ? one !== seat : one.asked !== seat.asked));
      if (choices.length === 0) throw short;
    }
  } finally {
    exchange.queued.ms = performance.now() - fromMs;
  }
}

/** The most requests that wait for slots of their keys in the room of a model without a setting. */
const keysOwnLength = 1000;

type Waited = QueueOutcome | { readonly kind: 'superseded'; readonly goOn: Next };

/** Waits until slots are free, the client is gone, the worker stops, or another configuration is served. */
export async function wait(exchange: Exchange, { waiting }: WaitParts, begin: () => Queued): Promise<Waited> {
  if (exchange.gone) throw new ClientGone();
  const queued = begin();
  let superseded: ((goOn: Next) => void) | undefined;
  const ended = new Promise<Waited>((resolve, reject) => {
    superseded = (goOn) => {
      queued.leave();
      resolve({ kind: 'superseded', goOn });
    };
    exchange.whenGone(() => {
      queued.leave();
      reject(new ClientGone());
    });
    exchange.whenInterrupted(() => {
      queued.leave();
      reject(
        new GatewayError('overloaded', 'The gateway is stopping; try again.', { closeConnection: true }),
      );
    });
  });
  // A turn on a socket continues with the configuration that its socket knows.
  if (exchange.request instanceof IncomingMessage) waiting.add(superseded!);
  try {
    return await Promise.race([queued.outcome.catch(rethrown), ended]);
  } finally {
    waiting.delete(superseded!);
    exchange.whenGone(undefined);
    exchange.whenInterrupted(undefined);
    ended.catch(() => {});
  }
}

/** With `first`, the fallbacks are tried when the wait is over, and not waited for. */
async function fallBack(all: readonly Choice[], first: Seat, passage: Passage): Promise<Choice | undefined> {
  for (const seat of all) {
    if (seat.planned === first.planned) continue;
    const asked = passage.spendSlots(seat.meters);
    const verdict = asked instanceof Promise ? await asked.catch(orUnknown) : asked;
    if (verdict?.admitted !== true) continue;
    passage.seat(seat.asked, seat.deployment, seat.meters, verdict);
    if ((await passage.use(seat.asked, seat.deployment)) === undefined) return seat;
    passage.leaveSeat(askedId(first.planned), seat.meters);
  }
  return undefined;
}

/** Makes the request go there first. */
function take({ exchange, passage }: Waits, { planned, candidate, order }: Seat): void {
  const { plan } = exchange;
  exchange.quota = passage.quota;
  exchange.plan = plan.slice(plan.indexOf(planned));
  exchange.order = { planned, candidates: candidate === undefined ? order : withFirst(order, candidate) };
}

/** The further servers of a deployment follow the one that is tried first. */
function withFirst(order: readonly Candidate[], first: Candidate): readonly Candidate[] {
  const others = order.filter((one) => one !== first);
  if (first.replica === undefined) return [first, ...others];
  const isAlike = ({ deployment }: Candidate) => deployment === first.deployment;
  return [first, ...others.filter(isAlike), ...others.filter((one) => !isAlike(one))];
}

function totalMsOf({ candidate }: Seat, { backends }: WaitParts): number {
  return candidate === undefined
    ? Number.POSITIVE_INFINITY
    : backends.get(candidate.deployment.backend)!.config.timeouts.totalMs;
}

/** Limits of models count by the requested ids. */
export function askedId({ asked, model }: PlannedModel): string {
  return asked ?? model.id;
}

/** The store does not tell if there are slots. */
function orUnknown(error: unknown): undefined {
  if (!(error instanceof SlotsUnknown)) throw asUnavailable(error);
}

function rethrown(error: unknown): never {
  throw asUnavailable(error);
}
