import type { ProtectedResources } from '../../identity/protected-resources.ts';
import { sendJson } from '../own-answer.ts';
import type { Stage } from '../stage.ts';

/** Tells every client, without a key, which issuers' tokens are accepted. */
export function resourceMetadata(resources: ProtectedResources): Stage {
  return async function resourceMetadata(exchange, next) {
    const { method } = exchange.request;
    const isRead = method === 'GET' || method === 'HEAD';
    const document = isRead ? resources.document(exchange.path) : undefined;
    if (document === undefined) return next(exchange);
    sendJson(exchange, 200, Buffer.from(document));
  };
}
