/** A server as each of its callers sees it, where it gets the token of the caller: with lists and sessions of its own. */
import type { CallerExchange } from '../../../config/types/mcp.ts';
import { CallerToken } from './caller-token.ts';

interface Seen<Server> {
  readonly server: Server;
  readonly token: CallerToken;
  usedMs: number;
}

/** The most callers that are known at a time; the least recently seen goes. */
const most = 300;
const idleMs = 10 * 60_000;
const toldMs = 60_000;

export class CallerServers<Server> {
  readonly #name: string;
  readonly #exchange: CallerExchange;
  readonly #make: (token: CallerToken) => Server;
  readonly #ended: (server: Server) => void;
  readonly #failed: (reason: string) => void;
  #toldMs = Number.NEGATIVE_INFINITY;
  readonly #now: () => number;
  /** By digests of the tokens that callers came with, the least recently used first. */
  readonly #seen = new Map<string, Seen<Server>>();

  /**
   * @param make Makes the server as one caller sees it
   * @param ended Told of each that nobody uses any more
   * @param failed Told why no token could be had, once a minute at most
   */
  constructor(
    name: string,
    exchange: CallerExchange,
    make: (token: CallerToken) => Server,
    ended: (server: Server) => void,
    failed: (reason: string) => void,
    now: () => number = () => performance.now(),
  ) {
    this.#name = name;
    this.#exchange = exchange;
    this.#make = make;
    this.#ended = ended;
    this.#failed = failed;
    this.#now = now;
  }

  /** All that are known. */
  get all(): readonly Server[] {
    return Array.from(this.#seen.values(), ({ server }) => server);
  }

  /**
   * The server for a caller, with a token that is good. Rejects with what the caller is answered.
   *
   * @param digest Of the token: one with other rights is another caller.
   * @param subject The token.
   */
  of(digest: string, subject: string): Server | Promise<Server> {
    const now = this.#now();
    this.#sweep(now);
    const { server, token } = this.#use(digest, now);
    return token.isGood() ? server : token.renew(subject).then(() => server);
  }

  #use(digest: string, now: number): Seen<Server> {
    const known = this.#seen.get(digest);
    if (known !== undefined) {
      known.usedMs = now;
      this.#seen.delete(digest);
      this.#seen.set(digest, known);
      return known;
    }
    const token = new CallerToken(this.#name, this.#exchange, (reason) => this.#tell(reason));
    const seen = { server: this.#make(token), token, usedMs: now };
    this.#seen.set(digest, seen);
    if (this.#seen.size > most) this.#drop(this.#seen.keys().next().value!);
    return seen;
  }

  #tell(reason: string): void {
    const now = this.#now();
    if (now - this.#toldMs < toldMs) return;
    this.#toldMs = now;
    this.#failed(reason);
  }

  #sweep(now: number): void {
    for (const [digest, { usedMs }] of this.#seen) {
      if (now - usedMs < idleMs) return;
      this.#drop(digest);
    }
  }

  #drop(digest: string): void {
    const { server } = this.#seen.get(digest)!;
    this.#seen.delete(digest);
    this.#ended(server);
  }
}
