/** The token of one caller at a server: exchanged for the caller's own token (RFC 8693). */
import type { CallerExchange } from '../../../config/types/mcp.ts';
import { asSecret } from '../../../credentials/credential.ts';
import { RenewalFailure } from '../../../credentials/sources/source.ts';
import { GatewayError } from '../../../errors.ts';
import type { FlatHeaders } from '../../../http/flat-headers.ts';

/** Milliseconds for an answer of the token endpoint. */
const askMs = 10_000;
/** Milliseconds before its end at which a token is exchanged again: a fifth of its life, but at most this. */
const earlyMs = 30_000;
/** Milliseconds after a failure in which no caller's request tries again. */
const failedMs = 2000;
/** Milliseconds between two exchanges of a token that the server refuses, at least. */
const refusedMs = 10_000;
const noHeaders: FlatHeaders = [];

/** Reasons that belong to the token of the caller, and not to the gateway. */
const ofTheCaller: ReadonlySet<string> = new Set([
  'invalid_grant',
  'invalid_request',
  'invalid_target',
  'access_denied',
]);

export class CallerToken {
  /** The header with the token; none before the first exchange. */
  headers: FlatHeaders = noHeaders;
  /** The token itself, which no client may see. */
  secret: Buffer | undefined;
  readonly #server: string;
  readonly #exchange: CallerExchange;
  #exchangedMs = Number.NEGATIVE_INFINITY;
  #untilMs = 0;
  #asking: Promise<void> | undefined;
  #failed: { readonly error: unknown; readonly untilMs: number } | undefined;

  readonly #told: (reason: string) => void;

  /** @param told Called with the reason for a missing token. */
  constructor(server: string, exchange: CallerExchange, told: (reason: string) => void) {
    this.#server = server;
    this.#exchange = exchange;
    this.#told = told;
  }

  /** True if requests may carry it. */
  isGood(now: number = performance.now()): boolean {
    return now < this.#untilMs;
  }

  /**
   * Exchanges the token of the caller, once at a time. Rejects with the caller's answer.
   *
   * @param subject The caller's own token. It goes to the token endpoint and is not kept.
   */
  renew(subject: string): Promise<void> {
    if (this.#asking !== undefined) return this.#asking;
    if (this.#failed !== undefined && performance.now() < this.#failed.untilMs)
      return Promise.reject(this.#failed.error);
    this.#asking = this.#exchanged(subject).finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  /** The server refuses it: the next request brings another one. */
  refused(): void {
    if (performance.now() - this.#exchangedMs >= refusedMs) this.#untilMs = 0;
  }

  async #exchanged(subject: string): Promise<void> {
    const { source, header, prefix, beside } = this.#exchange;
    try {
      // Its code is loaded with the first exchange: other credentials are renewed in another process.
      const { renewOauth2 } = await import('../../../credentials/sources/oauth2/index.ts');
      const signal = AbortSignal.timeout(askMs);
      const { value, lifetimeMs } = await renewOauth2(source, signal, undefined, subject);
      const now = performance.now();
      const lifeMs = lifetimeMs ?? source.lifetimeMs;
      this.headers = [header, prefix + value.token, ...Object.entries(beside).flat()];
      this.secret = asSecret(value.token);
      this.#exchangedMs = now;
      this.#untilMs = now + lifeMs - Math.min(earlyMs, lifeMs / 5);
      this.#failed = undefined;
    } catch (error) {
      if (!(error instanceof RenewalFailure)) throw error;
      const refusal = this.#refusal(error);
      this.#told(error.message);
      this.#failed = { error: refusal, untilMs: performance.now() + failedMs };
      throw refusal;
    }
  }

  #refusal({ code, message }: RenewalFailure): GatewayError {
    const server = this.#server;
    const reason = `${server}: the token of the caller is not exchanged: ${message}`;
    if (ofTheCaller.has(code))
      return new GatewayError(
        'token_not_exchanged',
        `The server ${server} is not open to you: its issuer gives no token for yours (${code}).`,
        { reason },
      );
    return new GatewayError(
      'upstream_auth',
      `The server ${server} needs a token for you, and its issuer gives none at the moment; tell the operator of this gateway.`,
      { reason },
    );
  }
}
