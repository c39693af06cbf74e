import { ChildService } from '../../process/child-service.ts';
import type { ConfigTransfer } from '../../process/config-transfer.ts';
import { childOptions } from '../../process/node/node-options.ts';
import type { Kind, Queries, Query } from './queries.ts';

/** Kept for the next question, which mostly comes soon; its memory is not kept for long. */
const idleMs = 60_000;
/** A question that takes longer is not answered. */
const limitMs = 20_000;
const endWithinMs = 1000;

/**
 * Answers what needs the whole configuration, in a process that comes with the first question and goes when nobody
 * asks: the supervisor accepts every connection, and must neither unpack thousands of models nor keep
 * them. Questions about another revision than the last bring that revision to it first.
 */
export class QueryProcess {
  readonly #service = new ChildService({
    module: 'admin/query-process/query-process-main',
    name: 'the process that looks into the configuration',
    execArgv: childOptions,
    idleMs,
    endWithinMs,
  });
  #revision: string | undefined;

  /** Rejects with an Error when the process fails or takes too long. */
  async ask<K extends Kind>(
    transfer: ConfigTransfer,
    about: K,
    question: Queries[K]['question'],
  ): Promise<Queries[K]['answer']> {
    if (this.#revision !== transfer.revision || !this.#service.isRunning) {
      this.#service.tell(transfer);
      this.#revision = transfer.revision;
    }
    const query: Query = { about, question };
    return (await this.#service.ask(query, limitMs, () => {
      this.#service.kill('it took too long');
      return new Error(`looking into the configuration: no answer within ${limitMs / 1000} s`);
    })) as Queries[K]['answer'];
  }

  /** Ends the process; what was asked is not answered any more. */
  close(): void {
    this.#service.kill('looking into the configuration: the gateway stops');
  }
}
