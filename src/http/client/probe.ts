import {
  type ClientRequest,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Opened } from './connection/tunnel.ts';

/** Probes that have to fail in a row; one alone may be an accident. */
const failuresToBeDown = 2;

/** The headers that authorize one probe. */
export interface AuthorizedProbe {
  readonly headers: Readonly<Record<string, string>>;
  refused(status: 401 | 403, headers: IncomingHttpHeaders): void;
}

/** A credential that differs from probe to probe. */
export interface ProbeCredential {
  /** Undefined, or a rejection, without a credential: the probe is not sent then. */
  authorize(): Promise<AuthorizedProbe | undefined>;
}

export interface ProbeTarget {
  readonly protocol: 'http:' | 'https:';
  /** The address, headers and TLS settings of a probe. */
  readonly request: RequestOptions;
  /** Undefined if `request` holds all that a probe needs. */
  readonly credential?: ProbeCredential | undefined;
  /** Makes the connection in place of Node. */
  readonly connect?: ((done: Opened) => void) | undefined;
  readonly intervalMs: number;
  /** Milliseconds for one probe, from the first packet to the head of its answer. */
  readonly withinMs: number;
  /** Called when the backend becomes unhealthy, and when it is healthy again. */
  readonly changed: (isDown: boolean) => void;
}

/**
 * Asks a backend from time to time for its health, over a new connection each time, so that the probe also tests
 * connecting. Any 2xx in time is healthy.
 */
export class Probe {
  readonly #target: ProbeTarget;
  #failures = 0;
  #timer: NodeJS.Timeout | undefined;
  #request: ClientRequest | undefined;
  #isStopped = false;

  /** Begins at once. */
  constructor(target: ProbeTarget) {
    this.#target = target;
    this.#begin();
  }

  get isDown(): boolean {
    return this.#failures >= failuresToBeDown;
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#request?.destroy();
  }

  #begin(): void {
    const { credential } = this.#target;
    if (credential === undefined) return this.#ask(undefined);
    void credential.authorize().then(
      (authorized) => {
        if (this.#isStopped) return;
        if (authorized === undefined) this.#wait();
        else this.#ask(authorized);
      },
      () => this.#wait(),
    );
  }

  #ask(authorized: AuthorizedProbe | undefined): void {
    const { protocol, request, withinMs } = this.#target;
    const options = { ...request, headers: { ...(request.headers as object), ...authorized?.headers } };
    const send = protocol === 'https:' ? httpsRequest : httpRequest;
    let isSettled = false;
    const settle = (isWell: boolean): void => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(limit);
      asked.destroy();
      if (!this.#isStopped) this.#settled(isWell);
    };
    const limit = setTimeout(() => settle(false), withinMs);
    limit.unref();
    const { connect } = this.#target;
    // Node calls `createConnection` only without any agent.
    const way = connect
      ? {
          createConnection: (_options: object, done: Opened) => {
            connect(done);
            return undefined;
          },
        }
      : { agent: false };
    const asked = send({ ...options, ...way, method: 'GET', insecureHTTPParser: false } as RequestOptions);
    this.#request = asked;
    asked.on('response', ({ statusCode = 0, headers }: IncomingMessage) => {
      if (statusCode === 401 || statusCode === 403) authorized?.refused(statusCode, headers);
      settle(statusCode >= 200 && statusCode < 300);
    });
    asked.on('error', () => settle(false));
    asked.on('upgrade', (_answer, socket) => {
      socket.destroy();
      settle(false);
    });
    asked.end();
  }

  #settled(isWell: boolean): void {
    const wasDown = this.isDown;
    this.#failures = isWell ? 0 : this.#failures + 1;
    if (this.isDown !== wasDown) this.#target.changed(this.isDown);
    this.#wait();
  }

  #wait(): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => this.#begin(), this.#target.intervalMs);
    this.#timer.unref();
  }
}
