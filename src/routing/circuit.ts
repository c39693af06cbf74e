/**
 * The circuit of one deployment, as a pure function of what was and what happened. Failures in a row open it;
 * when its time is over one request goes through (half-open), whose success closes it and whose failure opens
 * it for twice as long. Times are milliseconds of a monotonic clock.
 *
 * Every outcome carries the time its attempt began. Many requests are under way when a deployment breaks, some
 * for minutes: what began before the circuit opened says nothing about the deployment as it is now, so it can
 * neither close an open circuit nor be taken for the one request of a half-open one.
 */

export interface CircuitSettings {
  /** This many failures in a row open the circuit, */
  readonly failures: number;
  /** if the first of them is no older than this. */
  readonly windowMs: number;
  /** How long it is open the first time, */
  readonly openMs: number;
  /** and, doubled each time the half-open request fails, at most. */
  readonly maxOpenMs: number;
}

export const defaultCircuitSettings: CircuitSettings = {
  failures: 5,
  windowMs: 30_000,
  openMs: 10_000,
  maxOpenMs: 120_000,
};

export type Circuit =
  /** `failedAt` are the latest failures with no success between them, oldest first. */
  | { readonly state: 'closed'; readonly failedAt: readonly number[] }
  | { readonly state: 'open'; readonly since: number; readonly until: number; readonly openMs: number }
  /** One attempt is under way. It is known by having begun no earlier than `dueAt`, when the pause was over. */
  | { readonly state: 'half_open'; readonly dueAt: number; readonly openMs: number };

export type CircuitEvent =
  /** An attempt begins. Ask `admits` first. */
  | { readonly kind: 'attempt' }
  /** An attempt ended. Neither success nor failure is `unjudged`: the client left, or the request was at fault. */
  | { readonly kind: 'success' | 'failure' | 'unjudged'; readonly startedAt: number };

/** The circuit of a deployment of which nothing is known. */
export const closedCircuit: Circuit = { state: 'closed', failedAt: [] };

/** Whether a request may go to the deployment now; an open circuit whose time is over admits one. */
export function admits(circuit: Circuit, now: number): boolean {
  return circuit.state === 'closed' || (circuit.state === 'open' && now >= circuit.until);
}

/** The circuit after an event. Returns the same object where nothing changes. */
export function nextCircuit(
  circuit: Circuit,
  event: CircuitEvent,
  now: number,
  settings: CircuitSettings = defaultCircuitSettings,
): Circuit {
  if (event.kind === 'attempt') {
    // An attempt on a circuit that is still open is the last resort of a chain with nothing else to try.
    const isDue = circuit.state === 'open' && now >= circuit.until;
    return isDue ? { state: 'half_open', dueAt: circuit.until, openMs: circuit.openMs } : circuit;
  }
  switch (circuit.state) {
    case 'closed':
      return nextClosed(circuit, event.kind, now, settings);
    case 'open':
      return event.kind === 'success' && event.startedAt >= circuit.since ? closedCircuit : circuit;
    case 'half_open':
      if (event.startedAt < circuit.dueAt) return circuit;
      if (event.kind === 'success') return closedCircuit;
      // Nothing was learned: the next request may find out.
      if (event.kind === 'unjudged')
        return { state: 'open', since: circuit.dueAt, until: now, openMs: circuit.openMs };
      return opened(now, Math.min(circuit.openMs * 2, settings.maxOpenMs));
  }
}

function nextClosed(
  circuit: Extract<Circuit, { state: 'closed' }>,
  kind: 'success' | 'failure' | 'unjudged',
  now: number,
  settings: CircuitSettings,
): Circuit {
  if (kind === 'unjudged') return circuit;
  if (kind === 'success') return circuit.failedAt.length === 0 ? circuit : closedCircuit;
  const failedAt = [...circuit.failedAt.filter((at) => now - at <= settings.windowMs), now];
  return failedAt.length >= settings.failures ? opened(now, settings.openMs) : { state: 'closed', failedAt };
}

function opened(now: number, openMs: number): Circuit {
  return { state: 'open', since: now, until: now + openMs, openMs };
}
