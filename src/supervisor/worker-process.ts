import cluster, { type Worker as ClusterWorker } from 'node:cluster';
import { childEnvironment, workerOptions } from '../process/node/node-options.ts';
import { processFile } from '../process/package-paths.ts';
import type { ToPrimary } from '../process/process-messages.ts';

/**
 * A worker's process, from its very start. It can be started before there is anything to tell it: to load its modules
 * takes about as long as to read the first configuration.
 */
export class WorkerProcess {
  readonly worker: ClusterWorker;
  /** Its modules are loaded: it can be given a configuration. */
  isLoaded = false;

  /** Throws where the system can't start one. */
  constructor() {
    cluster.setupPrimary({
      exec: processFile('worker/worker-main'),
      args: [],
      execArgv: workerOptions(),
      serialization: 'advanced',
    });
    this.worker = cluster.fork(childEnvironment());
    this.worker.on('message', ({ kind }: ToPrimary) => {
      if (kind === 'ready') this.isLoaded = true;
    });
    // The pool checks for a living process by itself.
    this.worker.on('error', () => {});
  }

  /** Undefined where none could be started. */
  get pid(): number | undefined {
    return this.worker.process.pid;
  }

  kill(): void {
    this.worker.process.kill('SIGKILL');
  }
}
