import { edited } from '../../../api/signed-ids/edit-bytes.ts';
import { isObject, objectsOf, parseObject } from '../../../lib/json.ts';
import type { LimitStore } from '../../../limits/limit-store.ts';
import type { Limiter } from '../../../limits/limiter.ts';
import type { Exchange } from '../../exchange.ts';
import { ResponseAnswer } from '../../relay/answer/response-answer.ts';
import { BatchEstimate } from '../../settling/batch-estimate.ts';
import { BatchFile } from '../../settling/batch-file.ts';
import type { BatchParts } from '../../settling/batch-parts.ts';
import type { Next, Stage } from '../../stage.ts';

/**
 * Estimates the cost of a new batch, if its key has a budget: by its requests, or by the lines of its file if that came
 * through here, otherwise by `unknown_batch`. It is never more than the rest of a budget.
 */
export function estimateBatchCost(
  { prices, settled, vendorsId, unknownNanoUsd }: BatchParts,
  { store }: Pick<Limiter, 'store'>,
): Stage {
  return function estimateBatchCost(exchange, next) {
    const { call, name } = exchange.served;
    if (call?.method !== 'POST' || call.ids.length > 0) return next(exchange);
    if (name === 'files') return lookAtFile(exchange, next);
    const isBatch = name === 'batches' || name === 'message_batches';
    return isBatch && exchange.limits?.hasBudget === true ? expect(exchange, next) : next(exchange);
  };

  async function lookAtFile(exchange: Exchange, next: Next): Promise<void> {
    const file = new BatchFile();
    let id: unknown;
    exchange.upload?.tap((bytes) => file.take(bytes));
    exchange.answer = new ResponseAnswer(exchange.answer, (about) => {
      id = about['id'];
    });
    await next(exchange);
    file.end();
    const { note } = file.estimate;
    const { backend } = exchange.relayed;
    if (typeof id === 'string' && note !== undefined && backend !== undefined)
      await settled.note(fileAs(backend, vendorsId(id)), note);
  }

  async function expect(exchange: Exchange, next: Next): Promise<void> {
    const backend = exchange.plan[0]?.eligible[0]?.deployment.backend ?? '';
    const estimate =
      exchange.served.name === 'batches' ? await ofFile(exchange, backend) : ofRequests(exchange, backend);
    const cost = estimate?.costAt(prices, backend) ?? unknownNanoUsd;
    exchange.expectedNanoUsd = Math.min(cost, await leftOf(exchange, store));
    return next(exchange);
  }

  async function ofFile({ body }: Exchange, backend: string): Promise<BatchEstimate | undefined> {
    const asked = body?.kind === 'object' ? parseObject(body.bytes.toString()) : undefined;
    const file = asked?.['input_file_id'];
    return typeof file === 'string'
      ? BatchEstimate.from(await settled.noted(fileAs(backend, file)))
      : undefined;
  }
}

/** The requests of a message batch are in its body. */
function ofRequests({ body, batched }: Exchange, backend: string): BatchEstimate | undefined {
  if (body?.kind !== 'object') return undefined;
  const renamed = batched?.get(backend);
  const bytes = renamed === undefined ? body.bytes : edited(body.bytes, renamed);
  const requests = objectsOf(parseObject(bytes.toString())?.['requests']);
  const estimate = new BatchEstimate();
  for (const { params } of requests)
    if (isObject(params)) estimate.add(params, bytes.length / requests.length);
  return estimate;
}

function fileAs(backend: string, id: string): string {
  return `file ${backend} ${encodeURIComponent(id)}`;
}

/** The rest of the smallest remaining budget. */
async function leftOf({ limits }: Exchange, store: LimitStore): Promise<number> {
  const meters = limits!.metersFor('');
  const quotas = await store.read(meters);
  let left = Number.POSITIVE_INFINITY;
  for (const [place, { kind }] of meters.list.entries())
    if (kind === 'budget') left = Math.min(left, quotas[place]!.remaining);
  return left;
}
