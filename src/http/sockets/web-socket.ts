import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket, WebSocketServer } from 'ws';
import { atEndOfTurn } from '../../lib/end-of-turn.ts';
import { frames } from './frames-library.ts';
import { textFrames } from './text-frames.ts';

/** The reasons why a WebSocket ends (RFC 6455, 7.4.1). */
export const closeCodes = {
  normal: 1000,
  goingAway: 1001,
  unsupportedData: 1003,
  policy: 1008,
  internal: 1011,
  tryAgainLater: 1013,
} as const;

/** Gets the events of a socket. No event follows `closed`. */
export interface SocketEvents {
  /** A message of text, in UTF-8. */
  text(message: Buffer): void;
  /** A message of bytes. */
  binary(): void;
  /** Bytes have come, of messages that may not be complete. */
  received(bytes: number): void;
  /** The system has taken all that was sent. */
  drained(): void;
  /** Gets the other side's code and reason; 1006 without any. */
  closed(code: number, reason: string): void;
}

/** A client's request for a WebSocket, by lower-case names. */
export interface Handshake {
  readonly upgrade: string | undefined;
  readonly key: string | undefined;
  readonly version: string | undefined;
  /** Names of protocols, in the order in which the client prefers them. */
  readonly protocols: string | undefined;
}

const keyForm = /^[+/0-9A-Za-z]{22}==$/;

/** The fault of a handshake (RFC 6455, 4.2.1), as the end of a sentence; undefined without one. */
export function handshakeFault({ upgrade, key, version }: Handshake): string | undefined {
  if (upgrade?.toLowerCase() !== 'websocket') return 'the only protocol is "websocket"';
  if (version !== '13') return 'Sec-WebSocket-Version has to be 13';
  if (key === undefined || !keyForm.test(key)) return 'Sec-WebSocket-Key has to be 16 bytes in Base64';
  return undefined;
}

/** The options of an accepted socket. */
export interface AcceptOptions {
  /** A longer message ends the socket with 1009. */
  readonly maxBytes: number;
  /** The protocol that is answered, of those that the client names; undefined for none. */
  readonly protocol?: string | undefined;
  /** Flat list of names and values for the answer. */
  readonly headers: readonly string[];
}

/** One end of a WebSocket (RFC 6455), whose frames the library `ws` reads and writes. */
export class FrameSocket {
  readonly #socket: WebSocket;
  readonly #below: Duplex;
  readonly #events: SocketEvents;
  readonly #isMasked: boolean;
  /** The other side has answered the last ping, as far as the socket is read. */
  #isAnswered = true;
  #isPaused = false;
  /** Messages that wait for the end of the turn. */
  #held: string[] = [];
  #heldBytes = 0;
  readonly #flush = (): void => {
    const messages = this.#held;
    if (messages.length === 0) return;
    this.#held = [];
    this.#heldBytes = 0;
    if (!this.isOpen) return;
    this.#write(messages);
    // A sender that saw them wait must learn of it here: a write that fills nothing up is followed by no `drain`.
    if (!this.#below.writableNeedDrain) this.#events.drained();
  };

  /**
   * @param below The connection that carries the frames.
   * @param isMasked It is a client's end, whose frames are masked (RFC 6455, 5.3).
   */
  constructor(socket: WebSocket, below: Duplex, events: SocketEvents, isMasked = false) {
    this.#isMasked = isMasked;
    this.#events = events;
    this.#socket = socket;
    this.#below = below;
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      if (isBinary) events.binary();
      else events.text(data);
    });
    socket.on('pong', () => {
      this.#isAnswered = true;
    });
    // The library closes the socket with the code for it; nobody else has to do anything.
    socket.on('error', () => {});
    socket.on('close', (code, reason) => events.closed(code, reason.toString()));
    below.on('drain', () => events.drained());
    // Before the library makes messages of them.
    below.prependListener('data', (bytes: Buffer) => events.received(bytes.length));
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  /** Bytes that were sent and that the system has not taken yet. */
  get waitingBytes(): number {
    return this.#socket.bufferedAmount + this.#heldBytes;
  }

  /** Sends one message of text, together with all others of this turn of the event loop. */
  send(text: string): void {
    if (!this.isOpen) return;
    this.#heldBytes += text.length;
    if (this.#held.push(text) === 1) atEndOfTurn(this.#flush);
  }

  #write(messages: readonly string[]): void {
    if (!this.#isMasked) return void this.#below.write(textFrames(messages));
    this.#below.cork();
    for (const message of messages) this.#socket.send(message);
    this.#below.uncork();
  }

  /**
   * Asks if the other side is there. Ends the socket if the last ping has no answer. While the socket is paused, nobody
   * knows of an answer, so none is missed.
   */
  ping(): void {
    if (!this.isOpen) return;
    if (!this.#isAnswered && !this.#isPaused) return this.terminate();
    this.#isAnswered = false;
    this.#socket.ping();
  }

  /** Says goodbye, with a reason of at most 123 bytes. */
  close(code: number, reason: string): void {
    this.#flush();
    this.#socket.close(code, reason);
  }

  /** Ends the connection at once. */
  terminate(): void {
    this.#socket.terminate();
  }

  /** Stops reading until `resume`. */
  pause(): void {
    this.#isPaused = true;
    this.#socket.pause();
  }

  resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    // Its answers may be still unread.
    this.#isAnswered = true;
    this.#socket.resume();
  }

  /** The connection that carries the frames. */
  get below(): Duplex {
    return this.#below;
  }
}

/** Milliseconds; longer than a client takes for its own goodbye. */
const closeTimeoutMs = 5000;

/**
 * Accepts a WebSocket whose handshake has no fault.
 *
 * @param begin Makes the receiver of its events.
 */
export function acceptWebSocket(
  handshake: Handshake,
  socket: Duplex,
  head: Buffer,
  { maxBytes, protocol, headers }: AcceptOptions,
  begin: (socket: WebSocket) => void,
): void {
  const server = new (frames().WebSocketServer)({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: maxBytes,
    handleProtocols: () => protocol ?? false,
    closeTimeout: closeTimeoutMs,
  } as ConstructorParameters<typeof WebSocketServer>[0]);
  server.on('headers', (lines) => {
    for (let index = 0; index < headers.length; index += 2)
      lines.push(`${headers[index]}: ${headers[index + 1]}`);
  });
  server.handleUpgrade(asRequest(handshake), socket, head, begin);
}

/** The fields of a request that the library reads. */
function asRequest({ key, version, protocols }: Handshake): IncomingMessage {
  const headers = {
    upgrade: 'websocket',
    'sec-websocket-key': key,
    'sec-websocket-version': version,
    ...(protocols !== undefined && { 'sec-websocket-protocol': protocols }),
  };
  return { method: 'GET', headers, url: '/' } as unknown as IncomingMessage;
}
