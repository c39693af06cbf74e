import { webcrypto } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as x509 from '@peculiar/x509';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const yearMs = 365 * 86_400_000;

/** A self-signed certificate of a year that ends at a time, as NAME.crt and NAME.key. */
export async function writeCertificate(folder: string, name: string, endsAt: number): Promise<void> {
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=localhost',
    notBefore: new Date(endsAt - yearMs),
    notAfter: new Date(endsAt),
    keys,
    signingAlgorithm: algorithm,
  });
  const exported = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  const lines = exported.match(/.{1,64}/g) ?? [];
  const key = ['-----BEGIN PRIVATE KEY-----', ...lines, '-----END PRIVATE KEY-----', ''].join('\n');
  await writeFile(join(folder, `${name}.crt`), certificate.toString('pem'), { mode: 0o640 });
  await writeFile(join(folder, `${name}.key`), key, { mode: 0o640 });
}
