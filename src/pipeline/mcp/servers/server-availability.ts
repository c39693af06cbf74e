import type { McpServerConfig } from '../../../config/types/mcp.ts';
import type { ToolServerOut, ToolServerReport } from '../../../observe/tool-server-report.ts';
import { admits, type Circuit, closedCircuit, nextCircuit } from '../../../routing/circuit.ts';
import { CallFault, type FaultKind, isFailing } from './server-call-fault.ts';
import type { ServerParts } from './server-parts.ts';

/** Takes the end of a request: a fault, undefined for an answer, `unjudged` if the server is not to blame. */
export type RequestEnded = (fault: CallFault | undefined | 'unjudged') => void;

/** The reason why a server gets no requests, and the error for clients that want it. */
interface Out {
  readonly reason: ToolServerOut;
  readonly fault: CallFault;
}

const notItsFailures: ReadonlySet<FaultKind> = new Set(['client', 'out', 'drained', 'session']);

/** Decides by drains, health check, circuit and credential if a server gets requests. */
export class ServerAvailability {
  readonly #name: string;
  readonly #parts: () => ServerParts;
  readonly #isDown: () => boolean;
  readonly #healthMs: number | undefined;
  /** A refused token belongs to one caller. */
  readonly #isOfCallers: boolean;
  #circuit: Circuit = closedCircuit;
  #lastError: ToolServerReport['lastError'];

  /** @param isDown The result of its health check */
  constructor({ name, health, exchange }: McpServerConfig, parts: () => ServerParts, isDown: () => boolean) {
    this.#name = name;
    this.#isOfCallers = exchange !== undefined;
    this.#parts = parts;
    this.#isDown = isDown;
    this.#healthMs = health?.intervalMs;
  }

  /** The reason why nothing is sent to it; undefined if it gets requests. */
  get out(): CallFault | undefined {
    return this.#outIf(!admits(this.#circuit, performance.now()))?.fault;
  }

  /** The same for operators, with a word for it. They see a circuit as open until an answer has closed it. */
  get shownOut(): Out | undefined {
    return this.#outIf(this.#circuit.state !== 'closed');
  }

  #outIf(isCircuitOpen: boolean): Out | undefined {
    const { backend, drains } = this.#parts();
    if (drains.hasServer(this.#name))
      return { reason: 'drained', fault: new CallFault('drained', 'an operator has taken it out') };
    if (this.#isDown())
      return {
        reason: 'health',
        fault: new CallFault('out', 'its health check says that it is down', this.#healthMs),
      };
    if (isCircuitOpen) {
      const text = 'it has failed too often lately, and is left alone for now';
      return { reason: 'circuit', fault: new CallFault('out', text, this.#openMs()) };
    }
    const { missingCredential } = backend;
    if (missingCredential === undefined) return undefined;
    const text = `there is no credential for it: ${missingCredential}`;
    return { reason: 'credential', fault: new CallFault('auth', text) };
  }

  /** Its last failure; undefined if it has answered since. */
  get lastError(): ToolServerReport['lastError'] {
    return this.#lastError;
  }

  /** Begins a request. Call the result when the request is over. */
  begun(): RequestEnded {
    const startedAt = performance.now();
    this.#happened({ kind: 'attempt' });
    return (fault) => {
      const isUnjudged = fault === 'unjudged' || (fault !== undefined && !this.#isFailing(fault));
      if (fault !== 'unjudged') this.noted(fault);
      this.#happened({
        kind: isUnjudged ? 'unjudged' : fault === undefined ? 'success' : 'failure',
        startedAt,
      });
    };
  }

  /**
   * Remembers the reason for a missing answer; undefined for an answer. A client that took nothing is not the server's
   * failure.
   */
  noted(fault: CallFault | undefined): void {
    if (fault === undefined) this.#lastError = undefined;
    else if (!notItsFailures.has(fault.kind)) this.#lastError = { at: Date.now(), text: fault.message };
  }

  #isFailing(fault: CallFault): boolean {
    return isFailing(fault) && !(this.#isOfCallers && fault.kind === 'auth');
  }

  /** Milliseconds until an open circuit tries the server again. */
  #openMs(): number | undefined {
    const circuit = this.#circuit;
    return circuit.state === 'open' ? Math.max(0, Math.ceil(circuit.until - performance.now())) : undefined;
  }

  #happened(event: Parameters<typeof nextCircuit>[1]): void {
    const { circuit, log } = this.#parts();
    const before = this.#circuit;
    const after = nextCircuit(before, event, performance.now(), circuit);
    this.#circuit = after;
    if (before.state === 'closed' && after.state === 'open') {
      const seconds = Math.ceil(after.openMs / 1000);
      log.warn({ server: this.#name, seconds }, 'a tool server fails, and gets no requests for now');
    } else if (before.state !== 'closed' && after.state === 'closed')
      log.info({ server: this.#name }, 'a tool server answers again');
  }
}
