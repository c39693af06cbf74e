import { type ChildProcess, fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import type { FromService, ToService } from './child-service-messages.ts';
import { childEnvironment } from './node/node-options.ts';
import { processFile } from './package-paths.ts';

/** The way to start a process that answers questions, and to end it. */
export interface ChildServiceOptions {
  /** Its module below `src`, without ending: `admin/usage/usage-main`. */
  readonly module: string;
  /** The name for operators: `the process that reads the files`. */
  readonly name: string;
  /** Asked anew for each process. */
  readonly args?: () => readonly string[];
  /** Options for Node.js, asked anew for each process. */
  readonly execArgv: () => string[];
  /** True if the process that is about to start makes way for others on a busy core. */
  readonly isModest?: () => boolean;
  /** Its output goes nowhere; otherwise it appears as this process's own. */
  readonly isSilent?: boolean;
  /** It is dismissed when nobody has asked for so long; for ever where this is undefined. */
  readonly idleMs?: number;
  /** True if it stays without questions, since it still works on an earlier message. */
  readonly isBusy?: () => boolean;
  /** The time in which it has to end by itself once it was dismissed. */
  readonly endWithinMs: number;
  /** A process that ended by itself is not replaced before it had so long; 0 by default. */
  readonly restartAfterMs?: number;
  /** Receives its unsolicited messages. */
  readonly heard?: (message: unknown) => void;
  /** It ended without having been told to; what it was asked has been rejected. */
  readonly ended?: (code: number | null, signal: string | null) => void;
}

interface Question {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/**
 * A process of its own that is asked and answers: it comes with the first question and goes when nobody asks, so that
 * what it needs of memory and time is nobody else's. The module it runs calls `answerQuestions`.
 */
export class ChildService {
  readonly #options: ChildServiceOptions;
  readonly #questions = new Map<number, Question>();
  /** Those that were dismissed and have not ended yet. */
  readonly #leaving = new Map<ChildProcess, Promise<void>>();
  #process: ChildProcess | undefined;
  #startedMs = Number.NEGATIVE_INFINITY;
  #number = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: ChildServiceOptions) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#process !== undefined;
  }

  /**
   * Starts the process where there is none: to start takes longer than to answer. False where it ended just now and may
   * not be started yet.
   */
  warmUp(): boolean {
    if (this.#running() === undefined) return false;
    this.#restAfter();
    return true;
  }

  /** Says something that has no answer. Nobody hears it where no process may be started yet: `warmUp` tells. */
  tell(message: unknown): void {
    const process = this.#running();
    if (process !== undefined) this.#send(process, { kind: 'tell', message });
  }

  /**
   * Asks. Rejects with an Error in the operator's words where the process can't be reached, ends, or answers with an
   * error, and with what `late` makes where it takes longer than `limitMs`.
   */
  ask(question: unknown, limitMs: number, late: () => Error): Promise<unknown> {
    const process = this.#running();
    if (process === undefined) return Promise.reject(new Error(`${this.#options.name} is not there`));
    clearTimeout(this.#idle);
    this.#number += 1;
    const number = this.#number;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#questions.delete(number);
        reject(late());
      }, limitMs);
      this.#questions.set(number, { resolve, reject, timer });
      this.#send(process, { kind: 'ask', number, question });
    });
  }

  /**
   * Has the process answer what it was asked and end by itself. Resolves when each that was dismissed is gone and what
   * it said has been heard.
   */
  async dismiss(): Promise<void> {
    clearTimeout(this.#idle);
    const process = this.#process;
    this.#process = undefined;
    this.#startedMs = Number.NEGATIVE_INFINITY;
    if (process !== undefined) {
      const late = setTimeout(() => process.kill('SIGKILL'), this.#options.endWithinMs).unref();
      const gone = new Promise<void>((resolve) => {
        process.once('exit', () => {
          clearTimeout(late);
          this.#leaving.delete(process);
          whenHeard(process, resolve);
        });
      });
      this.#leaving.set(process, gone);
      this.#send(process, { kind: 'end' });
    }
    await Promise.all(this.#leaving.values());
  }

  /** Ends it at once, and those that were dismissed; what was asked is rejected with `reason`. */
  kill(reason: string): void {
    const process = this.#process;
    this.#forget(reason);
    process?.kill('SIGKILL');
    for (const leaving of this.#leaving.keys()) leaving.kill('SIGKILL');
  }

  #running(): ChildProcess | undefined {
    if (this.#process !== undefined) return this.#process;
    const { module, args, execArgv, isModest, isSilent = false, restartAfterMs = 0 } = this.#options;
    const now = performance.now();
    if (now - this.#startedMs < restartAfterMs) return undefined;
    this.#startedMs = now;
    const process = fork(processFile(module), args?.() ?? [], {
      execArgv: execArgv(),
      env: childEnvironment(),
      serialization: 'advanced',
      ...(isSilent ? { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] } : {}),
    });
    process.on('message', (message: FromService) => this.#take(process, message));
    process.on('error', (error) => this.#lost(process, `${this.#options.name}: ${error.message}`));
    process.once('exit', (code, signal) => {
      if (!this.#lost(process, `${this.#options.name} ended (${code ?? signal})`)) return;
      whenHeard(process, () => this.#options.ended?.(code, signal));
    });
    // From its first moment: to start takes it half a second of a slow core.
    if (isModest?.()) lowerPriority(process);
    this.#process = process;
    return process;
  }

  #send(process: ChildProcess, message: ToService): void {
    process.send(message, (error) => {
      if (error !== null) this.#lost(process, `${this.#options.name} can't be reached (${error.message})`);
    });
  }

  #take(process: ChildProcess, message: FromService): void {
    if (message.kind === 'told') {
      this.#options.heard?.(message.message);
      return;
    }
    const question = this.#questions.get(message.number);
    if (question === undefined) return;
    this.#questions.delete(message.number);
    clearTimeout(question.timer);
    if (message.kind === 'failed') question.reject(new Error(message.reason));
    else question.resolve(message.answer);
    if (process === this.#process) this.#restAfter();
  }

  /** True if it was the process in use. */
  #lost(process: ChildProcess, reason: string): boolean {
    if (this.#process !== process) return false;
    this.#forget(reason);
    return true;
  }

  #forget(reason: string): void {
    clearTimeout(this.#idle);
    this.#process = undefined;
    const questions = [...this.#questions.values()];
    this.#questions.clear();
    for (const { reject, timer } of questions) {
      clearTimeout(timer);
      reject(new Error(reason));
    }
  }

  #restAfter(): void {
    clearTimeout(this.#idle);
    const { idleMs, isBusy } = this.#options;
    if (idleMs === undefined || this.#questions.size > 0) return;
    const rest = () => {
      if (isBusy?.()) this.#restAfter();
      else void this.dismiss();
    };
    this.#idle = setTimeout(rest, idleMs).unref();
  }
}

/** Once a process has exited: what it said last may still be on its way. */
function whenHeard(process: ChildProcess, then: () => void): void {
  if (process.connected) process.once('disconnect', then);
  else then();
}

/** On a machine whose cores are all busy the workers come first. */
function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has just ended, or the system does not allow it.
  }
}
