import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

const headEnd = Buffer.from('\r\n\r\n');
/** The same as one number, first byte highest. */
const blankLine = 0x0d0a0d0a;
/** Where in a head the first digit of its status stands: `HTTP/1.1 200`. */
const statusAt = 9;
const digitOfInterim = 0x31;
const timedOut = Buffer.from('HTTP/1.1 408');

/** A connection with what Node.js keeps of the request that it carries. */
export type CarryingSocket = Socket & { _httpMessage?: { res?: IncomingMessage | null } | null };

/**
 * Watches whether a backend answers in step on one connection: one answer to each request, and not a byte more. What
 * comes behind an answer would be read as the beginning of the next one, which is somebody else's. Node.js finds a second
 * head in the same piece as the end of an answer, and ends the connection; what is less than a head, and what comes
 * later, is found here.
 */
export class InStep {
  readonly #socket: CarryingSocket;
  readonly #strayed: () => void;
  #isFree = false;
  /** What it carries; from Node.js 22 on the socket has forgotten it by the time that it is closed. */
  #carried: CarryingSocket['_httpMessage'];
  #hasStrayed = false;
  /** Of the answer under way: bytes so far, and of them those before its body; 0 until its head is complete. */
  #bytes = 0;
  #headBytes = 0;
  /** Where the head begins that is looked at; interim ones come before that of the answer (RFC 9110, 15.2). */
  #headAt = 0;
  #isInterim = false;
  /** The last bytes of a head that is not complete. */
  #cut: Buffer | undefined;
  /** The last four bytes that came, as one number. */
  #lastBytes = 0;

  /**
   * @param socket A connection that has carried nothing.
   * @param strayed Told once, when the backend has sent what is no part of an answer that was asked for.
   */
  constructor(socket: CarryingSocket, strayed: () => void = () => {}) {
    this.#socket = socket;
    this.#strayed = strayed;
    // It is there before the parser's, which is through with the answer when it has seen the last piece.
    socket.on('data', (bytes: Buffer) => this.#came(bytes));
  }

  /** Nothing has come that nobody asked for. */
  get isQuiet(): boolean {
    return this.#socket.readableLength === 0;
  }

  /** The answer under way. */
  get answer(): IncomingMessage | undefined {
    return this.#carried?.res ?? undefined;
  }

  /** A request is about to be sent. */
  begin(): void {
    this.#isFree = false;
    this.#bytes = 0;
    this.#headBytes = 0;
    this.#headAt = 0;
    this.#isInterim = false;
    this.#lastBytes = 0;
    this.#cut = undefined;
  }

  /**
   * An answer is complete. Whether it was all that came; from now on whatever comes ends the connection.
   *
   * @param contentLength Of the answer; undefined where it came in chunks, or has no body.
   */
  end(contentLength: string | undefined): boolean {
    this.#isFree = true;
    this.#carried = undefined;
    const isWhole =
      contentLength === undefined
        ? this.#lastBytes === blankLine
        : this.#bytes === this.#headBytes + Number(contentLength);
    if (this.#isBeyond(contentLength)) this.#stray();
    return isWhole;
  }

  /** The connection has ended while it carried a request, whose answer is complete. */
  broke(contentLength: string | undefined): void {
    if (contentLength !== undefined && !this.#isFree && this.#isBeyond(contentLength)) this.#stray();
  }

  #isBeyond(contentLength: string | undefined): boolean {
    if (contentLength === undefined) return this.#lastBytes !== blankLine;
    // It may be less: the length of what a HEAD, or a 304, does not carry.
    return this.#bytes > this.#headBytes + Number(contentLength);
  }

  #stray(): void {
    if (this.#hasStrayed) return;
    this.#hasStrayed = true;
    this.#strayed();
  }

  #came(bytes: Buffer): void {
    if (this.#isFree) {
      this.#socket.destroy();
      // That is how servers say that nothing came for long (as in Go's net/http, `is408Message`).
      if (!bytes.subarray(0, timedOut.length).equals(timedOut)) this.#stray();
      return;
    }
    if (this.#socket._httpMessage?.res?.complete === true) {
      this.#socket.destroy();
      return this.#stray();
    }
    if (this.#bytes === 0) this.#carried = this.#socket._httpMessage;
    if (this.#headBytes === 0) this.#lookForBody(bytes);
    this.#bytes += bytes.length;
    // Taken down at once, since the memory is used again, and as a number, since this is done for every piece.
    for (let at = Math.max(0, bytes.length - headEnd.length); at < bytes.length; at += 1) {
      this.#lastBytes = (this.#lastBytes << 8) | bytes[at]!;
    }
  }

  #lookForBody(bytes: Buffer): void {
    const before = this.#cut?.length ?? 0;
    const whole = this.#cut === undefined ? bytes : Buffer.concat([this.#cut, bytes]);
    // Where in the stream of this answer the first of these bytes stands.
    const origin = this.#bytes - before;
    let from = 0;
    for (;;) {
      const digit = whole[this.#headAt + statusAt - origin];
      if (digit !== undefined && this.#headAt + statusAt >= this.#bytes)
        this.#isInterim = digit === digitOfInterim;
      const at = whole.indexOf(headEnd, from);
      if (at === -1) {
        this.#cut = Buffer.from(whole.subarray(Math.max(from, whole.length + 1 - headEnd.length)));
        return;
      }
      from = at + headEnd.length;
      this.#headAt = origin + from;
      if (!this.#isInterim) break;
      this.#isInterim = false;
    }
    this.#headBytes = this.#headAt;
  }
}
