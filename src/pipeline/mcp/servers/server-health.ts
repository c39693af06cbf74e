import type { McpServerConfig } from '../../../config/types/mcp.ts';
import { within } from '../../../lib/waiting/within.ts';
import { asCallFault, CallFault } from './server-call-fault.ts';
import type { ServerParts } from './server-parts.ts';

/** Checks that have to fail in a row; one alone may be an accident. */
const failuresToBeDown = 2;

interface Checked {
  readonly config: McpServerConfig;
  readonly parts: () => ServerParts;
  /** Asks the server for a sign of life. Rejects with a CallFault. */
  readonly ask: (totalMs: number) => Promise<void>;
  /** Called at every end: undefined for an answer. */
  readonly ended: (fault: CallFault | undefined) => void;
  /** Called when it becomes unhealthy, and when it is healthy again. */
  readonly changed: () => void;
}

/**
 * The health check of one server (`health`): a request now and then, from each worker. Does nothing if the file has
 * none.
 */
export class ServerHealth {
  readonly #checked: Checked;
  #failures = 0;
  #timer: NodeJS.Timeout | undefined;
  #isRunning = false;

  constructor(checked: Checked) {
    this.#checked = checked;
  }

  /** It does not answer the check. */
  get isDown(): boolean {
    return this.#failures >= failuresToBeDown;
  }

  /** Begins at once, if the file asks for it. */
  start(): void {
    if (this.#isRunning || this.#checked.config.health === undefined) return;
    this.#isRunning = true;
    void this.#check();
  }

  stop(): void {
    this.#isRunning = false;
    clearTimeout(this.#timer);
  }

  async #check(): Promise<void> {
    const { config, parts, ask, ended } = this.#checked;
    const { backend } = parts();
    const { connectMs } = backend.config.timeouts;
    // Without a credential a server is not checked, as it gets no calls.
    if (backend.missingCredential === undefined) {
      const found = await answered(connectMs, ask(connectMs));
      // A server that gets the callers' tokens refuses a request without one: that proves that it answers.
      const fault = config.exchange !== undefined && found?.kind === 'auth' ? undefined : found;
      if (!this.#isRunning) return;
      ended(fault);
      this.#settled(fault);
    }
    this.#timer = setTimeout(() => void this.#check(), config.health!.intervalMs).unref();
  }

  #settled(fault: CallFault | undefined): void {
    const { config, parts, changed } = this.#checked;
    const wasDown = this.isDown;
    this.#failures = fault === undefined ? 0 : this.#failures + 1;
    if (this.isDown === wasDown) return;
    const about = { server: config.name, pid: process.pid };
    const { log } = parts();
    if (fault === undefined) log.info(about, 'the health check of a tool server succeeds again');
    else
      log.warn(
        { ...about, reason: fault.message },
        'the health check of a tool server fails: its tools are in no list, and calls are refused',
      );
    changed();
  }
}

/** Undefined for an answer in time, otherwise the reason for none. */
async function answered(withinMs: number, asked: Promise<void>): Promise<CallFault | undefined> {
  const late = new CallFault('timeout', 'it does not answer its health check in time');
  const ended = asked.then(() => 'well' as const, asCallFault);
  const how = (await within(withinMs, ended)) ?? late;
  return how === 'well' ? undefined : how;
}
