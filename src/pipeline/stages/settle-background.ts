import { useOfResponse } from '../../api/background-usage.ts';
import { isMarked, tailLength } from '../../api/signed-ids/id-mark.ts';
import { deploymentName } from '../../config/types.ts';
import type { Correction } from '../../limits/correction.ts';
import type { Booking } from '../../limits/passage.ts';
import { metersOf } from '../../limits/rules.ts';
import type { UseCorrection } from '../../observe/request-event.ts';
import { counters, type MutableUsage, namedOf, noCounts, type Usage } from '../../observe/usage.ts';
import { costOf } from '../counted-use.ts';
import type { Exchange } from '../exchange.ts';
import type { BackgroundParts } from '../object-parts.ts';
import type { Parts } from '../parts.ts';
import { ResponseAnswer } from '../relay/response-answer.ts';
import type { Next, Stage } from '../stage.ts';

/** What is remembered of a response that is not done: for what, and where, something was reserved. */
interface PendingUse extends Omit<UseCorrection, 'tokens' | 'named' | 'costNanoUsd'> {
  readonly input: number;
  readonly output: number;
  /** Left out where nobody knows. */
  readonly costNanoUsd?: number | undefined;
  readonly limits: readonly Booking[];
}

/**
 * A response in the background counts as what was reserved for it, which is remembered. The first answer that shows it to
 * be done, and says what it used, corrects that: once, for the key that had it made.
 */
export function settleBackground(
  { priceOf, settled }: BackgroundParts,
  { limits, log }: Pick<Parts, 'limits' | 'log'>,
): Stage {
  const store = limits?.store;
  return function settleBackground(exchange, next) {
    const { served, summary } = exchange;
    if (served.call?.saysUseOf === 'response') return settle(exchange, next);
    return summary?.isBackground === true ? remember(exchange, next) : next(exchange);
  };

  async function remember(exchange: Exchange, next: Next): Promise<void> {
    let id: unknown;
    exchange.answer = new ResponseAnswer(exchange.answer, (response) => {
      id ??= response['id'];
    });
    await next(exchange);
    const { backend, counted, use } = exchange.relayed;
    // Its end may have come with the same answer.
    if (typeof id !== 'string' || counted === undefined || use?.reported !== undefined) return;
    const pending = JSON.stringify(pendingOf(exchange, counted.usage));
    await settled.note(idOf(backend, vendorsOf(id)), pending);
  }

  async function settle(exchange: Exchange, next: Next): Promise<void> {
    let usage: Usage | undefined;
    exchange.answer = new ResponseAnswer(exchange.answer, (response) => {
      usage = useOfResponse(response) ?? usage;
    });
    await next(exchange);
    if (usage === undefined) return;
    const id = idOf(exchange.relayed.backend, exchange.objectPath.split('/')[1]!);
    const noted = await settled.noted(id);
    if (noted === undefined || !(await settled.first(id))) return;
    const pending = JSON.parse(noted) as PendingUse;
    const corrects = correctionOf(pending, usage);
    exchange.relayed.corrects = corrects;
    const { tokens, costNanoUsd } = corrects;
    for (const { account, meters, at } of pending.limits) {
      const correction: Correction = {
        meters: metersOf(account, meters),
        at,
        wallMs: pending.at,
        tokens: Math.ceil(usage.input + usage.output) - Math.ceil(pending.input + pending.output),
        costNanoUsd,
      };
      store?.correct(correction);
    }
    const { key, model, deployment } = corrects;
    const difference = { input: tokens.input, output: tokens.output, cost_usd: costNanoUsd / 1e9 };
    log.info(
      { id: exchange.id, key, model, deployment, ...difference },
      'a response in the background is done: what was counted for it is corrected',
    );
  }

  function correctionOf(pending: PendingUse, usage: Usage): UseCorrection {
    const { input, output, costNanoUsd, limits: _limits, ...names } = pending;
    const tokens: MutableUsage = { ...noCounts };
    for (const counter of counters) tokens[counter] = usage[counter];
    tokens.input -= input;
    tokens.output -= output;
    const { model, deployment } = names;
    const price = model === undefined || deployment === undefined ? undefined : priceOf(model, deployment);
    const cost = costOf({ usage, certainty: 'measured', areTokensKnown: true }, price);
    const isCostKnown = cost !== undefined && costNanoUsd !== undefined;
    return { ...names, tokens, named: namedOf(usage), costNanoUsd: isCostKnown ? cost - costNanoUsd : 0 };
  }
}

function pendingOf(exchange: Exchange, { input, output }: Usage): PendingUse {
  const { key, summary, plan, relayed, passage } = exchange;
  const asked = summary?.model ?? summary?.models[0];
  const { model, deployment, backend, upstreamModel, counted, price, tried, triedIds } = relayed;
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
    certainty: counted!.certainty,
    input,
    output,
    costNanoUsd: costOf(counted!, price),
    limits:
      passage?.bookings(
        triedIds,
        tried.map((one) => deploymentName(one.model, one.deployment)),
      ) ?? [],
  };
}

/** An account's ids are its own. */
function idOf(backend: string | undefined, id: string): string {
  return `response ${backend} ${id}`;
}

/** An id on its way to the client as the backend knows it. */
function vendorsOf(id: string): string {
  return isMarked(id) ? id.slice(0, -tailLength) : id;
}
