/** The record of an object that is not done: the key that it counts for, and the reservation. */
import type { CountedUse } from '../../api/answer-usage.ts';
import { deploymentName } from '../../config/derived/model-names.ts';
import type { PriceConfig } from '../../config/types/prices.ts';
import { isObject, parseObject } from '../../lib/json.ts';
import type { Booking } from '../../limits/passage.ts';
import type { UseCorrection } from '../../observe/request-event.ts';
import { counters, type MutableUsage, namedOf, noCounts, type Usage } from '../../observe/usage.ts';
import { costOf } from '../counted-use.ts';
import type { Exchange } from '../exchange.ts';

export interface PendingUse extends Omit<UseCorrection, 'tokens' | 'named' | 'costNanoUsd'> {
  readonly input: number;
  readonly output: number;
  /** Absent if unknown. */
  readonly costNanoUsd?: number | undefined;
  readonly limits: readonly Booking[];
  /** The endpoint that made it; absent for `responses`. */
  readonly endpoint?: 'batches' | 'message_batches';
  /** Its backend no longer has it, and is asked no more. A client's request that still shows its usage settles it. */
  readonly isGone?: true;
}

/** The place of an object: an account's ids are its own, in the form of a path. */
export interface ObjectPlace {
  readonly kind: 'response' | 'batch';
  readonly backend: string;
  readonly id: string;
}

/** The id that an object is remembered by. */
export function rememberedAs(kind: ObjectPlace['kind'], backend: string | undefined, id: string): string {
  return `${kind} ${backend} ${id}`;
}

/** The place of a remembered object; undefined for an id of another form. */
export function placeOf(remembered: string): ObjectPlace | undefined {
  const [kind, backend, id, ...more] = remembered.split(' ');
  if ((kind !== 'response' && kind !== 'batch') || !backend || !id || more.length > 0) return undefined;
  return { kind, backend, id };
}

/** The pending use in a note; undefined for another text. */
export function pendingIn(note: string | undefined): PendingUse | undefined {
  const pending = note === undefined ? undefined : parseObject(note);
  return pending !== undefined && isObject(pending) && Array.isArray(pending['limits'])
    ? (pending as unknown as PendingUse)
    : undefined;
}

/** The record of a counted request whose object is not done. */
export function pendingOf(exchange: Exchange, counted: CountedUse): PendingUse {
  const { key, summary, plan, relayed, passage } = exchange;
  const asked = summary?.model ?? summary?.models[0];
  const { model, deployment, backend, upstreamModel, price, tried, triedIds } = relayed;
  const { input, output } = counted.usage;
  return {
    at: Math.round(Date.now() - exchange.elapsedMs()),
    key: key?.id,
    group: key?.config.groups[0],
    asked,
    isKnownModel: plan.some((one) => one.model.id === asked),
    model,
    deployment,
    backend,
    upstreamModel,
    certainty: counted.certainty,
    endUser: exchange.endUser,
    input,
    output,
    costNanoUsd: costOf(counted, price),
    limits:
      passage?.bookings(
        triedIds,
        tried.map((one) => deploymentName(one.model, one.deployment)),
      ) ?? [],
  };
}

/**
 * The use beyond the pending one.
 *
 * @param price The deployment's price, for usage without one.
 */
export function correctionOf(
  pending: PendingUse,
  counted: CountedUse,
  price: PriceConfig | undefined,
): UseCorrection {
  const {
    input,
    output,
    costNanoUsd,
    limits: _limits,
    endpoint: _endpoint,
    isGone: _isGone,
    ...names
  } = pending;
  const { usage } = counted;
  const tokens = countsBeyond(usage, { input, output });
  const cost = costOf(counted, price);
  const isCostKnown = cost !== undefined && costNanoUsd !== undefined;
  return { ...names, tokens, named: namedOf(usage), costNanoUsd: isCostKnown ? cost - costNanoUsd : 0 };
}

function countsBeyond(usage: Usage, { input, output }: Pick<PendingUse, 'input' | 'output'>): MutableUsage {
  const tokens: MutableUsage = { ...noCounts };
  for (const counter of counters) tokens[counter] = usage[counter];
  tokens.input -= input;
  tokens.output -= output;
  return tokens;
}
