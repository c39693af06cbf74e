import { webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';

export interface Pair {
  /** PEM. */
  readonly cert: string;
  readonly key: string;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

export interface Wanted {
  readonly subject?: string;
  readonly san?: readonly { readonly type: 'dns' | 'url' | 'email' | 'ip'; readonly value: string }[];
  readonly endsMs?: number;
}

/** An authority that signs certificates for clients, which servers may have too. */
export class TestAuthority {
  readonly ca: string;
  readonly #keys: webcrypto.CryptoKeyPair;
  readonly #name: string;
  #number = 1;

  private constructor(ca: string, keys: webcrypto.CryptoKeyPair, name: string) {
    this.ca = ca;
    this.#keys = keys;
    this.#name = name;
  }

  static async make(name = 'CN=clients'): Promise<TestAuthority> {
    const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
    const certificate = await x509.X509CertificateGenerator.createSelfSigned({
      serialNumber: '01',
      name,
      notBefore: new Date(Date.now() - 3_600_000),
      notAfter: new Date(Date.now() + 86_400_000),
      signingAlgorithm: algorithm,
      keys: keys as never,
      extensions: [
        new x509.BasicConstraintsExtension(true, undefined, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
      ],
    });
    return new TestAuthority(`${certificate.toString('pem')}\n`, keys, name);
  }

  async sign({
    subject = 'CN=search,OU=prod,O=Example',
    san = [],
    endsMs = Date.now() + 3_600_000,
  }: Wanted = {}): Promise<Pair> {
    const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
    this.#number += 1;
    const certificate = await x509.X509CertificateGenerator.create({
      serialNumber: `0${this.#number}`,
      subject,
      issuer: this.#name,
      notBefore: new Date(Date.now() - 3_600_000),
      notAfter: new Date(endsMs),
      signingAlgorithm: algorithm,
      publicKey: keys.publicKey as never,
      signingKey: this.#keys.privateKey as never,
      extensions: [
        new x509.BasicConstraintsExtension(false, undefined, true),
        new x509.ExtendedKeyUsageExtension([
          x509.ExtendedKeyUsage.clientAuth,
          x509.ExtendedKeyUsage.serverAuth,
        ]),
        ...(san.length === 0 ? [] : [new x509.SubjectAlternativeNameExtension([...san])]),
      ],
    });
    const key = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
    return {
      cert: `${certificate.toString('pem')}\n`,
      key: `-----BEGIN PRIVATE KEY-----\n${key.replace(/.{64}/g, '$&\n')}\n-----END PRIVATE KEY-----\n`,
    };
  }
}
