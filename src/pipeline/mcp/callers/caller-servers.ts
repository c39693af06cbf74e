/** A server that gets the token of each caller, as each caller sees it: with lists and sessions of its own. */
import type { CallerExchange } from '../../../config/types/mcp.ts';
import { CallerToken } from './caller-token.ts';

interface Seen<Server> {
  readonly server: Server;
  readonly token: CallerToken;
  usedMs: number;
}

/** The most known callers at a time; the least recently seen is dropped. */
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
  /** By digests of the callers' tokens, the least recently used first. */
  readonly #seen = new Map<string, Seen<Server>>();

  /**
   * @param make Makes the server as one caller sees it
   * @param ended Called with each that nobody uses any more
   * @param failed Called with the reason for a missing token, once a minute at most
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

  /** All known ones. */
  get all(): readonly Server[] {
    return Array.from(this.#seen.values(), ({ server }) => server);
  }

  /**
   * The server for a caller, with a valid token. Rejects with the caller's answer.
   *
   * @param digest The token's digest: a caller with other rights is another caller.
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
