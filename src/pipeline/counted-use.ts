import type { CountedUse } from '../api/answer-usage.ts';
import type { BodyEdits } from '../api/body/body-edits.ts';
import type { BodySummary } from '../api/body/body-summary.ts';
import { isFree } from '../api/endpoints/index.ts';
import { withinRequest } from '../api/overstated-usage.ts';
import { type AskedUse, settledUse } from '../api/settled-use.ts';
import { targetDefinitions } from '../config/target-dialects/index.ts';
import type { Translation } from '../config/translation-settings.ts';
import type { PriceConfig } from '../config/types/prices.ts';
import type { Backend } from '../http/client/backend.ts';
import type { ReservedMoney } from '../limits/limit-store.ts';
import { adviceTokens, estimateTokens, type TokenEstimate } from '../limits/token-estimate.ts';
import { costNanoUsd, reportedNanoUsd } from '../observe/cost.ts';
import type { AttemptEvent } from '../observe/request-event.ts';
import { noUsage } from '../observe/usage.ts';
import type { Exchange } from './exchange.ts';

/** Returns the estimated tokens of a request. */
export type Estimate = (exchange: Exchange) => TokenEstimate;

/**
 * Estimates the bytes that are sent. If backends edit bodies, or a translation bounds an answer that the client does
 * not bound, the estimate is the largest of all possible deployments. So nothing that a file adds allows a longer
 * answer than was reserved.
 */
export function estimateFor(backends: ReadonlyMap<string, Backend>): Estimate {
  const edits = new Map<string, BodyEdits>();
  for (const { name, bodyEdits } of backends.values())
    if (bodyEdits !== undefined) edits.set(name, bodyEdits);
  return (exchange) => {
    const { plan, body, translated } = exchange;
    const summary = exchange.summary!;
    if (edits.size === 0 && translated === undefined) return estimateTokens(summary);
    if (body?.kind !== 'json') return estimateTokens(summary);
    const met = new Set<BodyEdits | undefined>();
    let largest: TokenEstimate | undefined;
    for (const { eligible } of plan) {
      for (const { deployment, translation } of eligible) {
        const own = edits.get(deployment.backend);
        if (translation === undefined) met.add(own);
        else {
          const size = {
            ...sized(summary, own?.sizeOf(body).bytes),
            maxTokens: sentBound(summary, translation, own),
          };
          largest = larger(estimateTokens(size), largest);
        }
      }
    }
    for (const one of met) {
      const { bytes, maxTokens } = one === undefined ? summary : one.sizeOf(body);
      largest = larger(estimateTokens({ ...sized(summary, bytes), maxTokens }), largest);
    }
    return largest ?? estimateTokens(summary);
  };
}

/** The removed parts may have held files, which are not counted by their bytes. */
function sized(summary: BodySummary, bytes = summary.bytes): BodySummary {
  return { ...summary, bytes: Math.max(bytes, summary.blockBytes) };
}

/**
 * The bound of an answer from a translated deployment: the client's, otherwise the translation's, and then the change
 * by its backend's file, which is in the words of the deployment's dialect.
 */
function sentBound(
  { maxTokens }: BodySummary,
  translation: Translation,
  edits: BodyEdits | undefined,
): number | undefined {
  const written = maxTokens ?? translation.maxTokens;
  if (edits === undefined) return written;
  const { to, tokenField } = translation;
  const paths = targetDefinitions[to].answerBounds;
  const place = to === 'chat_completions' ? tokenField : paths[0];
  const sent = paths
    .map((path) => edits.valueAt(path, path === place ? written : undefined))
    .filter((value) => typeof value === 'number');
  return sent.length === 0 ? undefined : Math.max(...sent);
}

function larger(a: TokenEstimate, b: TokenEstimate = a): TokenEstimate {
  return {
    input: Math.max(a.input, b.input),
    output: Math.max(a.output, b.output),
    isOpen: a.isOpen && b.isOpen,
  };
}

const nothingUsed: CountedUse = { usage: noUsage, certainty: 'measured', areTokensKnown: true };

