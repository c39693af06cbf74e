import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { servedTls } from '../lib/tls/tls-options.ts';
import type { ProblemName } from './problem-codes.ts';

export interface CertificateFault {
  /** The file at fault. */
  readonly of: 'cert' | 'key';
  readonly name: ProblemName;
  readonly message: string;
  readonly hint?: string;
}

/** The faults of a certificate (with or without the chain behind it) and its private key, both PEM. */
export function certificateFaults(cert: string, key: string, now: number): readonly CertificateFault[] {
  const faults: CertificateFault[] = [];
  const leaf = readCertificate(cert);
  if (typeof leaf === 'string') faults.push({ of: 'cert', name: 'bad_certificate', message: leaf });
  const privateKey = readPrivateKey(key);
  if ('message' in privateKey) faults.push({ of: 'key', ...privateKey });
  if (typeof leaf === 'string' || 'message' in privateKey) return faults;

  if (!leaf.checkPrivateKey(privateKey)) {
    const hint = 'the certificate of the gateway itself comes first in its file, then its chain';
    return [
      {
        of: 'key',
        name: 'key_mismatch',
        message: 'the private key does not belong to the certificate',
        hint,
      },
    ];
  }
  try {
    createSecureContext(servedTls({ cert, key }));
  } catch (error) {
    // OpenSSL's own rules, such as the least size of a key.
    const reason = error instanceof Error && 'reason' in error ? String(error.reason) : 'unknown reason';
    return [{ of: 'cert', name: 'bad_certificate', message: `TLS cannot use it: ${reason}` }];
  }
  const validity = validityFault(leaf, now);
  return validity === undefined ? [] : [{ of: 'cert', ...validity }];
}

/** The fault of a file of certificates to trust; undefined for none. */
export function trustFault(pem: string): string | undefined {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
  if (blocks.length === 0) return 'the file holds no certificate in PEM form';
  return blocks.map(readCertificate).find((read) => typeof read === 'string');
}

function readCertificate(pem: string): X509Certificate | string {
  if (!pem.includes('-----BEGIN CERTIFICATE-----')) {
    return pem.includes('PRIVATE KEY-----')
      ? 'the file holds a private key, not a certificate'
      : 'the file holds no certificate in PEM form (-----BEGIN CERTIFICATE-----)';
  }
  try {
    return new X509Certificate(pem);
  } catch {
    return 'the certificate in the file is damaged';
  }
}

export type KeyFault = Omit<CertificateFault, 'of'>;

/** The private key in a PEM, or what is wrong with it. */
export function readPrivateKey(pem: string): KeyObject | KeyFault {
  if (!pem.includes('PRIVATE KEY-----')) {
    const what = pem.includes('-----BEGIN CERTIFICATE-----')
      ? 'a certificate, not a private key'
      : 'no private key in PEM form';
    return { name: 'bad_private_key', message: `the file holds ${what}` };
  }
  if (pem.includes('BEGIN ENCRYPTED PRIVATE KEY') || /^Proc-Type: 4,ENCRYPTED/m.test(pem)) {
    const hint =
      'nobody can type a passphrase for a service; decrypt it with `openssl pkey -in KEY -out PLAIN` and chmod 0600';
    return { name: 'bad_private_key', message: 'the private key is encrypted', hint };
  }
  try {
    return createPrivateKey(pem);
  } catch {
    return { name: 'bad_private_key', message: 'the private key in the file is damaged' };
  }
}

const dayMs = 86_400_000;

/** From when until when a certificate is valid, in milliseconds since the epoch. */
export interface Validity {
  readonly beginsMs: number;
  readonly endsMs: number;
}

/** Of the first certificate in a PEM, which has been found to be sound. */
export function validityOf(pem: string): Validity {
  const { validFrom, validTo } = new X509Certificate(pem);
  return { beginsMs: Date.parse(validFrom), endsMs: Date.parse(validTo) };
}

/** Certificates that live for days are renewed in their last days, and others two weeks before their end. */
export function endsSoon({ beginsMs, endsMs }: Validity, now: number): boolean {
  return endsMs - now < Math.min(14 * dayMs, (endsMs - beginsMs) / 5);
}

const rejected = 'a running gateway with a valid one rejects this file, and keeps that one';

function validityFault(
  { validFrom, validTo }: X509Certificate,
  now: number,
): Omit<CertificateFault, 'of'> | undefined {
  const begins = Date.parse(validFrom);
  const ends = Date.parse(validTo);
  if (now >= ends)
    return {
      name: 'certificate_expired',
      message: `the certificate expired on ${day(validTo)}`,
      hint: `renew it; ${rejected}`,
    };
  if (now < begins) {
    return {
      name: 'certificate_expired',
      message: `the certificate is not valid before ${day(validFrom)}`,
      hint: `wait until then, or take another one; ${rejected}`,
    };
  }
  if (!endsSoon({ beginsMs: begins, endsMs: ends }, now)) return undefined;
  return {
    name: 'certificate_expires_soon',
    message: `the certificate expires on ${day(validTo)}`,
    hint: 'renew it; the new file is taken up without a restart',
  };
}

function day(text: string): string {
  return new Date(text).toISOString().slice(0, 10);
}
