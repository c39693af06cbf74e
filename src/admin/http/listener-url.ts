import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { dirname, join } from 'node:path';
import { shownPath } from '../../config/text/files.ts';
import type { Config } from '../../config/types/gateway.ts';
import type { Address } from '../../config/types/listen.ts';

/** A way for a client on this machine to reach the listener. */
export interface ListenerReach {
  readonly url: string;
  /** The authority that it has to be told of; undefined where there is none of ours. */
  readonly caFile: string | undefined;
}

/** Behind a proxy only the operator knows the URL. `caFile` is that of the gateway's own certificate. */
export function reach(
  { listen }: Config,
  address: Address | undefined,
  caFile: string | undefined,
): ListenerReach {
  const { tls } = listen;
  const { host, port } = address ?? listen.address;
  const local = { host: localHost(host), port };
  switch (tls.kind) {
    case 'self_signed':
      return { url: `https://${hostPort(local)}`, caFile };
    case 'terminated_by':
      return { url: 'https://YOUR-PROXY', caFile: undefined };
    case 'files': {
      const certificate = new X509Certificate(tls.cert);
      const host = nameOn(certificate, local.host);
      return {
        url: `https://${hostPort({ ...local, host })}`,
        caFile: authorityBeside(tls.certFile, certificate),
      };
    }
  }
}

/** The URL at which a listener is reached from its own host. */
export function localUrl(scheme: 'http' | 'https', { host, port }: Address): string {
  return `${scheme}://${hostPort({ host: localHost(host), port })}`;
}

/** An address of all interfaces is that of loopback. */
function localHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  return host === '::' ? '::1' : host;
}

/** The host, if the certificate is good for it, else a name on it. */
function nameOn(certificate: X509Certificate, host: string): string {
  const isCovered = isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host);
  if (isCovered !== undefined) return host;
  return /DNS:([^*,\s]+)/.exec(certificate.subjectAltName ?? '')?.[1] ?? host;
}

/** `dev-ca.pem` beside the certificate, as `init --dev-cert` leaves it, if it signed the certificate. */
function authorityBeside(certFile: string, certificate: X509Certificate): string | undefined {
  const file = join(dirname(certFile), 'dev-ca.pem');
  try {
    if (!existsSync(file)) return undefined;
    return certificate.verify(new X509Certificate(readFileSync(file)).publicKey)
      ? shownPath(file)
      : undefined;
  } catch {
    return undefined; // something else by that name
  }
}

/** As in a URL. */
export function hostPort({ host, port }: Address): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}
