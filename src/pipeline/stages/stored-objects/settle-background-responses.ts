import { useOfResponse } from '../../../api/background-usage.ts';
import type { Usage } from '../../../observe/usage.ts';
import type { Exchange } from '../../exchange.ts';
import type { BackgroundParts, ObjectParts } from '../../object-parts.ts';
import { ResponseAnswer } from '../../relay/answer/response-answer.ts';
import { pendingOf, rememberedAs } from '../../settling/pending-use.ts';
import type { Next, Stage } from '../../stage.ts';

/**
 * Settles background responses. Such a response counts as its reservation, which is remembered. The first answer that
 * shows it finished, with its usage, corrects the count: once, for the key that had it made. If no client gets such an
 * answer, the gateway asks for one (`settling/usage-polling.ts`).
 */
export function settleBackgroundResponses(
  { vendorsId, settled }: BackgroundParts,
  { settlements, polling }: Pick<ObjectParts, 'settlements' | 'polling'>,
): Stage {
  return function settleBackgroundResponses(exchange, next) {
    const { served, summary } = exchange;
    const { call } = served;
    if (call?.saysUseOf === 'response') return settle(exchange, next);
    if (call?.method === 'DELETE' && call.ids[0] === 'response') return lookBefore(exchange, next);
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
    const remembered = rememberedAs('response', backend, encodeURIComponent(vendorsId(id)));
    await settled.note(remembered, JSON.stringify(pendingOf(exchange, counted)));
  }

  /** Looks before it is deleted: after that nobody knows its usage. */
  async function lookBefore(exchange: Exchange, next: Next): Promise<void> {
    const [planned] = exchange.plan;
    const backend = exchange.pinned ?? planned?.eligible[0]?.deployment.backend;
    await polling.at(rememberedAs('response', backend, exchange.objectPath.split('/')[1]!));
    return next(exchange);
  }

  async function settle(exchange: Exchange, next: Next): Promise<void> {
    let usage: Usage | undefined;
    exchange.answer = new ResponseAnswer(exchange.answer, (response) => {
      usage = useOfResponse(response) ?? usage;
    });
    await next(exchange);
    const { backend } = exchange.relayed;
    if (usage === undefined || backend === undefined) return;
    const place = { kind: 'response', backend, id: exchange.objectPath.split('/')[1]! } as const;
    const counted = { usage, certainty: 'measured', areTokensKnown: true } as const;
    const corrects = await settlements.settle(place, counted, exchange.id);
    if (corrects !== undefined) exchange.relayed.corrects = corrects;
  }
}
