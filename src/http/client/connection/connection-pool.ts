import { fullTurnFromNow, hasTurned, whenTurned } from '../../../lib/event-loop-turns.ts';
import { BackendConnection, type Carried, type ConnectionOwner } from './backend-connection.ts';
import type { Connector } from './connector.ts';

/** Milliseconds between two looks at the free connections. */
const tickMs = 250;
/** Milliseconds taken off the time that a backend announced: its clock starts at its write, ours at our read. */
const marginMs = 1000;

/** The share of the greatest age by which connections differ. */
const ageJitter = 0.2;

/** The time that free connections are kept, and the use that each may get. */
export interface KeptFor {
  /** Milliseconds without a request. */
  readonly idleMs: number;
  /** Milliseconds since it was opened, less up to a fifth; undefined for ever. */
  readonly ageMs: number | undefined;
  /** The most requests of one connection; undefined for any number. */
  readonly requests: number | undefined;
  /** The most free connections. */
  readonly most: number;
  /** Decides if connections to the backend are used more than once. */
  readonly trust: StepTrust;
  /**
   * Milliseconds. The first answer of a connection may have come unasked, as soon as it was open. Until a backend is
   * known not to do that, the answer to the first request is awaited for so long before another request goes there.
   */
  readonly awaitedMs: number;
}

/** The trust in a backend to send one answer to each request. */
export interface StepTrust {
  readonly isGiven: boolean;
  /** The backend was seen to send nothing before a request. */
  readonly isProven: boolean;
  prove(): void;
  /** Reports that the backend sent bytes that belong to no request. */
  lose(): void;
}

/**
 * The connections to one backend, kept alive and shared by nobody else, so that credentials, certificates and limits
 * never mix. Last in, first out: the freshest connection is the least likely to have been closed.
 *
 * A connection is closed if its backend has sent more than its answers: the rest would be taken for the answer to the
 * next request, which is somebody else's. A connection takes the next request once a full turn of the event loop has
 * brought nothing. A backend that has lost its trust gets a connection for each request.
 */
export class ConnectionPool implements ConnectionOwner {
  readonly #connector: Connector;
  readonly #kept: KeptFor;
  readonly #now: () => number;
  /** In the order in which they became free. */
  readonly #free: BackendConnection[] = [];
  /** Requests that wait for a free connection whose turn has not passed: never more than there are such connections. */
  #waiting = 0;
  #tick = 0;
  #timer: NodeJS.Timeout | undefined;
  #isOpen = true;

  /** @param now The monotonic clock in milliseconds. */
  constructor(connector: Connector, kept: KeptFor, now: () => number = () => performance.now()) {
    this.#connector = connector;
    this.#kept = kept;
    this.#now = now;
  }

  /** Connections are kept, from one request to the next. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** The number of free connections. */
  get free(): number {
    return this.#free.length;
  }

  /** Finds a connection for a request, or opens one. */
  take(carried: Carried): void {
    const connection = this.#freshest();
    if (connection !== undefined) return this.#carry(connection, carried);
    // The remaining ones must not be used yet.
    const oldest = this.#free[this.#waiting];
    if (oldest === undefined) return this.#open(carried);
    this.#waiting += 1;
    const goOn = () => {
      this.#waiting -= 1;
      if (!carried.isWanted) return;
      const free = this.#freshest();
      if (free === undefined) this.#open(carried);
      else this.#carry(free, carried);
    };
    if (oldest.awaiting === undefined) whenTurned(oldest.freeFrom, goOn);
    else oldest.awaiting.push(goOn);
  }

  #carry(connection: BackendConnection, carried: Carried): void {
    connection.carry(carried);
    carried.assigned(connection);
  }

  #open(carried: Carried): void {
    const { ageMs } = this.#kept;
    const untilMs =
      ageMs === undefined ? Number.POSITIVE_INFINITY : this.#now() + ageMs * (1 - Math.random() * ageJitter);
    carried.assigned(new BackendConnection(this, this.#connector, carried, untilMs));
  }

  /** The freshest connection that has been fit for a request for a full turn. */
  #freshest(): BackendConnection | undefined {
    const free = this.#free;
    const nowMs = this.#kept.ageMs === undefined ? 0 : this.#now();
    for (let index = free.length - 1; index >= 0; index -= 1) {
      const connection = free[index]!;
      const isGood = connection.untilMs > nowMs;
      if (isGood && !hasTurned(connection.freeFrom)) continue;
      free.splice(index, 1);
      if (isGood) return connection;
      connection.close();
    }
    return undefined;
  }

  mayKeep(connection: BackendConnection): boolean {
    const { idleMs, requests, most, trust } = this.#kept;
    if (!this.#isOpen || !trust.isGiven || this.#free.length >= most) return false;
    if (requests !== undefined && connection.requests >= requests) return false;
    if (connection.untilMs !== Number.POSITIVE_INFINITY && connection.untilMs <= this.#now()) return false;
    const announcedMs = announced(connection.keepAlive);
    const keptMs = Math.min(idleMs, announcedMs === undefined ? idleMs : announcedMs - marginMs);
    if (keptMs <= 0) return false;
    if (connection.requests === 1 && !trust.isProven) this.#hold(connection);
    else connection.freeFrom = fullTurnFromNow();
    connection.endsAt = this.#tick + Math.max(1, Math.floor(keptMs / tickMs));
    this.#free.push(connection);
    this.#timer ??= setInterval(() => this.#giveUpOld(), tickMs).unref();
    return true;
  }

  /** Keeps a free connection from use until its answer is known to be the one to its request. */
  #hold(connection: BackendConnection): void {
    connection.freeFrom = Number.POSITIVE_INFINITY;
    connection.awaiting = [];
    setTimeout(() => {
      const goOn = connection.awaiting!;
      connection.awaiting = undefined;
      connection.freeFrom = fullTurnFromNow();
      whenTurned(connection.freeFrom, () => {
        if (!connection.isClosed) this.#kept.trust.prove();
      });
      for (const one of goOn) whenTurned(connection.freeFrom, one);
    }, this.#kept.awaitedMs);
  }

  #giveUpOld(): void {
    this.#tick += 1;
    // A copy: a connection that ends takes itself off the list.
    const free = [...this.#free];
    const nowMs = this.#now();
    for (const connection of free)
      if (connection.endsAt <= this.#tick || connection.untilMs <= nowMs) connection.close();
    if (free.length > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  closed(connection: BackendConnection): void {
    const index = this.#free.indexOf(connection);
    if (index !== -1) this.#free.splice(index, 1);
  }

  strayed(): void {
    this.#kept.trust.lose();
    // The other free connections may have the same behind them.
    this.dropFree();
  }

  /**
   * Ends the free connections, so that the next request gets a fresh one. When the freshest of them is dead, the others
   * are no better.
   */
  dropFree(): void {
    for (const connection of [...this.#free]) connection.close();
  }

  /** Ends the free connections now, and each of the others when its answer has come. */
  close(): void {
    this.#isOpen = false;
    this.dropFree();
  }
}

/** Milliseconds that `Keep-Alive: timeout=5` announces; undefined if an answer announces none. */
function announced(keepAlive: string | undefined): number | undefined {
  const seconds = keepAlive === undefined ? undefined : /^timeout=(\d+)/.exec(keepAlive)?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}
