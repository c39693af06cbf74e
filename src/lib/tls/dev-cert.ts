import { createPrivateKey, webcrypto, X509Certificate } from 'node:crypto';
import { mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { replaceFile } from '../files/replace-file.ts';

/**
 * The certificate behind `self_signed: true`: a certificate authority that signs one server certificate for this
 * machine and whose key is then thrown away, so that a client that trusts the authority trusts this one
 * certificate and nothing that anybody could ever sign with it. Two certificates and not one, because rustls
 * refuses to serve-authenticate with a certificate that is itself an authority.
 */

export interface CertificateSet {
  /** PEM of the authority's certificate: what a client has to trust. */
  readonly ca: string;
  /** PEM of the server's certificate. */
  readonly cert: string;
  /** PEM (PKCS #8) of the server's key. */
  readonly key: string;
}

export interface DevCertificate {
  /** PEM of the server's certificate. */
  readonly cert: string;
  /** PEM of its key. */
  readonly key: string;
  /** Absolute path of the authority's certificate, for `curl --cacert` and the like. */
  readonly caFile: string;
}

const dayMs = 24 * 3600_000;
/** A certificate older than this is replaced at the next start. */
const reuseMs = 30 * dayMs;
/** Far beyond `reuseMs`: a process started on the last day must not see its certificate expire while it runs. */
const validMs = 365 * dayMs;
/** A container's clock may lag behind the host's. */
const backdateMs = 3600_000;
/** Making a certificate takes well under a second; a lock this old was left by a process that died. */
const staleLockMs = 10_000;

/**
 * The development certificate kept in `stateDir`, made when there is none, when it is older than 30 days, and when
 * it can't be used. `dev-ca.pem` is for clients; `dev-server.pem` (mode 0600) holds key, certificate and authority
 * in one file, so that the three can never be of different makings. Processes that start together get the same one.
 * Throws when `stateDir` can't be written.
 */
export async function devCertificate(stateDir: string, now: number = Date.now()): Promise<DevCertificate> {
  try {
    await mkdir(stateDir, { recursive: true, mode: 0o700 });
    const bundle = join(stateDir, 'dev-server.pem');
    const set = (await readSet(bundle, now)) ?? (await makeOnce(bundle, now));
    const caFile = join(stateDir, 'dev-ca.pem');
    if ((await readIfThere(caFile)) !== set.ca) await replaceFile(caFile, set.ca, 0o644);
    return { cert: set.cert, key: set.key, caFile };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `keeping the development certificate in ${stateDir}: ${reason}; ` +
        'give state.dir a directory that the gateway may write',
      { cause: error },
    );
  }
}

/**
 * A new authority and a server certificate signed by it, for `localhost`, 127.0.0.1 and ::1: P-256 keys, valid for a
 * year. Both carry key identifiers (RFC 5280, 4.2.1.1 and 4.2.1.2), without which Python 3.13 and every other
 * strict verifier refuses them.
 */
export async function makeCertificates(now: number = Date.now()): Promise<CertificateSet> {
  // Loaded here: only a gateway that makes a certificate pays for the library.
  const x509 = await import('@peculiar/x509');
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const validity = { notBefore: new Date(now - backdateMs), notAfter: new Date(now + validMs) };
  const caKeys = await webcrypto.subtle.generateKey(algorithm, false, ['sign', 'verify']);
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const caName = 'CN=gateway development authority';

  const ca = await x509.X509CertificateGenerator.createSelfSigned({
    ...validity,
    serialNumber: serialNumber(),
    name: caName,
    signingAlgorithm: algorithm,
    keys: caKeys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(caKeys.publicKey),
    ],
  });
  const leaf = await x509.X509CertificateGenerator.create({
    ...validity,
    serialNumber: serialNumber(),
    subject: 'CN=localhost',
    issuer: caName,
    signingAlgorithm: algorithm,
    publicKey: keys.publicKey,
    signingKey: caKeys.privateKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension([
        { type: 'dns', value: 'localhost' },
        { type: 'ip', value: '127.0.0.1' },
        { type: 'ip', value: '::1' },
      ]),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(caKeys.publicKey),
    ],
  });
  const key = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey));
  return {
    ca: `${ca.toString('pem')}\n`,
    cert: `${leaf.toString('pem')}\n`,
    key: createPrivateKey({ key, format: 'der', type: 'pkcs8' })
      .export({ format: 'pem', type: 'pkcs8' })
      .toString(),
  };
}

/** 126 random bits, positive and without a leading zero byte (RFC 5280, 4.1.2.2), in hex. */
function serialNumber(): string {
  const bytes = webcrypto.getRandomValues(new Uint8Array(16));
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return Buffer.from(bytes).toString('hex');
}

/** Makes the bundle, or waits for the process that is making it. */
async function makeOnce(bundle: string, now: number): Promise<CertificateSet> {
  const release = await lock(`${bundle}.lock`);
  try {
    const made = await readSet(bundle, now);
    if (made !== undefined) return made;
    const set = await makeCertificates(now);
    await replaceFile(bundle, set.key + set.cert + set.ca, 0o600);
    return set;
  } finally {
    await release();
  }
}

/** Takes the lock file, waiting for its holder; resolves to what gives it back. */
async function lock(file: string): Promise<() => Promise<void>> {
  for (;;) {
    try {
      await (await open(file, 'wx', 0o600)).close();
      return () => rm(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const held = await stat(file).catch(() => undefined);
    if (held !== undefined && Date.now() - held.mtimeMs > staleLockMs) await rm(file, { force: true });
    await sleep(20);
  }
}

/** The set in the bundle; undefined when it is absent, damaged or too old. */
async function readSet(bundle: string, now: number): Promise<CertificateSet | undefined> {
  const text = (await readIfThere(bundle)) ?? '';
  const [key, cert, ca] = text.match(/-----BEGIN ([A-Z ]+)-----[^-]+-----END \1-----\n/g) ?? [];
  if (key === undefined || cert === undefined || ca === undefined) return undefined;
  const set = { key, cert, ca };
  return isUsable(set, now) ? set : undefined;
}

function isUsable({ key, cert, ca }: CertificateSet, now: number): boolean {
  try {
    const leaf = new X509Certificate(cert);
    const authority = new X509Certificate(ca);
    const madeAt = Date.parse(leaf.validFrom) + backdateMs;
    return (
      leaf.checkPrivateKey(createPrivateKey(key)) &&
      leaf.verify(authority.publicKey) &&
      authority.ca &&
      madeAt <= now + backdateMs &&
      now < madeAt + reuseMs
    );
  } catch {
    return false; // not PEM, not a certificate, another kind of key: a new one is the way out of each
  }
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
