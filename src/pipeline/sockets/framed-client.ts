/** The common part of a client's WebSockets, over any protocol. */
import type { GatewayError } from '../../errors.ts';
import { closeCodes, type FrameSocket, type SocketEvents } from '../../http/sockets/web-socket.ts';
import type { BufferBudget, BufferHolder } from '../buffer-budget.ts';
import { asGatewayError } from '../own-answer.ts';
import type { ClientSocket, OpenedBy, SocketHost } from './socket-host.ts';
import type { TurnSink } from './turn-sink.ts';

/** Bytes that may wait for a slow reader before the writer is held up, */
export const soonTaken = 64 * 1024;
/** and bytes after which a client counts as gone. */
const mostUntaken = 1024 * 1024;
/** Bytes of an incomplete message that are not counted. */
const uncounted = 64 * 1024;

/** The reason why a socket ends with its last turn. */
interface Leaving {
  readonly code: number;
  readonly reason: string;
  /** Sent before the end. */
  readonly error?: GatewayError;
}

export abstract class FramedClient implements ClientSocket, SocketEvents, BufferHolder {
  readonly key: { readonly id: string };
  readonly opened: OpenedBy;
  readonly openedMs = performance.now();
  bufferedBytes = 0;
  protected readonly host: SocketHost;
  protected readonly budget: BufferBudget;
  /** Turns in flight. */
  protected readonly sinks = new Set<TurnSink>();
  protected socket!: FrameSocket;
  /** The client does not take its bytes. */
  protected isSlow = false;
  protected leaving: Leaving | undefined;
  /** Bytes of an incomplete message, and the number of them that are counted. */
  #incoming = 0;
  #counted = 0;

  constructor(opened: OpenedBy, host: SocketHost, budget: BufferBudget) {
    this.opened = opened;
    this.key = opened.key;
    this.host = host;
    this.budget = budget;
  }

  /** Sets the socket that carries its frames. */
  over(socket: FrameSocket): void {
    this.socket = socket;
  }

  get turns(): number {
    return this.sinks.size;
  }

  ping(): void {
    this.socket.ping();
  }

  leave(code: number, error: GatewayError): void {
    this.leaving ??= { code, reason: error.code, error };
    this.endIfIdle();
  }

  /** Takes a complete message. A failure is reported to the client. */
  protected abstract take(message: Buffer): void;
  /** The event for a failure. */
  protected abstract eventOf(error: GatewayError): string;
  /** A turn waits to begin. */
  protected abstract readonly hasMore: boolean;
  /** The client has gone. */
  protected abstract gone(): void;
  /** The client has fallen behind, or has caught up. */
  protected abstract paced(): void;

  // Input.

  received(bytes: number): void {
    this.#incoming += bytes;
    const more = this.#incoming - uncounted - this.#counted;
    if (more <= 0) return;
    try {
      this.budget.take(this, more);
      this.#counted += more;
    } catch (error) {
      this.send(this.eventOf(asGatewayError(error)));
      this.socket.close(closeCodes.tryAgainLater, 'no room for more messages');
    }
  }

  text(message: Buffer): void {
    this.#incoming = 0;
    this.budget.giveBack(this, this.#counted);
    this.#counted = 0;
    this.take(message);
  }

  binary(): void {
    this.socket.close(closeCodes.unsupportedData, 'send messages of text');
  }

  drained(): void {
    if (!this.isSlow || this.socket.waitingBytes > soonTaken) return;
    this.isSlow = false;
    this.paced();
    for (const sink of this.sinks) sink.resume();
  }

  closed(): void {
    for (const sink of this.sinks) sink.left();
    this.sinks.clear();
    this.gone();
    this.budget.release(this);
    this.opened.leave();
    this.host.closed(this);
  }

  // Output.

  protected send(text: string): void {
    this.socket.send(text);
    const untaken = this.socket.waitingBytes;
    if (untaken <= soonTaken) return;
    if (untaken > mostUntaken) return this.socket.terminate();
    // A client that does not read is not read either.
    this.isSlow = true;
    this.paced();
    for (const sink of this.sinks) sink.pause();
  }

  protected endIfIdle(): void {
    const { leaving, socket } = this;
    if (leaving === undefined || this.sinks.size > 0 || this.hasMore || !socket.isOpen) return;
    if (leaving.error !== undefined) this.send(this.eventOf(leaving.error));
    socket.close(leaving.code, leaving.reason);
  }
}
