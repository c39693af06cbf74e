import { type ChildProcess, fork } from 'node:child_process';
import type { ConfigTransfer } from '../../process/config-transfer.ts';
import { childOptions } from '../../process/node/node-options.ts';
import { processFile } from '../../process/paths.ts';
import type { FromQueryProcess, Kind, Queries, ToQueryProcess } from './queries.ts';

/** Kept for the next question, which mostly comes soon; its memory is not kept for long. */
const idleMs = 60_000;
/** A question that takes longer is not answered. */
const limitMs = 20_000;

interface Waiting {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/**
 * Answers what needs the whole configuration, in a process that comes with the first question and goes when nobody
 * asks: the process that supervises accepts every connection, and must neither unpack thousands of models nor keep
 * them. Questions about another revision than the last bring that revision to it first.
 */
export class QueryProcess {
  #process: ChildProcess | undefined;
  #revision: string | undefined;
  #number = 0;
  #idle: NodeJS.Timeout | undefined;
  readonly #waiting = new Map<number, Waiting>();

  /** Rejects with an Error when the process fails or takes too long. */
  ask<K extends Kind>(
    transfer: ConfigTransfer,
    about: K,
    question: Queries[K]['question'],
  ): Promise<Queries[K]['answer']> {
    clearTimeout(this.#idle);
    const process = this.#open();
    if (this.#revision !== transfer.revision) {
      this.#tell(process, { kind: 'config', transfer });
      this.#revision = transfer.revision;
    }
    this.#number += 1;
    const number = this.#number;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.close(`no answer within ${limitMs / 1000} s`);
      }, limitMs);
      this.#waiting.set(number, {
        resolve: (answer) => resolve(answer as Queries[K]['answer']),
        reject,
        timer,
      });
      this.#tell(process, { kind: 'ask', number, about, question });
    });
  }

  /** Ends the process; what was asked is not answered any more. */
  close(reason = 'the gateway stops'): void {
    clearTimeout(this.#idle);
    const process = this.#process;
    this.#process = undefined;
    this.#revision = undefined;
    process?.kill('SIGKILL');
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(new Error(`looking into the configuration: ${reason}`));
    }
    this.#waiting.clear();
  }

  #open(): ChildProcess {
    if (this.#process !== undefined) return this.#process;
    const opened = fork(processFile('admin/query-process/query-process-main'), {
      execArgv: childOptions(),
      serialization: 'advanced',
    });
    opened.on('message', (message: FromQueryProcess) => this.#take(message));
    opened.on('error', (error) => this.#lost(opened, error.message));
    opened.on('exit', (code) => this.#lost(opened, `its process ended (${code})`));
    this.#process = opened;
    return opened;
  }

  #tell(process: ChildProcess, message: ToQueryProcess): void {
    process.send(message, (error) => {
      if (error !== null) this.#lost(process, error.message);
    });
  }

  #take(message: FromQueryProcess): void {
    const waiting = this.#waiting.get(message.number);
    if (waiting === undefined) return;
    this.#waiting.delete(message.number);
    clearTimeout(waiting.timer);
    if ('error' in message) waiting.reject(new Error(message.error));
    else waiting.resolve(message.answer);
    if (this.#waiting.size === 0) this.#idle = setTimeout(() => this.close(), idleMs).unref();
  }

  #lost(process: ChildProcess, reason: string): void {
    if (this.#process === process) this.close(reason);
  }
}
