import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { AdminRefusal } from '../http/admin-refusal.ts';

/**
 * Lets a browser in only by a name of this listener's own. A page of another site can make its own name lead here
 * (DNS rebinding), and is of the same origin then, for whatever the browser or `requireSameSite` can tell. An address
 * leads to where it says, localhost too, and of a certificate's names its owner disposes. Throws `misdirected_request`.
 *
 * @param named A host that the configuration itself gives the listener.
 */
export function requireOwnHost(request: IncomingMessage, named?: string): void {
  const host = hostIn(request.headers.host ?? '');
  if (isIP(host) !== 0 || host === 'localhost' || host === named || isOnCertificate(host, request)) return;
  throw new AdminRefusal(
    'misdirected_request',
    'This listener is not known by that name: use its IP address, localhost, or a name on its certificate (`admin.tls.cert`) or in `admin.oidc.url`.',
  );
}

/** Without port and brackets, in lower case. */
function hostIn(header: string): string {
  const [, address, name = ''] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/.exec(header) ?? [];
  return (address ?? name).toLowerCase();
}

/** The certificate is that of the connection, since a reload may have renewed it. */
function isOnCertificate(host: string, { socket }: IncomingMessage): boolean {
  return host !== '' && (socket as Partial<TLSSocket>).getX509Certificate?.()?.checkHost(host) !== undefined;
}
