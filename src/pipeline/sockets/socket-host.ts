/** What a client's socket and the worker that runs it have of each other. */
import type { Socket } from 'node:net';
import type { GatewayError } from '../../errors.ts';
import type { ClientRequest } from '../../http/server/client-request.ts';
import type { BufferBudget } from '../buffer-budget.ts';
import type { ClientSink } from '../relay/answer/answer-sink.ts';
import type { KeptRoom } from './kept-responses.ts';

/** What all turns of a socket have of its upgrade. */
export interface OpenedBy {
  /** Path and query. */
  readonly url: string;
  readonly socket: Socket;
  /** By `headersOfTurns`. */
  readonly headers: readonly string[];
  readonly key: { readonly id: string };
  /** Gives back what the socket holds of the limits of its key. */
  leave(): void;
}

/**
 * How a turn is served: it is asked of a backend, or nothing but its right is made sure of; `naming` makes sure of models that
 * a session names, and tells what its backend calls them.
 */
export type TurnKind = 'turn' | 'warm_up' | 'admission' | 'naming';

/** What a socket of a client has of whoever runs it. */
export interface SocketHost {
  /** Has a turn go through the pipeline. */
  begin(request: ClientRequest, client: ClientSink, kind: TurnKind): void;
  /** Where what it keeps of conversations is counted. */
  roomOf(key: string, budget: BufferBudget): KeptRoom;
  /** A model is known to have no reasoning to encrypt. */
  hasNoReasoning(model: string | undefined): boolean;
  noteNoReasoning(model: string | undefined): void;
  closed(socket: ClientSocket): void;
}

/** A socket of a client, as it is kept among all of a worker. */
export interface ClientSocket {
  /** When it was opened, on the monotonic clock. */
  readonly openedMs: number;
  readonly opened: OpenedBy;
  /** Turns under way. */
  readonly turns: number;
  /** Asks whether the client is there; ends the socket where it did not answer. */
  ping(): void;
  /** Ends it with its last turn, told why. */
  leave(code: number, error: GatewayError): void;
}
