import type { ConfigTransfer } from '../../process/config-transfer.ts';
import { type PreparedWorkers, WorkerLost, type WorkerPool } from '../worker-pool.ts';
import { type Shape, shapeOf, withOwnPort } from '../worker-shape.ts';
import type { Change, Participant, Prepared } from './participant.ts';

/** A change that loses a worker on the way is tried this often. */
const mostTries = 3;

/** The workers go over to a change, all or none. */
export class WorkerChange implements Participant {
  readonly #workers: WorkerPool;

  constructor(workers: WorkerPool) {
    this.#workers = workers;
  }

  async prepare({ before, next }: Change): Promise<Prepared> {
    try {
      return await this.ready(next.transfer, shapeOf(before.config, next.config));
    } catch (error) {
      throw withOwnPort(error, before.config, next.config);
    }
  }

  /** A worker that is lost in the middle says nothing about the configuration: the others try again without it. */
  async ready(transfer: ConfigTransfer, shape: Shape): Promise<PreparedWorkers> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#workers.prepare(transfer, shape);
      } catch (error) {
        if (!(error instanceof WorkerLost) || tries === mostTries) throw error;
      }
    }
  }
}
