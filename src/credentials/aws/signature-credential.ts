import { credentialHeaders } from '../../config/derived/credential-header-names.ts';
import type { SignatureCredentialConfig } from '../../config/types/credentials.ts';
import {
  type Credential,
  CredentialMissing,
  type CredentialRefusal,
  isCredentialError,
  type OutgoingMessage,
} from '../credential.ts';
import type { Holder, Holding } from '../holder.ts';
import type { CredentialValue } from '../sources/source.ts';
import { awsErrorType, isOfSignature } from './aws-error.ts';
import { bodyDigest } from './body-digest.ts';
import { canonicalRequest } from './canonical-request.ts';
import { ServerClock } from './server-clock.ts';
import { amzDate, authorization, signature, stringToSign } from './sign.ts';
import { type SigningScope, signingKey } from './signing-key.ts';

type AwsKeys = Extract<CredentialValue, { kind: 'aws_keys' }>;

/** The signing key for all requests of one day with the same keys. */
interface DaysKey {
  readonly scope: SigningScope;
  readonly key: Buffer;
  /** Of the keys that it is derived from. */
  readonly generation: number;
}

/** A generation counts the values of the source and, in its lower part, the corrections of the clock. */
const mostCorrections = 2 ** 20;

/** Signs each request for Amazon (Signature Version 4): the bytes and the time with which it is really sent. */
export class SignatureCredential implements Credential {
  readonly headers: readonly string[];
  readonly prebuilt = undefined;
  readonly #region: string;
  readonly #service: string;
  readonly #holding: Holding;
  readonly #holder: Holder;
  readonly #clock: ServerClock;
  #daysKey: DaysKey | undefined;

  constructor(config: SignatureCredentialConfig, holding: Holding, clock = new ServerClock()) {
    this.headers = credentialHeaders(config);
    this.#region = config.source.region;
    this.#service = config.source.service;
    this.#holding = holding;
    this.#holder = holding.holder;
    this.#clock = clock;
  }

  get missing(): string | undefined {
    return this.#holder.missing;
  }

  get secret(): Buffer | undefined {
    return this.#holder.secret;
  }

  authorize(message: OutgoingMessage): number | Promise<number> {
    this.#keys();
    const digest = bodyDigest(message);
    if (typeof digest === 'string') return this.#sign(message, digest);
    return digest.then((bodySha256) => this.#sign(message, bodySha256));
  }

  refused({ status, headers, generation }: CredentialRefusal): boolean {
    const corrections = generation % mostCorrections;
    const errorType = awsErrorType(headers);
    if (status === 403 && errorType !== undefined) {
      if (isOfSignature(errorType) && this.#clock.correct(headers.date, corrections)) return true;
      // The keys were taken; what they may do is not renewed with them.
      if (!isCredentialError(errorType)) return false;
    }
    return this.#holder.refused({ status, headers, generation: Math.floor(generation / mostCorrections) });
  }

  close(): void {
    this.#holding.release();
  }

  #keys(): AwsKeys {
    const { value } = this.#holder;
    if (value?.kind === 'aws_keys') return value;
    throw new CredentialMissing(this.#holder.missing ?? 'its source gives no keys of Amazon');
  }

  #sign(message: OutgoingMessage, bodySha256: string): number {
    const keys = this.#keys();
    const date = amzDate(this.#clock.ms);
    const { scope, key } = this.#keyOf(keys, date.slice(0, 8));
    const headers: [string, string][] = [
      ['host', message.host],
      ['x-amz-date', date],
    ];
    if (keys.sessionToken !== undefined) headers.push(['x-amz-security-token', keys.sessionToken]);
    const at = message.path.indexOf('?');
    const canonical = canonicalRequest({
      method: message.method,
      path: at === -1 ? message.path : message.path.slice(0, at),
      query: at === -1 ? '' : message.path.slice(at + 1),
      headers,
      bodySha256,
    });
    const signed = signature(key, stringToSign(canonical, date, scope));
    message.set('x-amz-date', date);
    if (keys.sessionToken !== undefined) message.set('x-amz-security-token', keys.sessionToken);
    message.set('authorization', authorization(keys.accessKeyId, scope, canonical, signed));
    return this.#holder.generation * mostCorrections + this.#clock.corrections;
  }

  #keyOf(keys: AwsKeys, day: string): DaysKey {
    const { generation } = this.#holder;
    const last = this.#daysKey;
    if (last?.scope.day === day && last.generation === generation) return last;
    const scope = { day, region: this.#region, service: this.#service };
    this.#daysKey = { scope, key: signingKey(keys.secretAccessKey, scope), generation };
    return this.#daysKey;
  }
}
