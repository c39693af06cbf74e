import type { ChildProcess } from 'node:child_process';
import type { Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { HeldPorts, type ListenQuery } from './held-ports.ts';

/** The fields that matter of what Node's cluster module says to its workers and hears from them (lib/internal/cluster). */
interface ClusterMessage {
  readonly act?: unknown;
  readonly seq?: unknown;
  readonly ack?: unknown;
  readonly accepted?: unknown;
  /** The address that is listened at. */
  readonly key?: unknown;
  readonly errno?: unknown;
}

/** A socket that is open before anybody listens there. */
export interface OpenPort {
  readonly address: { readonly host: string; readonly port: number };
  readonly fd: number;
}

interface Closable {
  close(): void;
}

const lookEveryMs = 5;

type Mutable = Record<string, unknown>;

interface Handoff {
  readonly worker: ChildProcess;
  readonly key: unknown;
  readonly connection: Closable;
}

/**
 * Connections on their way to a worker. The process that accepts them hands each to a worker, and keeps it until the
 * worker has said that it has it. Node forgets it, open, where the worker dies before, and where the last worker that
 * listens declines it because it has just stopped: its client would wait for good. Here it is closed then, so that
 * the client can try again.
 *
 * A port outlives a worker that dies, be it the last one there: who connects waits for the next. It is closed when the
 * last worker stops listening there, when workers listen elsewhere instead, and by `close`.
 */
export class Handoffs {
  /** By the number of the message that carries each. */
  readonly #underWay = new Map<unknown, Handoff>();
  /** By address, the workers that take connections there. */
  readonly #listening = new Map<unknown, Set<ChildProcess>>();
  /** By address, what a worker declined; Node passes it on to the next one that listens there. */
  readonly #declined = new Map<unknown, Set<Closable>>();
  readonly #ports = new HeldPorts();
  /** Until it is closed. */
  #inherited: OpenPort | undefined;
  /** The key of its listening address, as Node names it. */
  #inheritedKey: unknown;
  #isClosed = false;

  /** @param inherited Workers that ask for its address, or for any port of its host, listen there. */
  constructor(inherited?: OpenPort) {
    this.#inherited = inherited;
  }

  /**
   * Follows one worker from its start to its end.
   *
   * @param isToldToGo whether its end is no death
   */
  watch(of: Worker, isToldToGo: () => boolean): void {
    const worker = of.process;
    /** The listening requests, by the number of their messages. */
    const queries = new Map<unknown, ListenQuery>();
    const send = worker.send as (...args: unknown[]) => boolean;
    const observed = (...args: unknown[]): boolean => {
      const [message, handle] = args as [ClusterMessage | undefined, Partial<Closable> | undefined];
      if (message?.act === 'newconn' && typeof handle?.close === 'function') {
        const connection = handle as Closable;
        this.#declined.get(message.key)?.delete(connection);
        this.#underWay.set(message.seq, { worker, key: message.key, connection });
      } else if (message?.act === undefined && message?.key !== undefined && !message.errno) {
        setOf(this.#listening, message.key).add(worker);
        const query = queries.get(message.ack);
        queries.delete(message.ack);
        const isSent = send.apply(worker, args);
        if (query?.['fd'] !== undefined && query['fd'] === this.#inherited?.fd)
          this.#inheritedKey = message.key;
        if (query !== undefined) this.#hold(message.key, of, query);
        return isSent;
      }
      return send.apply(worker, args);
    };
    worker.send = observed as ChildProcess['send'];
    // Before Node hears it, and answers.
    worker.prependListener('internalMessage', (message: ClusterMessage) => {
      if (message.act !== 'queryServer' || message.seq === undefined) return;
      this.#leadToInherited(message as Mutable);
      queries.set(message.seq, message as ListenQuery);
    });
    worker.on('internalMessage', ({ act, key, ack, accepted }: ClusterMessage) => {
      const handoff = this.#underWay.get(ack);
      this.#underWay.delete(ack);
      // Only now, for Node has heard the message first: where it passed the connection on, that is in flight again.
      if (handoff !== undefined && accepted === false && !this.#isUnderWay(handoff.connection)) {
        setOf(this.#declined, handoff.key).add(handoff.connection);
        this.#closeDeclined(handoff.key);
      }
      if (act === 'close') this.#forget(worker, key, false);
    });
    worker.once('exit', () => {
      for (const [seq, handoff] of this.#underWay) {
        if (handoff.worker !== worker) continue;
        handoff.connection.close();
        this.#underWay.delete(seq);
      }
      for (const key of [...this.#listening.keys()]) this.#forget(worker, key, !isToldToGo());
    });
  }

  /** Resolves when no connection is on its way any more, after `limitMs` at the latest. */
  async through(limitMs: number): Promise<void> {
    const deadline = performance.now() + limitMs;
    while (this.#underWay.size > 0 && performance.now() < deadline) await sleep(lookEveryMs);
  }

  /** From now on a port is closed with the last worker there, however that ends. */
  close(): void {
    this.#isClosed = true;
    this.#releaseUnused();
  }

  /** Node opens what a query names, an address or a descriptor of this very process. */
  #leadToInherited(query: Mutable): void {
    if (this.#inherited === undefined) return;
    const { address, fd } = this.#inherited;
    const isThere = query['address'] === address.host && [0, address.port].includes(Number(query['port']));
    if (isThere) query['fd'] = fd;
  }

  #hold(key: unknown, worker: Worker, query: ListenQuery): void {
    if (this.#isClosed) return;
    this.#ports.hold(key, worker, query);
    // Workers that died may have been listening elsewhere, too: those that come after them do not.
    this.#releaseUnused();
  }

  #releaseUnused(): void {
    for (const key of this.#ports.keys()) if (!this.#listening.has(key)) this.#release(key);
  }

  #release(key: unknown): void {
    if (key === this.#inheritedKey) this.#inherited = undefined;
    this.#ports.release(key);
    this.#closeDeclined(key);
  }

  #isUnderWay(connection: Closable): boolean {
    return [...this.#underWay.values()].some((handoff) => handoff.connection === connection);
  }

  #forget(worker: ChildProcess, key: unknown, hasDied: boolean): void {
    const workers = this.#listening.get(key);
    if (workers?.delete(worker) !== true || workers.size > 0) return;
    this.#listening.delete(key);
    if (!hasDied || this.#isClosed || !this.#ports.has(key)) this.#release(key);
  }

  /** Closes what nobody is left to take. */
  #closeDeclined(key: unknown): void {
    if (this.#listening.has(key)) return;
    for (const connection of this.#declined.get(key) ?? []) connection.close();
    this.#declined.delete(key);
  }
}

function setOf<Value>(sets: Map<unknown, Set<Value>>, key: unknown): Set<Value> {
  let set = sets.get(key);
  if (set === undefined) {
    set = new Set();
    sets.set(key, set);
  }
  return set;
}
