/** A server's host as URLs and `Host` headers have it: with its port, unless that is the protocol's own. */
export function hostInUrl({
  protocol,
  hostname,
  port,
}: {
  readonly protocol: 'http:' | 'https:';
  readonly hostname: string;
  readonly port: number;
}): string {
  const bracketed = hostname.includes(':') && !hostname.startsWith('[') ? `[${hostname}]` : hostname;
  return port === (protocol === 'https:' ? 443 : 80) ? bracketed : `${bracketed}:${port}`;
}
