/** The errors for clients that get no WebSocket. */

export const otherOrigin =
  'Pages of this site may not open sockets here; its operator can allow it (listen.origins).';

export function noSocketAt(path: string): string {
  return `There is no WebSocket at ${path}; send a plain request.`;
}
