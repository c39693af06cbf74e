/**
 * A request that got its slots but could not be sent: the server is gone, and the remaining ones are full. No server
 * has read any of it, so it waits on for one of those, in its old place.
 */
import type { DeploymentLimits } from '../../limits/accounts/deployment-limits.ts';
import { onHost } from '../../limits/clock.ts';
import type { Limiter } from '../../limits/limiter.ts';
import { metersOf } from '../../limits/rules.ts';
import type { Candidate } from '../../routing/routing-table.ts';
import type { Exchange } from '../exchange.ts';
import type { Parts } from '../parts.ts';
import { limitsOf } from './limits-of-candidate.ts';
import { classOf } from './queue-class.ts';
import { queueRefusal } from './queue-refusal.ts';
import { askedId, mostChoices, wait } from './wait-for-slots.ts';

/** Returns the present destinations, best first, each time that it waits. */
export type CandidatesNow = () => readonly Candidate[];

/**
 * Resolves to the candidate whose slots it got; undefined if the model has no queue, or no server is left.
 *
 * @throws GatewayError Its time is over.
 */
export async function waitAgain(
  exchange: Exchange,
  candidates: CandidatesNow,
  { deployments, waiting }: Limiter,
  parts: Pick<Parts, 'waiting' | 'backends'>,
): Promise<Candidate | undefined> {
  const { passage, key } = exchange;
  const planned = exchange.plan[0]!;
  const { queue, id } = planned.model;
  if (queue === undefined || waiting === undefined || passage === undefined) return undefined;
  const ofClass = classOf(exchange, queue);
  const since = exchange.queued?.fromMs ?? performance.now();
  exchange.queued = { model: id, class: ofClass, fromMs: since, ms: undefined };
  try {
    for (;;) {
      const seats = candidates()
        .map((candidate) => ({ candidate, limits: limitsOf(deployments, candidate) }))
        .filter(
          (seat): seat is { candidate: Candidate; limits: DeploymentLimits } => seat.limits !== undefined,
        )
        .slice(0, mostChoices);
      if (seats.length === 0) return undefined;
      const choices = seats.map(({ limits }) => slotsOf(limits));
      const outcome = await wait(exchange, parts, () =>
        waiting.rooms.queue({
          choices,
          share: waiting.shares.of(id, key!.id).meters,
          room: id,
          // It had its place in the queue already.
          length: Number.MAX_SAFE_INTEGER,
          class: ofClass,
          key: key!.id,
          weight: key!.config.queue.weight,
          sinceMs: onHost(since),
          untilMs: onHost(since + queue.waitMs),
        }),
      );
      // Servers have come or gone, or the file has changed: the present ones are asked for.
      if (outcome.kind === 'superseded') continue;
      if (outcome.kind === 'refused') throw queueRefusal(outcome, queue.waitMs);
      const { candidate, limits } = seats[outcome.choice]!;
      passage.seatFurther(limits, choices[outcome.choice]!, outcome.grant);
      const refusal = await passage.use(askedId(planned), limits);
      exchange.quota = passage.quota;
      if (refusal !== undefined) throw refusal;
      return candidate;
    }
  } finally {
    exchange.queued.ms = performance.now() - since;
  }
}

/** The slots of a deployment alone: it holds those of its key and groups. */
function slotsOf({ list, connections }: DeploymentLimits) {
  return metersOf(
    '',
    [...list, ...connections].filter(({ kind }) => kind === 'concurrency'),
  );
}
