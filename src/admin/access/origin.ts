import type { IncomingMessage } from 'node:http';
import type { AdminConfig } from '../../config/types/admin.ts';
import { clientBehind, plainAddress } from '../../http/server/client-address.ts';
import { AddressRanges } from '../../lib/ip.ts';
import { AdminRefusal } from '../http/admin-refusal.ts';
import { requireOwnHost } from './own-host.ts';

/** The origin of requests, as far as the gateway can trust it. */
export interface Origins {
  /** People reach the listener by HTTPS. */
  readonly isSecure: boolean;
  /** The client's address. Throws `https_required` where TLS should have ended in front and didn't. */
  addressOf(request: IncomingMessage): string;
  /** Throws `misdirected_request` for a browser that came here by a name of somebody else. */
  requireOwnHost(request: IncomingMessage): void;
}

/** Reads clients' origins as the listener's `tls` allows. */
export function originsOf({ tls, oidc }: AdminConfig): Origins {
  const named = oidc?.url === undefined ? undefined : new URL(oidc.url).hostname;
  const peerOf = ({ socket }: IncomingMessage) => plainAddress(socket.remoteAddress);
  if (tls?.kind !== 'terminated_by') {
    return {
      isSecure: tls !== undefined,
      addressOf: peerOf,
      requireOwnHost: (request) => requireOwnHost(request, named),
    };
  }
  const trusted = new AddressRanges(tls.ranges);
  return {
    isSecure: true,
    // Names are those of the proxy's certificate, without which no browser gets through it.
    requireOwnHost() {},
    addressOf(request) {
      const peer = peerOf(request);
      if (!trusted.includes(peer) || request.headers['x-forwarded-proto'] !== 'https') {
        const message = 'This listener is reached by HTTPS, through the proxy of `admin.tls.terminated_by`.';
        throw new AdminRefusal('https_required', message, { connection: 'close' });
      }
      const forwardedFor = request.headers['x-forwarded-for'];
      return clientBehind(peer, Array.isArray(forwardedFor) ? forwardedFor.join(',') : forwardedFor, trusted);
    },
  };
}
