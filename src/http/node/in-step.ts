import type { Socket } from 'node:net';

const headEnd = Buffer.from('\r\n\r\n');
/** The same as one number, first byte highest. */
const blankLine = 0x0d0a0d0a;

/**
 * Watches whether a backend answers in step on one connection: one answer to each request, and not a byte more. What
 * comes behind an answer would be read as the beginning of the next one, which is somebody else's. Node.js finds a second
 * head in the same piece as the end of an answer; what is less than a head, and what comes later, is found here.
 */
export class InStep {
  readonly #socket: Socket;
  #isFree = false;
  /** Of the answer under way: bytes so far, and of them the head's; 0 until that is complete. */
  #bytes = 0;
  #headBytes = 0;
  /** The last bytes of a head that is not complete. */
  #cut: Buffer | undefined;
  /** The last four bytes that came, as one number. */
  #lastBytes = 0;

  /** @param socket A connection that has carried nothing. */
  constructor(socket: Socket) {
    this.#socket = socket;
    // It is there before the parser's, which is through with the answer when it has seen the last piece.
    socket.on('data', (bytes: Buffer) => this.#came(bytes));
  }

  /** Nothing has come that nobody asked for. */
  get isQuiet(): boolean {
    return this.#socket.readableLength === 0;
  }

  /** A request is about to be sent. */
  begin(): void {
    this.#isFree = false;
    this.#bytes = 0;
    this.#headBytes = 0;
    this.#lastBytes = 0;
    this.#cut = undefined;
  }

  /** An answer is complete. Whether it was all that came; from now on whatever comes ends the connection. */
  end(contentLength: string | undefined): boolean {
    this.#isFree = true;
    if (contentLength === undefined) return this.#lastBytes === blankLine;
    return this.#bytes === this.#headBytes + Number(contentLength);
  }

  #came(bytes: Buffer): void {
    if (this.#isFree) {
      this.#socket.destroy();
      return;
    }
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
    const at = whole.indexOf(headEnd);
    if (at === -1) this.#cut = Buffer.from(whole.subarray(1 - headEnd.length));
    else this.#headBytes = this.#bytes - before + at + headEnd.length;
  }
}
