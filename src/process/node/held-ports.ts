import cluster, { type Worker } from 'node:cluster';

/** A worker's request to Node's cluster module to listen somewhere (lib/internal/cluster). */
export type ListenQuery = Readonly<Record<string, unknown>>;

/** No worker has it: Node counts them from 1. */
const holderId = 0;

/**
 * Ports that stay open while no worker listens there. Node's cluster module closes a port with the last worker that it
 * knows of there; here it is told of one more, which never takes a connection. What comes meanwhile waits in Node's own
 * queue for the next worker that listens.
 */
export class HeldPorts {
  /** By address, as Node names it, the worker by which Node was told. */
  readonly #held = new Map<unknown, Worker>();

  has(key: unknown): boolean {
    return this.#held.has(key);
  }

  /** The addresses. */
  keys(): readonly unknown[] {
    return [...this.#held.keys()];
  }

  /** Keeps the port open at which a worker listens by this query, until it is released. */
  hold(key: unknown, by: Worker, query: ListenQuery): void {
    if (this.#held.has(key)) return;
    let isHeld = false;
    const answer = by.process.send;
    asHolder(by, (backToItself) => {
      // The answer is nobody's, and what Node does after it is meant for the worker.
      by.process.send = () => {
        backToItself();
        by.process.send = answer;
        isHeld = true;
        return true;
      };
      try {
        by.process.emit('internalMessage', { ...query, seq: undefined });
      } finally {
        by.process.send = answer;
      }
    });
    if (!isHeld) return;
    this.#held.set(key, by);
    // Node takes a port that is open while it has no worker for one that it forgot.
    if (cluster.workers !== undefined) cluster.workers[holderId] = by;
  }

  /** Closes the port, and all that waits there, unless a worker listens there. */
  release(key: unknown): void {
    const by = this.#held.get(key);
    if (by === undefined) return;
    this.#held.delete(key);
    asHolder(by, () => {
      by.process.emit('internalMessage', { cmd: 'NODE_CLUSTER', act: 'close', key });
    });
    if (this.#held.size === 0) delete cluster.workers?.[holderId];
  }
}

/** Node goes by the number of the worker whose message it hears. */
function asHolder(worker: Worker, say: (backToItself: () => void) => void): void {
  const { id } = worker;
  const backToItself = () => {
    worker.id = id;
  };
  worker.id = holderId;
  try {
    say(backToItself);
  } finally {
    backToItself();
  }
}
