/** An issuer of tokens on loopback: publishes its keys, signs, rotates and goes away as a test wants it. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, type JWK, SignJWT } from 'jose';
import type { Owner } from './serve.ts';

/** What tokens are for in all tests. */
export const audience = 'https://llm.example.com';

/** How a token is signed that differs from the usual one. */
export interface Signing {
  readonly header?: Readonly<Record<string, unknown>>;
  readonly key?: KeyObject | Uint8Array;
}

export class TestIssuer {
  readonly url: string;
  /** What `keys` and the discovery document were asked for, in order. */
  readonly asked: string[] = [];
  /** The `accept-encoding` of each question. */
  readonly encodings: (string | undefined)[] = [];
  /** What it publishes; a test changes it. */
  keys: JWK[] = [];
  /** In place of the discovery document's own. */
  discovery: Record<string, unknown>;
  /** Each answer waits for it. */
  gate: Promise<void> = Promise.resolve();
  status = 200;
  /** How each answer is packed, and what it calls that. */
  packing: { readonly coding: string; readonly pack: (body: string) => Buffer } | undefined;
  #number = 0;
  #kid = '';
  #private!: KeyObject;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    this.discovery = { issuer: this.url, jwks_uri: `${this.url}/keys` };
    server.on('request', async (request, response) => {
      this.asked.push(request.url ?? '');
      await this.gate;
      const body = request.url === '/keys' ? { keys: this.keys } : this.discovery;
      this.encodings.push(request.headers['accept-encoding']);
      const { coding, pack } = this.packing ?? {};
      const packed = coding === undefined ? {} : { 'content-encoding': coding };
      response.writeHead(this.status, { 'content-type': 'application/json', ...packed });
      response.end(pack?.(JSON.stringify(body)) ?? JSON.stringify(body));
    });
  }

  static async start(owner: Owner): Promise<TestIssuer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const issuer = new TestIssuer(server);
    owner.after(() => issuer.close());
    await issuer.rotate();
    return issuer;
  }

  get kid(): string {
    return this.#kid;
  }

  get privateKey(): KeyObject {
    return this.#private;
  }

  /** From now on it signs with a new key, and publishes that alone, or beside those before. */
  async rotate({ keepsOld = false, publishes = true } = {}): Promise<void> {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#number += 1;
    this.#kid = `key-${this.#number}`;
    this.#private = privateKey;
    const jwk = { ...(await exportJWK(publicKey)), kid: this.#kid, use: 'sig', alg: 'ES256' };
    if (publishes) this.keys = keepsOld ? [...this.keys, jwk] : [jwk];
  }

  /** A token as its services get them, but for what is said otherwise; `undefined` leaves a claim out. */
  token(claims: Readonly<Record<string, unknown>> = {}, { header, key }: Signing = {}): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const all = { iss: this.url, aud: audience, sub: 'service-a', iat: now, exp: now + 600, ...claims };
    const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
    return new SignJWT(given)
      .setProtectedHeader({ alg: 'ES256', kid: this.#kid, ...header } as never)
      .sign(key ?? this.#private);
  }

  /** Nobody answers any more. */
  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}
