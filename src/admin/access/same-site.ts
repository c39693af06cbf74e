import type { IncomingMessage } from 'node:http';
import { AdminRefusal } from '../http/admin-refusal.ts';

/**
 * Lets only the dashboard's own pages use a browser's cookie to change something: the browser says itself that the
 * page is of this origin (`Sec-Fetch-Site`, or an older one's `Origin`), and the content type is one that no form of
 * another site can send without asking first. Throws `cross_site` or `unsupported_media_type`.
 */
export function requireSameSite(request: IncomingMessage, isSecure: boolean): void {
  const { origin, host } = request.headers;
  const site = request.headers['sec-fetch-site'];
  const isOwn =
    site === undefined ? origin === `${isSecure ? 'https' : 'http'}://${host}` : site === 'same-origin';
  if (!isOwn)
    throw new AdminRefusal(
      'cross_site',
      'Changes are made from the dashboard itself, or with a bearer token.',
    );
  requireJson(request);
}

/** Throws `unsupported_media_type`. */
export function requireJson(request: IncomingMessage): void {
  const type = (request.headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase();
  if (type !== 'application/json') {
    throw new AdminRefusal('unsupported_media_type', 'Send "Content-Type: application/json".');
  }
}
