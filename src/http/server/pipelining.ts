import { type IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { makeLast } from '../node/last-answer.ts';
import { offerUpgrade } from '../sockets/upgrades.ts';

/** Requests that a client may send ahead on one connection while the first is answered. */
const maxPipelined = 16;

export type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/** The state of one connection. */
interface Line {
  current: ServerResponse | undefined;
  readonly waiting: Array<() => void>;
}

/**
 * Handles the requests that a client sends ahead on one connection in turn, so that each is judged on its own and a
 * refusal that closes the connection discards the rest.
 */
export class Pipelining {
  readonly #handle: Handle;
  readonly #answered: () => void;
  /** Made once per connection: a map that changes with every request costs more than all the rest. */
  readonly #lines = new WeakMap<Socket, Line>();

  /** @param answered Called whenever a connection has finished a request. */
  constructor(handle: Handle, answered: () => void) {
    this.#handle = handle;
    this.#answered = answered;
  }

  /** The answer that a connection is busy with. */
  current(socket: Socket): ServerResponse | undefined {
    return this.#lines.get(socket)?.current;
  }

  readonly onRequest: RequestListener = (request, response) => {
    const { socket } = request;
    // Clients of that age know no chunks: only the end of the connection is a sure end of an answer.
    if (request.httpVersionMinor === 0) makeLast(response);
    const line = this.#lineOf(socket);
    if (line.current === undefined) this.#start(line, request, response);
    else if (line.waiting.length >= maxPipelined) socket.destroy();
    else line.waiting.push(() => this.#start(line, request, response));
  };

  /** Takes a request that asks for another protocol, whose connection Node.js has let go of. */
  readonly onUpgrade = (request: IncomingMessage, socket: Socket, head: Buffer): void => {
    // Node.js has removed its own listener: an error without one would end the process.
    socket.on('error', () => socket.destroy());
    const line = this.#lineOf(socket);
    if (line.waiting.length >= maxPipelined) return void socket.destroy();
    const start = () => {
      const response = new ServerResponse(request);
      offerUpgrade(request, response, socket, head);
      this.#start(line, request, response);
    };
    if (line.current === undefined) start();
    else line.waiting.push(start);
  };

  #lineOf(socket: Socket): Line {
    const known = this.#lines.get(socket);
    if (known !== undefined) return known;
    const line = { current: undefined, waiting: [] };
    this.#lines.set(socket, line);
    return line;
  }

  #start(line: Line, request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    line.current = response;
    response.on('close', () => {
      line.current = undefined;
      const next = line.waiting.shift();
      // A socket that will be closed is still open here, but its writing side has ended.
      if (next !== undefined && socket.writable) next();
      this.#answered();
    });
    this.#handle(request, response);
  }

  /**
   * Ends a connection whose client has ended its side. Node would end ours only when all that was written has been
   * taken, and a client that has gone may never take it.
   */
  readonly onEnd = (socket: Socket): void => {
    if (this.current(socket)?.writableEnded === false) socket.destroy();
  };
}
