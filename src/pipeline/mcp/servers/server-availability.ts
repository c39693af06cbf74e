import { admits, type Circuit, closedCircuit, nextCircuit } from '../../../routing/circuit.ts';
import { CallFault, isFailing } from './server-call-fault.ts';
import type { ServerParts } from './server-parts.ts';

/** Takes the end of a request: a fault, undefined for an answer, `unjudged` where the server is not to blame. */
export type RequestEnded = (fault: CallFault | undefined | 'unjudged') => void;

/** Decides by health check, circuit and credential if a server gets requests. */
export class ServerAvailability {
  readonly #name: string;
  readonly #parts: () => ServerParts;
  #circuit: Circuit = closedCircuit;

  constructor(name: string, parts: () => ServerParts) {
    this.#name = name;
    this.#parts = parts;
  }

  /** The reason why nothing is sent to it; undefined where something may be. */
  get out(): CallFault | undefined {
    const { backend } = this.#parts();
    if (backend.isDown) return new CallFault('out', 'its health check says that it is down');
    if (!admits(this.#circuit, performance.now()))
      return new CallFault('out', 'it has failed too often lately, and is left alone for now');
    const { missingCredential } = backend;
    return missingCredential === undefined
      ? undefined
      : new CallFault('auth', `there is no credential for it: ${missingCredential}`);
  }

  /** A request begins. Call the result when it is over. */
  begun(): RequestEnded {
    const startedAt = performance.now();
    this.#happened({ kind: 'attempt' });
    return (fault) => {
      const isUnjudged = fault === 'unjudged' || (fault !== undefined && !isFailing(fault));
      this.#happened({
        kind: isUnjudged ? 'unjudged' : fault === undefined ? 'success' : 'failure',
        startedAt,
      });
    };
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
