import { GatewayError } from '../../errors.ts';
import { closeCodes } from '../../http/sockets/web-socket.ts';
import { isObject } from '../../lib/json.ts';
import { inStepsYielding } from '../../lib/yield-to-requests.ts';
import type { BufferBudget } from '../buffer-budget.ts';
import type { KeptRoom } from './kept-responses.ts';
import type { ClientSocket, SocketHost } from './socket-host.ts';
import { TurnRequest } from './turn-request.ts';
import { type TurnEvents, TurnSink, type WholeAnswer } from './turn-sink.ts';

const pingEveryMs = 30_000;
/** "Connection behavior and limits" of OpenAI's guide to WebSocket mode. */
const mostMs = 60 * 60_000;
/** Bytes that are kept of all conversations of a key. */
const mostKeptOfKey = 64 * 1024 * 1024;
const mostModels = 1000;

/** The clients' sockets that a worker has open. They outlive the configuration that opened them. */
export class ClientSockets implements SocketHost {
  readonly #open = new Set<ClientSocket>();
  readonly #begin: SocketHost['begin'];
  readonly #keptByKey = new Map<string, number>();
  readonly #withoutReasoning = new Set<string>();
  #pinging: NodeJS.Timeout | undefined;
  #isLeaving = false;

  /** @param begin Sends a turn through the pipeline. */
  constructor(begin: SocketHost['begin']) {
    this.#begin = begin;
  }

  get size(): number {
    return this.#open.size;
  }

  /** Turns in flight on all of them. */
  get turns(): number {
    let turns = 0;
    for (const socket of this.#open) turns += socket.turns;
    return turns;
  }

  add(socket: ClientSocket): void {
    this.#open.add(socket);
    this.#pinging ??= setInterval(() => this.#look(), pingEveryMs).unref();
    if (this.#isLeaving) socket.leave(closeCodes.goingAway, stopping());
  }

  closed(socket: ClientSocket): void {
    this.#open.delete(socket);
    if (this.#open.size > 0) return;
    clearInterval(this.#pinging);
    this.#pinging = undefined;
  }

  get begin(): SocketHost['begin'] {
    return this.#begin;
  }

  /** Ends all of them, each with its last turn. */
  leave(): void {
    this.#isLeaving = true;
    for (const socket of this.#open) socket.leave(closeCodes.goingAway, stopping());
  }

  /** Ends those that may no longer be open, after a change of the rules that admit callers. */
  admitAgain(): void {
    void inStepsYielding(this.#admitting());
  }

  *#admitting(): Generator<void, void> {
    for (const socket of [...this.#open]) {
      const { url, socket: connection, headers } = socket.opened;
      const sink = new TurnSink(new Verdict(socket));
      this.#begin(new TurnRequest(url, connection, headers, nothing), sink, 'admission');
      yield;
    }
  }

  roomOf(key: string, budget: BufferBudget): KeptRoom {
    return {
      take: (bytes) => {
        const kept = (this.#keptByKey.get(key) ?? 0) + bytes;
        if (kept > mostKeptOfKey || !budget.hold(bytes)) return false;
        this.#keptByKey.set(key, kept);
        return true;
      },
      free: (bytes) => {
        budget.free(bytes);
        const kept = (this.#keptByKey.get(key) ?? 0) - bytes;
        if (kept > 0) this.#keptByKey.set(key, kept);
        else this.#keptByKey.delete(key);
      },
    };
  }

  hasNoReasoning(model: string | undefined): boolean {
    return model !== undefined && this.#withoutReasoning.has(model);
  }

  noteNoReasoning(model: string | undefined): void {
    if (model !== undefined && this.#withoutReasoning.size < mostModels) this.#withoutReasoning.add(model);
  }

  #look(): void {
    const now = performance.now();
    for (const socket of this.#open) {
      if (now - socket.openedMs > mostMs) socket.leave(closeCodes.policy, tooOld());
      socket.ping();
    }
  }
}

const nothing = Buffer.alloc(0);

/** Ends a socket whose caller is refused. */
class Verdict implements TurnEvents {
  readonly #socket: ClientSocket;

  constructor(socket: ClientSocket) {
    this.#socket = socket;
  }

  whole({ status, body }: WholeAnswer): void {
    if (status !== 401 && status !== 403) return;
    const error = body?.['error'];
    const message = isObject(error) && typeof error['message'] === 'string' ? error['message'] : '';
    const code = status === 401 ? 'invalid_api_key' : 'address_not_allowed';
    this.#socket.leave(closeCodes.policy, new GatewayError(code, message));
  }

  event(): void {}
  reads(): boolean {
    return false;
  }
  broken(): void {}
  ended(): void {}
  givenUp(): void {}
}

function stopping(): GatewayError {
  return new GatewayError('overloaded', 'The gateway is stopping; connect again.');
}

function tooOld(): GatewayError {
  return new GatewayError(
    'websocket_connection_limit_reached',
    'A socket is open for 60 minutes at most; open another one to go on.',
  );
}
