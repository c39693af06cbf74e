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

/** How many tokens a request is taken to use. */
export type Estimate = (exchange: Exchange) => TokenEstimate;

/**
 * What is sent counts: where backends edit bodies, or a translation says how long an answer may be whose client does not,
 * an estimate is the largest of those that the request could go to. So nothing that a file puts in allows a longer answer
 * than was reserved for.
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

/** What was taken out may have held files, which are not counted by their bytes. */
function sized(summary: BodySummary, bytes = summary.bytes): BodySummary {
  return { ...summary, bytes: Math.max(bytes, summary.blockBytes) };
}

/**
 * How long an answer may be to what a translated deployment is sent: the client's bound, else the translation's, and what
 * the file of its backend makes of that, which says it in the words of the deployment's dialect.
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
 * What a request counts as once its last attempt is over; undefined where it used nothing that anybody knows of. An
 * answer that its client did not wait for counts in full where it may have been made.
 *
 * @param hasFailed The client gets an error that the gateway makes.
 */
export function useOf(exchange: Exchange, hasFailed: boolean): CountedUse | undefined {
  const { committed, gone, client, heldStatus, passage, summary } = exchange;
  const { relayed } = exchange;
  const { attempts, price, tried } = relayed;
  if (attempts === 0) return undefined;
  // What guards hold was made, whatever the client gets of it.
  const status = heldStatus ?? (committed ? client.status : undefined);
  const isAnswered = status === undefined ? gone && !hasFailed && mayBeMade(tried.at(-1)) : status < 400;
  // What is asked for was counted when it was made.
  if (exchange.served.call !== undefined) return isAnswered ? nothingUsed : undefined;
  const reserved = passage?.reserved ?? estimateTokens(summary!);
  const use = relayed.use && withinRequest(relayed.use, reserved.input);
  if (use?.isOverstated === true) relayed.isOverstated = true;
  if (!isAnswered)
    return use?.reported && { usage: use.reported, certainty: 'measured', areTokensKnown: true };
  // What is made in the background keeps what was reserved, unless its answer is there already.
  const isToCome = summary!.isBackground === true && use?.reported === undefined;
  const counted = settledUse(
    status !== undefined && !isToCome ? use : undefined,
    { reserved, units: summary!.units },
    price,
  );
  // Nobody has to say what it costs.
  return price === undefined && isFree(exchange.served) ? { ...counted, costNanoUsd: 0 } : counted;
}

/** It was sent, as far as there was a connection for it, and not refused. */
function mayBeMade(last: AttemptEvent | undefined): boolean {
  return last?.connectMs !== undefined && (last.status === undefined || last.status < 400);
}

/** What it costs, in billionths of a US dollar; undefined where neither the file nor the backend says so. */
export function costOf(
  { usage, areTokensKnown, costNanoUsd: summed }: CountedUse,
  price: PriceConfig | undefined,
): number | undefined {
  if (summed !== undefined) return summed;
  return price === undefined ? reportedNanoUsd(usage) : costNanoUsd(price, usage, areTokensKnown);
}

/** The most of an answer that is reserved of budgets which say `capped`, in tokens. */
const cappedOutput = 4096;

/**
 * What a request is taken to cost until its answer says what it used: at the prices of the dearest of the deployments that
 * it could go to, with what its advisors may cost.
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

/** An advisor is sent all of the request each time, and is paid at its own price. */
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

/** What a request would cost at the dearest of several prices if it used what it is taken to, in billionths of a US dollar. */
function dearestOf(prices: ReadonlySet<PriceConfig>, asked: AskedUse): number {
  let most = 0;
  for (const price of prices) most = Math.max(most, costOf(settledUse(undefined, asked, price), price) ?? 0);
  return most;
}
