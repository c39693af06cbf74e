/** The number of workers and the way to their address, at the start and in a change of configuration. */
import type { Config } from '../config/types/gateway.ts';
import { asksFor } from '../process/asked-certificates.ts';
import { autoWorkers } from './auto-workers.ts';

/** A change's effect on the workers, beside the configuration itself. */
export interface Shape {
  /** Workers. */
  readonly size: number;
  /** The address is the one that workers listen at now: those that start join them there. */
  readonly joins: boolean;
  /** None of the workers there are can take the change: it takes new ones. */
  readonly replaces: boolean;
  /** The time that surplus workers have for their requests in flight. */
  readonly drainMs: number;
}

/** Nobody listens yet. */
export function shapeAtStart(config: Config): Shape {
  return { size: workersOf(config), joins: false, replaces: false, drainMs: 0 };
}

/** The changes for the workers beside their configuration. */
export function shapeOf({ listen }: Config, next: Config): Shape {
  const isSameAddress =
    listen.address.host === next.listen.address.host && listen.address.port === next.listen.address.port;
  const isOtherTransport =
    (listen.tls.kind === 'terminated_by') !== (next.listen.tls.kind === 'terminated_by');
  return {
    size: workersOf(next),
    joins: isSameAddress,
    // A worker can't open an address twice, and what it has open can't begin or cease to speak TLS or to ask for certificates.
    replaces: isSameAddress && (isOtherTransport || asksFor(listen) !== asksFor(next.listen)),
    drainMs: next.listen.drainMs,
  };
}

function workersOf({ workers }: Config): number {
  return workers === 'auto' ? autoWorkers() : workers;
}

/** Tells when the process that has the port is this very gateway. */
export function withOwnPort(error: unknown, { listen, admin }: Config, next: Config): unknown {
  const own = [listen.address.port, admin?.address.port];
  const isOwn = error instanceof Error && error.message.includes('EADDRINUSE');
  if (!isOwn || !own.includes(next.listen.address.port)) return error;
  return new Error(
    `${error.message}; it is this gateway itself that has the port, and one port can't be opened twice: ` +
      'move it to another port first, in a change of its own',
    { cause: error },
  );
}
