import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket, WebSocketServer } from 'ws';
import { atEndOfTurn } from '../../lib/end-of-turn.ts';
import { frames } from './frames-library.ts';
import { textFrames } from './text-frames.ts';

/** Why a WebSocket ends (RFC 6455, 7.4.1). */
export const closeCodes = {
  normal: 1000,
  goingAway: 1001,
  unsupportedData: 1003,
  policy: 1008,
  internal: 1011,
  tryAgainLater: 1013,
} as const;

/** Is told what happens on a socket. Nothing more comes after `closed`. */
export interface SocketEvents {
  /** A message of text, in UTF-8. */
  text(message: Buffer): void;
  /** A message of bytes. */
  binary(): void;
  /** So many bytes have come, of messages that may not be complete. */
  received(bytes: number): void;
  /** What was sent has been handed to the system. */
  drained(): void;
  /** With what the other side said of it; 1006 where it said nothing. */
  closed(code: number, reason: string): void;
}

/** What a client asks for when it opens a WebSocket, by lower-case names. */
export interface Handshake {
  readonly upgrade: string | undefined;
  readonly key: string | undefined;
  readonly version: string | undefined;
  /** Names of protocols, in the order in which the client prefers them. */
  readonly protocols: string | undefined;
}

const keyForm = /^[+/0-9A-Za-z]{22}==$/;

/** What is wrong with a handshake (RFC 6455, 4.2.1), as the end of a sentence; undefined where nothing is. */
export function handshakeFault({ upgrade, key, version }: Handshake): string | undefined {
  if (upgrade?.toLowerCase() !== 'websocket') return 'the only protocol is "websocket"';
  if (version !== '13') return 'Sec-WebSocket-Version has to be 13';
  if (key === undefined || !keyForm.test(key)) return 'Sec-WebSocket-Key has to be 16 bytes in Base64';
  return undefined;
}

/** How a socket is accepted. */
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
  /** It has answered what it was asked last, as far as anything is read of it. */
  #isAnswered = true;
  #isPaused = false;
  /** What waits for the end of the turn. */
  #held: string[] = [];
  #heldBytes = 0;
  readonly #flush = (): void => {
    const messages = this.#held;
    if (messages.length === 0) return;
    this.#held = [];
    this.#heldBytes = 0;
    if (!this.isOpen) return;
    this.#write(messages);
    // Whoever saw them wait is told of them here: a write that fills nothing up is followed by no `drain`.
    if (!this.#below.writableNeedDrain) this.#events.drained();
  };

  /**
   * @param below What carries the frames.
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
    // Before the library has made messages of them.
    below.prependListener('data', (bytes: Buffer) => events.received(bytes.length));
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  /** Bytes that were sent and that the system has not taken yet. */
  get waitingBytes(): number {
    return this.#socket.bufferedAmount + this.#heldBytes;
  }

  /** Sends one message of text, with all that is sent in this turn of the event loop. */
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
   * Asks whether the other side is there. Ends the socket where it has not answered since it was asked last: as long as
   * nothing is read of it, nobody knows whether it has.
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

  /** Nothing is read until `resume`. */
  pause(): void {
    this.#isPaused = true;
    this.#socket.pause();
  }

  resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    // Its answers may have yet to be read.
    this.#isAnswered = true;
    this.#socket.resume();
  }

  /** What carries the frames. */
  get below(): Duplex {
    return this.#below;
  }
}

/** Longer than a client takes for its own goodbye. */
const closeTimeoutMs = 5000;

/**
 * Accepts a WebSocket whose handshake has no fault.
 *
 * @param begin Makes what is told of it.
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

/** What the library reads of a request. */
function asRequest({ key, version, protocols }: Handshake): IncomingMessage {
  const headers = {
    upgrade: 'websocket',
    'sec-websocket-key': key,
    'sec-websocket-version': version,
    ...(protocols !== undefined && { 'sec-websocket-protocol': protocols }),
  };
  return { method: 'GET', headers, url: '/' } as unknown as IncomingMessage;
}
