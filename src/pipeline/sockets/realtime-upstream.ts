import type { Duplex } from 'node:stream';
import { upstreamWebSocket } from '../../http/sockets/upstream-web-socket.ts';
import { closeCodes, FrameSocket, type SocketEvents } from '../../http/sockets/web-socket.ts';

/** Gets the events of a session's socket at its backend. No event follows `closed`. */
export interface SessionTold {
  text(message: Buffer): void;
  /** The system has taken all that was sent. */
  drained(): void;
  closed(code: number, reason: string): void;
}

/** A session's socket at a backend. Nothing is read of it until it has a listener. */
export class SessionUpstream implements SocketEvents {
  readonly #socket: FrameSocket;
  readonly #released: () => void;
  #told: SessionTold | undefined;
  #ended: { readonly code: number; readonly reason: string } | undefined;
  #isReleased = false;

  /** @param released Called once, when the backend's connection is not needed any more. */
  constructor(below: Duplex, released: () => void) {
    this.#released = released;
    this.#socket = new FrameSocket(upstreamWebSocket(below), below, this, true);
    this.#socket.pause();
  }

  begin(told: SessionTold): void {
    if (this.#ended !== undefined) return told.closed(this.#ended.code, this.#ended.reason);
    this.#told = told;
    this.#socket.resume();
  }

  get isOpen(): boolean {
    return this.#ended === undefined && this.#socket.isOpen;
  }

  get waitingBytes(): number {
    return this.#socket.waitingBytes;
  }

  send(message: string): void {
    this.#socket.send(message);
  }

  ping(): void {
    this.#socket.ping();
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  /** Ends it; no event follows. */
  close(): void {
    this.#told = undefined;
    this.#release();
    this.#socket.resume();
    this.#socket.close(closeCodes.normal, '');
  }

  // Input.

  text(message: Buffer): void {
    this.#told?.text(message);
  }

  binary(): void {
    this.#socket.close(closeCodes.unsupportedData, '');
  }

  received(): void {}

  drained(): void {
    this.#told?.drained();
  }

  closed(code: number, reason: string): void {
    this.#ended = { code, reason };
    this.#release();
    this.#told?.closed(code, reason);
  }

  #release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.#released();
  }
}
