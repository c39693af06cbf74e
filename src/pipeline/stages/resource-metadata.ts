import { metadataOf, metadataPathOf } from '../../identity/resource-metadata.ts';
import type { Exchange } from '../exchange.ts';
import { sendJson } from '../own-answer.ts';
import type { Parts } from '../parts.ts';
import type { Stage } from '../stage.ts';

/** Tells whoever asks, without a key, which issuers' tokens are taken. */
export function resourceMetadata({ resource, issuers }: NonNullable<Parts['resource']>): Stage {
  const path = metadataPathOf(resource);
  const body = Buffer.from(JSON.stringify(metadataOf(resource, { issuers })));
  return function resourceMetadata(exchange, next) {
    const { method } = exchange.request;
    const isAsked = exchange.path === path && (method === 'GET' || method === 'HEAD');
    return isAsked ? answer(exchange) : next(exchange);
  };

  async function answer(exchange: Exchange): Promise<void> {
    sendJson(exchange, 200, body);
  }
}
