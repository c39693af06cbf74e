/** The interface between a client's socket and its worker. */
import type { Socket } from 'node:net';
import type { GatewayError } from '../../errors.ts';
import type { ClientRequest } from '../../http/server/client-request.ts';
import type { BufferBudget } from '../buffer-budget.ts';
import type { ClientSink } from '../relay/answer/answer-sink.ts';
import type { KeptRoom } from './kept-responses.ts';

/** The parts of an upgrade that all turns of its socket share. */
export interface OpenedBy {
  /** Path and query. */
  readonly url: string;
  readonly socket: Socket;
  /** By `headersOfTurns`. */
  readonly headers: readonly string[];
  readonly key: { readonly id: string };
  /** Gives back the socket's part of the limits of its key. */
  leave(): void;
}

/**
 * The way a turn is served: it goes to a backend, or only its right is checked; `naming` checks the models that a
 * session names, and reports its backend's names of them.
 */
export type TurnKind = 'turn' | 'warm_up' | 'admission' | 'naming';

/** The services of the worker for a client's socket. */
export interface SocketHost {
  /** Sends a turn through the pipeline. */
  begin(request: ClientRequest, client: ClientSink, kind: TurnKind): void;
  /** Counts the socket's kept conversations. */
  roomOf(key: string, budget: BufferBudget): KeptRoom;
  /** True for a model that is known to have no reasoning to encrypt. */
  hasNoReasoning(model: string | undefined): boolean;
  noteNoReasoning(model: string | undefined): void;
  closed(socket: ClientSocket): void;
}

/** A socket of a client, in the worker's list. */
export interface ClientSocket {
  /** The moment at which it was opened, on the monotonic clock. */
  readonly openedMs: number;
  readonly opened: OpenedBy;
  /** Turns in flight. */
  readonly turns: number;
  /** Asks if the client is there; ends the socket if the last question had no answer. */
  ping(): void;
  /** Ends it with its last turn, after the reason. */
  leave(code: number, error: GatewayError): void;
}
