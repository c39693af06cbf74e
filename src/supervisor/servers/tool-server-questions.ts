import type { ToolServerReport } from '../../observe/tool-server-report.ts';

/** The knowledge that each worker which answers has of the servers of `mcp`. */
export type ToolServerReports = readonly (readonly ToolServerReport[])[];

/** A worker that does not answer for so long is left out. */
const patienceMs = 1000;

/** One worker, as far as its tool servers go. */
interface Asked {
  /** Has it report. */
  reportToolServers(): void;
}

/** Asks workers what they know of the servers of `mcp`, when an operator wants to know. Nothing is kept. */
export class ToolServerQuestions {
  readonly #waiting = new Map<Asked, (reports: readonly ToolServerReport[] | undefined) => void>();
  #running: Promise<ToolServerReports> | undefined;

  /** Takes the answer of a worker; undefined where none will come. */
  heard(worker: Asked, reports: readonly ToolServerReport[] | undefined): void {
    this.#waiting.get(worker)?.(reports);
  }

  /** Asks the workers, and waits a little. Whoever asks meanwhile gets the same answer. */
  collect(workers: Iterable<Asked>): Promise<ToolServerReports> {
    this.#running ??= this.#collect([...workers]).finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #collect(workers: readonly Asked[]): Promise<ToolServerReports> {
    const timer = setTimeout(() => {
      for (const settle of this.#waiting.values()) settle(undefined);
    }, patienceMs);
    const answers = workers.map(
      (worker) =>
        new Promise<readonly ToolServerReport[] | undefined>((resolve) => {
          this.#waiting.set(worker, resolve);
          worker.reportToolServers();
        }),
    );
    const all = await Promise.all(answers);
    clearTimeout(timer);
    this.#waiting.clear();
    return all.filter((reports) => reports !== undefined);
  }
}