/**
 * The counted usage of a request whose last attempt is over; undefined if it used nothing, as far as is known. An
 * answer that its client did not wait for counts in full if the backend may have made it.
 *
 * @param hasFailed The client gets an error that the gateway makes.
 */
export function useOf(exchange: Exchange, hasFailed: boolean): CountedUse | undefined {
  const { committed, gone, client, heldStatus, passage, summary } = exchange;
  const { relayed } = exchange;
  const { attempts, price, tried } = relayed;
  if (attempts === 0) return undefined;
  // An answer that guards hold was made, whatever the client gets of it.
  const status = heldStatus ?? (committed ? client.status : undefined);
  const isAnswered = status === undefined ? gone && !hasFailed && mayBeMade(tried.at(-1)) : status < 400;
  // A stored object was counted when it was made.
  if (exchange.served.call !== undefined) return isAnswered ? nothingUsed : undefined;
  const reserved = passage?.reserved ?? estimateTokens(summary!);
  const use = relayed.use && withinRequest(relayed.use, reserved.input);
  if (use?.isOverstated === true) relayed.isOverstated = true;
  if (!isAnswered)
    return use?.reported && { usage: use.reported, certainty: 'measured', areTokensKnown: true };
  // A background response keeps its reservation, unless its answer is there already.
  const isToCome = summary!.isBackground === true && use?.reported === undefined;
  const counted = settledUse(
    status !== undefined && !isToCome ? use : undefined,
    { reserved, units: summary!.units },
    price,
  );
  // Its cost is known to be 0.
  return price === undefined && isFree(exchange.served) ? { ...counted, costNanoUsd: 0 } : counted;
}

/** True if it was sent, as far as there was a connection for it, and not refused. */
function mayBeMade(last: AttemptEvent | undefined): boolean {
  return last?.connectMs !== undefined && (last.status === undefined || last.status < 400);
}

/** The cost in billionths of a US dollar; undefined if neither the file nor the backend names one. */
export function costOf(
  { usage, areTokensKnown, costNanoUsd: summed }: CountedUse,
  price: PriceConfig | undefined,
): number | undefined {
  if (summed !== undefined) return summed;
  return price === undefined ? reportedNanoUsd(usage) : costNanoUsd(price, usage, areTokensKnown);
}

/** The most tokens of an answer that budgets with `capped` reserve. */
const cappedOutput = 4096;

/**
 * The estimated cost of a request, until its answer reports its use: at the prices of the dearest possible deployment,
 * including the cost of its advisors.
 */
export function reservedMoney(exchange: Exchange, estimate: TokenEstimate): ReservedMoney {
  const prices = new Set<PriceConfig>();
  for (const { eligible } of exchange.plan)
    for (const { deployment } of eligible) if (deployment.price !== undefined) prices.add(deployment.price);
  const { input, output } = estimate;
  const beside = advisorsNanoUsd(exchange, input);
  const dearest = (tokens: number) =>
    beside + dearestOf(prices, { reserved: { input, output: tokens }, units: exchange.summary!.units });
  const capped = dearest(Math.min(output, cappedOutput));
  return { capped, maximum: output <= cappedOutput ? capped : dearest(output) };
}

/** An advisor gets all of the request each time, and has its own price. */
function advisorsNanoUsd({ nested, summary }: Exchange, input: number): number {
  let sum = 0;
  for (const { model, advises } of summary!.nested?.named ?? []) {
    if (advises === undefined) continue;
    const prices = new Set<PriceConfig>();
    for (const names of nested?.values() ?? []) {
      const price = names.get(model)?.deployment.price;
      if (price !== undefined) prices.add(price);
    }
    const asked = { reserved: { input, output: adviceTokens(advises) }, units: undefined };
    sum += advises.uses * dearestOf(prices, asked);
  }
  return sum;
}

/** The cost of a request's estimated use at the dearest of several prices, in billionths of a US dollar. */
function dearestOf(prices: ReadonlySet<PriceConfig>, asked: AskedUse): number {
  let most = 0;
  for (const price of prices) most = Math.max(most, costOf(settledUse(undefined, asked, price), price) ?? 0);
  return most;
}
