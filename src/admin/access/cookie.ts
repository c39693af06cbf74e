/**
 * The session cookie. The prefix makes browsers hold it to this very host, over a secure connection, for every path;
 * they take plain HTTP on loopback for secure as well (Chromium and Firefox do; a browser that doesn't is told so by
 * the page). RFC 6265bis.
 */
const name = '__Host-gw_session';
const attributes = 'Path=/; Secure; HttpOnly; SameSite=Strict';

/** The id in a `Cookie` header. Two of them are none: the second was put there by somebody else. */
export function sessionIdIn(header: string | undefined): string | undefined {
  const found = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`));
  return found.length === 1 ? found[0]!.slice(name.length + 1) : undefined;
}

/** Lives as long as the browser; the server ends it sooner. */
export function sessionCookie(id: string): string {
  return `${name}=${id}; ${attributes}`;
}

export function endedCookie(): string {
  return `${name}=; Max-Age=0; ${attributes}`;
}
