import type { BatchUse } from '../../../api/batch-usage.ts';
import type { Logger } from '../../../observe/log/log.ts';
import { costOf } from '../../counted-use.ts';
import type { Exchange } from '../../exchange.ts';
import type { ObjectParts } from '../../object-parts.ts';
import { BatchObject, BatchResults } from '../../relay/answer/batch-answer.ts';
import { ResponseAnswer } from '../../relay/answer/response-answer.ts';
import type { BatchParts } from '../../settling/batch-parts.ts';
import { BatchSum } from '../../settling/batch-sum.ts';
import { type ObjectPlace, pendingIn, pendingOf, rememberedAs } from '../../settling/pending-use.ts';
import type { Next, Stage } from '../../stage.ts';

/**
 * Counts the usage of batches, once, for the key that had them made: from the first answer that reports it, or from the
 * gateway's own question (`settling/usage-polling.ts`). A batch without a record counts for the key that first fetches
 * such an answer, and each line of its results for the key that it first passes to, even if no more is fetched.
 */
export function settleBatches(
  { prices, settled, vendorsId, nesting }: BatchParts,
  { settlements, polling }: Pick<ObjectParts, 'settlements' | 'polling'>,
  log: Logger,
): Stage {
  return function settleBatches(exchange, next) {
    const { call } = exchange.served;
    const kind = call?.ids[0];
    if (call?.saysUseOf === 'batch') return countWhole(exchange, next);
    if (call?.saysUseOf === 'results') return countResults(exchange, next);
    if (kind === 'message_batch' && call?.method === 'DELETE') return lookBefore(exchange, next);
    const makes = call?.signs['id'];
    const isNew = call?.method === 'POST' && call.ids.length === 0;
    return isNew && (makes === 'batch' || makes === 'message_batch')
      ? remember(exchange, next)
      : next(exchange);
  };

  /** Its usage is not known yet: the estimate counts, if there is one. */
  async function remember(exchange: Exchange, next: Next): Promise<void> {
    let id: unknown;
    exchange.answer = new ResponseAnswer(exchange.answer, (batch) => {
      id = batch['id'];
    });
    await next(exchange);
    const { relayed, expectedNanoUsd: expected = 0 } = exchange;
    const { backend, counted, price } = relayed;
    if (counted === undefined) return;
    if (expected > 0) {
      const costNanoUsd = expected + (costOf(counted, price) ?? 0);
      relayed.counted = { ...counted, certainty: 'estimated', costNanoUsd };
    }
    if (typeof id !== 'string') return;
    const endpoint = exchange.served.name as 'batches' | 'message_batches';
    const pending = { ...pendingOf(exchange, relayed.counted!), costNanoUsd: expected, endpoint };
    const remembered = rememberedAs('batch', backend, encodeURIComponent(vendorsId(id)));
    await settled.note(remembered, JSON.stringify(pending));
  }

  async function countWhole(exchange: Exchange, next: Next): Promise<void> {
    let told: BatchUse | undefined;
    const answer = new BatchObject(exchange.answer, (use) => {
      told = use;
    });
    exchange.answer = answer;
    await next(exchange);
    tellUnread(exchange, answer);
    if (told === undefined) return;
    const sum = sumOf(exchange);
    sum.add(told);
    if (await settle(exchange, sum)) return;
    if (await settled.first(idOf(exchange))) exchange.relayed.counted = sum.counted(exchange.relayed.price);
  }

  async function countResults(exchange: Exchange, next: Next): Promise<void> {
    const backend = backendOf(exchange);
    const remembered = rememberedAs('batch', backend, placeIn(exchange, backend).id);
    const isPending = pendingIn(await settled.noted(remembered)) !== undefined;
    await (isPending ? countPending(exchange, next) : countLines(exchange, next));
  }

  /** If not all results are fetched, the gateway asks for the rest. */
  async function countPending(exchange: Exchange, next: Next): Promise<void> {
    const sum = sumOf(exchange);
    const answer = new BatchResults(exchange.answer, (uses) => {
      for (const { use } of uses) sum.add(use);
    });
    exchange.answer = answer;
    await next(exchange);
    answer.over();
    tellUnread(exchange, answer);
    if (answer.isWhole) await settle(exchange, sum);
  }

  async function countLines(exchange: Exchange, next: Next): Promise<void> {
    const sum = sumOf(exchange);
    let counting = Promise.resolve();
    const answer = new BatchResults(exchange.answer, (uses, lines) => {
      counting = counting
        .then(() => settled.advance(idOf(exchange), lines))
        .then((before) => {
          for (const { place, use } of uses) if (place >= before) sum.add(use);
        });
    });
    exchange.answer = answer;
    await next(exchange);
    answer.over();
    await counting;
    tellUnread(exchange, answer);
    if (sum.parts > 0) exchange.relayed.counted = sum.counted(exchange.relayed.price);
  }

  /** True if it had a record. */
  async function settle(exchange: Exchange, sum: BatchSum): Promise<boolean> {
    const place = placeIn(exchange, exchange.relayed.backend);
    const corrects = await settlements.settle(place, sum.whole(), exchange.id);
    if (corrects !== undefined) exchange.relayed.corrects = corrects;
    return corrects !== undefined;
  }

  /** Looks before it is deleted: after that nobody knows its usage. */
  async function lookBefore(exchange: Exchange, next: Next): Promise<void> {
    const backend = backendOf(exchange);
    await polling.at(rememberedAs('batch', backend, placeIn(exchange, backend).id));
    return next(exchange);
  }

  function sumOf(exchange: Exchange): BatchSum {
    return new BatchSum(prices, nesting, () => exchange.relayed.backend ?? '');
  }

  function tellUnread({ id }: Exchange, { unread }: BatchObject | BatchResults): void {
    if (unread > 0) log.warn({ id, lines: unread }, 'parts of a batch are too long to be counted');
  }
}

function placeIn({ objectPath }: Exchange, backend = ''): ObjectPlace {
  return { kind: 'batch', backend, id: objectPath.split('/')[1]! };
}

/** The backend that the request is about to go to. */
function backendOf({ pinned, plan }: Exchange): string | undefined {
  return pinned ?? plan[0]?.eligible[0]?.deployment.backend;
}

function idOf({ relayed: { backend }, objectPath }: Exchange): string {
  return rememberedAs('batch', backend, objectPath.split('/')[1]!);
}
