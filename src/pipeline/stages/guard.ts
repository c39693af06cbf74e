import { GatewayError } from '../../errors.ts';
import { plainAddress } from '../../http/server/client-address.ts';
import { checkFraming } from '../../http/server/framing.ts';
import type { Parts } from '../parts.ts';
import type { Stage } from '../stage.ts';

/** Refuses what is not sound HTTP, what did not come over HTTPS, and what is more than the worker can hold. */
export function guard({ trusted, isCrowded, isDraining }: Parts): Stage {
  return function guard(exchange, next) {
    const { request, head } = exchange;
    checkFraming(request, head);
    if (trusted !== undefined) {
      const peer = plainAddress(request.socket.remoteAddress);
      if (!trusted.includes(peer) || head.forwardedProto !== 'https') {
        throw new GatewayError(
          'https_required',
          'Call the gateway over HTTPS through its balancer; this port only takes requests whose TLS ended there.',
          { closeConnection: true },
        );
      }
    }
    if (isDraining()) {
      throw new GatewayError('overloaded', 'The gateway is stopping; try again.', { closeConnection: true });
    }
    if (isCrowded(request.socket)) {
      throw new GatewayError('overloaded', 'The gateway has too many connections open; try again shortly.', {
        closeConnection: true,
      });
    }
    return next(exchange);
  };
}
