import { once } from 'node:events';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay, setImmediate } from 'node:timers/promises';
import type { Dialect } from './simulated-dialect.ts';
import type { Failure } from './simulator-refusal.ts';

/** Node's timers hold no more; a longer wait would end at once. */
const longestWaitMs = 2 ** 31 - 1;

/** libuv gives a reset that it finds together with unread data to its user as an orderly end. */
const beforeResetMs = 10;

/**
 * One request's connection, with the verbs that answers and faults are made of. Every verb that waits rejects as soon
 * as the client has left, which is what ends an answer that is in flight and clears its timers.
 */
export class Wire {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly socket: Socket;
  readonly dialect: Dialect;
  /** 24 hex digits. */
  readonly requestId: string;
  readonly #left = new AbortController();
  #brokenOff = false;

  constructor(request: IncomingMessage, response: ServerResponse, dialect: Dialect, requestId: string) {
    this.request = request;
    this.response = response;
    this.socket = request.socket;
    this.dialect = dialect;
    this.requestId = requestId;
    response.once('close', () => this.#left.abort());
  }

  /** True once the exchange is over, on either side. */
  get closed(): boolean {
    return this.#left.signal.aborted;
  }

  /** True if the client left before the end of the answer; false if a fault ended the connection. */
  get abandoned(): boolean {
    return this.closed && !this.#brokenOff && !this.response.writableFinished;
  }

  /** Waits so many milliseconds. */
  async wait(ms: number): Promise<void> {
    const { signal } = this.#left;
    if (ms > 0) await delay(Math.min(ms, longestWaitMs), undefined, { signal });
    signal.throwIfAborted();
  }

  /** Sends nothing more and waits for the client to leave. */
  async hold(): Promise<never> {
    const { signal } = this.#left;
    if (!signal.aborted) await once(signal, 'abort');
    throw signal.reason;
  }

  /** Writes the head. It leaves with the first bytes of the body, or with `flush`. */
  head(status: number, headers: OutgoingHttpHeaders): void {
    this.#left.signal.throwIfAborted();
    this.response.writeHead(status, {
      [this.dialect.requestIdHeader]: `req_${this.requestId}`,
      ...headers,
    });
  }

  /** Writes a piece of the body, and waits while the client is slower than the answer. */
  async write(data: string | Buffer): Promise<void> {
    const { signal } = this.#left;
    signal.throwIfAborted();
    if (!this.response.write(data)) await once(this.response, 'drain', { signal });
  }

  /** Waits until all that was written has been handed to the kernel, the head too. */
  async flush(): Promise<void> {
    if (this.response.headersSent) this.response.flushHeaders();
    await this.raw('');
  }

  /** Writes to the socket past HTTP, and waits until it has been handed to the kernel. */
  async raw(data: string): Promise<void> {
    this.#left.signal.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const left = () => reject(this.#left.signal.reason);
      this.response.once('close', left);
      this.socket.write(data, () => {
        this.response.off('close', left);
        resolve();
      });
    });
  }

  /** Ends the answer as it should be ended. */
  end(data?: string | Buffer): void {
    this.response.end(data);
  }

  /** Closes the connection with a FIN, whatever is still owed. */
  async fin(): Promise<void> {
    this.#brokenOff = true;
    await this.flush();
    this.socket.destroySoon();
  }

  /** Resets the connection (RST) once the client has had time to read what was written. */
  async reset(): Promise<void> {
    this.#brokenOff = true;
    await this.flush();
    if (this.response.headersSent) {
      await this.wait(beforeResetMs);
      // A client on this same event loop reads between the timers and here.
      await setImmediate();
    }
    resetNow(this.socket);
  }

  /** Marks the connection as ended by the simulator's own doing. */
  giveUp(): void {
    this.#brokenOff = true;
  }

  /** Answers with an error in the endpoint's form. */
  fail(failure: Failure, headers: OutgoingHttpHeaders = {}): void {
    const { dialect } = this;
    const own = dialect.errorHeaders?.(failure);
    this.json(failure.status, dialect.error(failure, `req_${this.requestId}`), { ...own, ...headers });
  }

  /** Answers with JSON and nothing else. */
  json(status: number, body: object, headers: OutgoingHttpHeaders = {}): void {
    const data = Buffer.from(JSON.stringify(body));
    this.head(status, { 'content-type': 'application/json', 'content-length': data.length, ...headers });
    this.end(data);
  }
}

/**
 * Resets a connection. `socket.resetAndDestroy` says goodbye with a FIN before its RST, and a client that reads in
 * between sees an orderly end; the flag that it sets makes a plain `destroy` send the RST alone.
 */
export function resetNow(socket: Socket): void {
  Object.assign(socket, { resetAndClosing: true });
  socket.destroy();
}
