/** Certificates that clients show: in the handshake, or in a header of the balancer that had it. */
import { createHash, X509Certificate } from 'node:crypto';
import type { Socket } from 'node:net';
import { type DetailedPeerCertificate, TLSSocket } from 'node:tls';
import { fingerprintName, sanNamesOf, subjectNameOf } from '../lib/tls/certificate-names.ts';

/** A certificate that is good, by all that it is called. */
export interface ClientCertificate {
  /** The narrowest first: fingerprint, alternative names, subject. */
  readonly names: readonly string[];
  /** SHA-256 in base64url, as tokens that are bound to it have it (RFC 8705, 3.1). */
  readonly thumbprint: string;
  readonly untilMs: number;
}

/** The result for one request: a certificate, or the reason for none, as the continuation of "its certificate". */
export type ShownCertificate =
  | { readonly kind: 'good'; readonly certificate: ClientCertificate }
  | { readonly kind: 'none'; readonly why: string };

/** The places of a request's certificate. */
export interface CertificateSource {
  readonly socket: Socket;
  /** Of a balancer that is trusted; undefined where it sent none. */
  readonly header: string | undefined;
}

export type ReadCertificate = (source: CertificateSource, wallNow: number) => ShownCertificate;

function none(why: string): ShownCertificate {
  return { kind: 'none', why };
}

const didNotCome = none('did not come');

/**
 * Reads it off the connection. An open connection is held to the authorities of the file as it is now: one whose authority
 * was taken out shows nothing any more.
 *
 * @param ca PEM.
 */
export function fromHandshake(ca: string): ReadCertificate {
  const authorities = (ca.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? []).map(
    (pem) => new X509Certificate(pem),
  );
  const known = new WeakMap<Socket, ShownCertificate>();
  return ({ socket }, wallNow) => {
    let shown = known.get(socket);
    if (shown === undefined) {
      shown = ofConnection(socket, authorities);
      known.set(socket, shown);
    }
    return shown.kind === 'good' && wallNow >= shown.certificate.untilMs ? none('has expired') : shown;
  };
}

function ofConnection(socket: Socket, authorities: readonly X509Certificate[]): ShownCertificate {
  if (!(socket instanceof TLSSocket)) return didNotCome;
  const leaf = socket.getPeerX509Certificate();
  if (leaf === undefined) return didNotCome;
  if (!socket.authorized) return none(`is not trusted (${wordOf(socket.authorizationError)})`);
  const isTrusted = chainOf(socket).some((link) => authorities.some((authority) => isBy(link, authority)));
  if (!isTrusted) return none('was signed by nobody who is in `client_ca` now');
  return { kind: 'good', certificate: described(leaf) };
}

function wordOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return /^[A-Z_]{4,64}$/.test(text) ? text : 'for another reason';
}

/** The certificate and those above it, as the handshake verified them. */
function chainOf(socket: TLSSocket): readonly X509Certificate[] {
  const links: X509Certificate[] = [];
  let link: DetailedPeerCertificate | undefined = socket.getPeerCertificate(true);
  while (link?.raw !== undefined && links.length < 10) {
    links.push(new X509Certificate(link.raw));
    link = link.issuerCertificate === link ? undefined : link.issuerCertificate;
  }
  return links;
}

function isBy(link: X509Certificate, authority: X509Certificate): boolean {
  if (link.fingerprint256 === authority.fingerprint256) return true;
  return authority.ca && link.checkIssued(authority) && link.verify(authority.publicKey);
}

function described(certificate: X509Certificate): ClientCertificate {
  const fingerprint = fingerprintName(certificate.fingerprint256);
  return {
    names: [
      ...(fingerprint === undefined ? [] : [fingerprint]),
      ...sanNamesOf(certificate.subjectAltName),
      subjectNameOf(certificate.subject),
    ],
    thumbprint: createHash('sha256').update(certificate.raw).digest('base64url'),
    untilMs: Date.parse(certificate.validTo),
  };
}

/** So many texts are remembered: a balancer has as many services behind it. */
const mostTexts = 1000;

/** Reads it off a header, whose sender is a balancer that has verified it: RFC 9440, or PEM with its signs escaped. */
export function fromHeader(): ReadCertificate {
  const known = new Map<string, ShownCertificate>();
  return ({ header }, wallNow) => {
    if (header === undefined || header === '') return didNotCome;
    let shown = known.get(header);
    if (shown === undefined) {
      shown = ofHeader(header);
      if (known.size >= mostTexts) known.delete(known.keys().next().value!);
      known.set(header, shown);
    }
    return shown.kind === 'good' && wallNow >= shown.certificate.untilMs ? none('has expired') : shown;
  };
}

function ofHeader(header: string): ShownCertificate {
  const der = /^:([A-Za-z0-9+/]+={0,2}):$/.exec(header)?.[1];
  try {
    const encoded = der === undefined ? unescapedPem(header) : Buffer.from(der, 'base64');
    if (encoded === undefined)
      return none('is no certificate: the balancer sends something else in its header');
    return { kind: 'good', certificate: described(new X509Certificate(encoded)) };
  } catch {
    return none('can not be read');
  }
}

/** One certificate, whose line ends may have become spaces. */
function unescapedPem(text: string): string | undefined {
  const pem = decodeURIComponent(text);
  const body = /^-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----\s*$/.exec(pem)?.[1];
  return (
    body && `-----BEGIN CERTIFICATE-----\n${body.trim().replace(/\s+/g, '\n')}\n-----END CERTIFICATE-----\n`
  );
}
