/** What a client's WebSocket is, whatever is spoken on it. */
import type { GatewayError } from '../../errors.ts';
import { closeCodes, type FrameSocket, type SocketEvents } from '../../http/sockets/web-socket.ts';
import type { BufferBudget, BufferHolder } from '../buffer-budget.ts';
import { asGatewayError } from '../own-answer.ts';
import type { ClientSocket, OpenedBy, SocketHost } from './socket-host.ts';
import type { TurnSink } from './turn-sink.ts';

/** So much may wait for a reader before whoever writes to him is held up, */
export const soonTaken = 64 * 1024;
/** and so much before a client is taken to have left. */
const mostUntaken = 1024 * 1024;
/** Of a message that has not come in full so much is not counted. */
const uncounted = 64 * 1024;

/** Why a socket ends with its last turn. */
interface Leaving {
  readonly code: number;
  readonly reason: string;
  /** Told before. */
  readonly error?: GatewayError;
}

export abstract class FramedClient implements ClientSocket, SocketEvents, BufferHolder {
  readonly key: { readonly id: string };
  readonly opened: OpenedBy;
  readonly openedMs = performance.now();
  bufferedBytes = 0;
  protected readonly host: SocketHost;
  protected readonly budget: BufferBudget;
  /** Turns under way. */
  protected readonly sinks = new Set<TurnSink>();
  protected socket!: FrameSocket;
  /** The client does not take what it is given. */
  protected isSlow = false;
  protected leaving: Leaving | undefined;
  /** Bytes of a message that is not complete, and how many of them are counted. */
  #incoming = 0;
  #counted = 0;

  constructor(opened: OpenedBy, host: SocketHost, budget: BufferBudget) {
    this.opened = opened;
    this.key = opened.key;
    this.host = host;
    this.budget = budget;
  }

  /** Its frames go over this. */
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

  /** A message has come in full. A failure is told to the client. */
  protected abstract take(message: Buffer): void;
  /** A failure as an event. */
  protected abstract eventOf(error: GatewayError): string;
  /** Something waits to be begun. */
  protected abstract readonly hasMore: boolean;
  /** The client has gone. */
  protected abstract gone(): void;
  /** The client has fallen behind, or has caught up. */
  protected abstract paced(): void;

  // What comes.

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

  // What goes.

  protected send(text: string): void {
    this.socket.send(text);
    const untaken = this.socket.waitingBytes;
    if (untaken <= soonTaken) return;
    if (untaken > mostUntaken) return this.socket.terminate();
    // Who does not read is not read either.
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
