import { GatewayError } from '../../errors.ts';
import { plainAddress } from '../../http/server/client-address.ts';
import { checkFraming } from '../../http/server/framing.ts';
import type { Parts } from '../parts.ts';
import type { Stage } from '../stage.ts';

const notTheBalancer =
  'Call the gateway over HTTPS through its balancer; this port only takes requests from there (listen.tls.terminated_by).';

/** What is wrong with the word of a balancer on how it was called: of several hops the last one counts. */
function faultyProto(forwarded: string | undefined): string | undefined {
  if (forwarded === undefined) {
    return 'The balancer in front of the gateway sent no X-Forwarded-Proto; its operator has to have it send "X-Forwarded-Proto: https".';
  }
  const last = forwarded.slice(forwarded.lastIndexOf(',') + 1).trim();
  if (last.toLowerCase() === 'https') return undefined;
  return 'Call the balancer in front of the gateway over HTTPS; its X-Forwarded-Proto says that this request came otherwise.';
}

/** Refuses what is not sound HTTP, what did not come over HTTPS, and what is more than the worker can hold. */
export function guard({ trusted, isCrowded, isDraining }: Parts): Stage {
  return function guard(exchange, next) {
    const { request, head } = exchange;
    checkFraming(request, head);
    if (trusted !== undefined) {
      const peer = plainAddress(request.socket.remoteAddress);
      const fault = trusted.includes(peer) ? faultyProto(head.forwardedProto) : notTheBalancer;
      if (fault !== undefined) throw new GatewayError('https_required', fault, { closeConnection: true });
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
