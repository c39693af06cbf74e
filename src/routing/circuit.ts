/**
 * The circuit of one deployment, as a pure function of what was and what happened. Failures in a row open it;
 * when its time is over one request goes through (half-open), whose success closes it and whose failure opens
 * it for twice as long. Times are milliseconds of a monotonic clock.
 *
 * What connections do speaks for itself. What a backend answers may be the fault of the request it answers, so that
 * one client could take a deployment from all others: such failures open a circuit only where they came to two keys,
 * or where one key is all there is; and what one key alone opened is open for that key alone.
 *
 * Every outcome carries the time its attempt began. Many requests are in flight when a deployment breaks, some
 * for minutes: what began before the circuit opened says nothing about the deployment as it is now, so it can
 * neither close an open circuit nor be taken for the one request of a half-open one.
 */

import type { CircuitConfig } from '../config/types/routing.ts';

/** A failure that the backend answered. */
export interface AnsweredFailure {
  /** The key whose request it came to. */
  readonly by: string;
  /**
   * Why such failures alone open no circuit: others used the deployment lately (so that it takes a second key), or the
   * request could go nowhere else and a closed door helps nobody. Undefined where they do.
   */
  readonly doubt: 'others_use_it' | 'nowhere_else' | undefined;
}

/**
 * Of a failure: who it was answered to; `unreached` where nobody could be reached to answer; undefined where the
 * connection failed otherwise, or was silent.
 */
export type FailureSign = AnsweredFailure | 'unreached' | undefined;

/** The known owner of failures; empty if no answer was involved. */
interface Whose {
  /** The one key that it is open for. */
  readonly by?: string;
  /** The key whose trial failed last. */
  readonly trial?: string;
}

export type Circuit =
  /** `failedAt` are the latest failures with no success between them, oldest first; `answered` says of which they are. */
  | {
      readonly state: 'closed';
      readonly failedAt: readonly number[];
      readonly answered?: readonly FailureSign[];
    }
  | ({
      readonly state: 'open';
      readonly since: number;
      readonly until: number;
      readonly openMs: number;
    } & Whose)
  /** One attempt is in flight. It is known by having begun no earlier than `dueAt`, when the pause was over. */
  | ({ readonly state: 'half_open'; readonly dueAt: number; readonly openMs: number } & Whose);

export type CircuitEvent =
  /** An attempt begins, for a key. Ask `admits` first. */
  | { readonly kind: 'attempt'; readonly by?: string | undefined }
  /** An attempt ended. Neither success nor failure is `unjudged`: the client left, or the request was at fault. */
  | {
      readonly kind: 'success' | 'failure' | 'unjudged';
      readonly startedAt: number;
      readonly answered?: FailureSign;
    }
  /** The server was reached, and answered well, for something that this circuit is not about. */
  | { readonly kind: 'reached' };

/** The request that wants a deployment. */
export interface Asker {
  readonly key: string;
  /** No other key has wanted it lately. */
  readonly isAlone: boolean;
}

/** The circuit of a deployment of which nothing is known. */
export const closedCircuit: Circuit = { state: 'closed', failedAt: [] };

/** True if a request may go to the deployment now; an open circuit whose time is over admits one. */
export function admits(circuit: Circuit, now: number, asker?: Asker): boolean {
  if (circuit.state === 'closed') return true;
  if (asker !== undefined && circuit.by !== undefined && circuit.by !== asker.key) return true;
  if (circuit.state === 'half_open' || now < circuit.until) return false;
  // The same key would only find out the same again.
  return asker === undefined || asker.isAlone || circuit.trial !== asker.key;
}

/** The circuit after an event. Returns the same object where nothing changes. */
export function nextCircuit(
  circuit: Circuit,
  event: CircuitEvent,
  now: number,
  settings: CircuitConfig,
): Circuit {
  if (event.kind === 'attempt') {
    // An attempt on a circuit that is still open is the last resort of a chain with nothing else to try.
    if (circuit.state !== 'open' || now < circuit.until) return circuit;
    return {
      state: 'half_open',
      dueAt: circuit.until,
      openMs: circuit.openMs,
      ...whose(circuit.by, event.by),
    };
  }
  if (event.kind === 'reached') return circuit.state === 'closed' ? withoutUnreached(circuit) : circuit;
  switch (circuit.state) {
    case 'closed':
      return nextClosed(circuit, event, now, settings);
    case 'open':
      return nextOpen(circuit, event, now, settings);
    case 'half_open':
      if (event.startedAt < circuit.dueAt) return circuit;
      if (event.kind === 'success') return closedCircuit;
      // Nothing was learned: the next request may find out.
      if (event.kind === 'unjudged') {
        const { dueAt, openMs } = circuit;
        return { state: 'open', since: dueAt, until: now, openMs, ...whose(circuit.by) };
      }
      return afterTrial(circuit, event.answered, now, settings);
  }
}

type Ended = Exclude<CircuitEvent, { readonly kind: 'attempt' | 'reached' }>;
type Closed = Extract<Circuit, { state: 'closed' }>;

/** That others can reach the server ends the row of failures to. */
function withoutUnreached(circuit: Closed): Circuit {
  const { failedAt, answered } = circuit;
  if (answered?.includes('unreached') !== true) return circuit;
  return closedAfter(
    failedAt.filter((_, index) => answered[index] !== 'unreached'),
    answered.filter((sign) => sign !== 'unreached'),
  );
}

function closedAfter(failedAt: readonly number[], answered: readonly FailureSign[]): Circuit {
  const isSigned = answered.some((sign) => sign !== undefined);
  return { state: 'closed', failedAt, ...(isSigned ? { answered } : {}) };
}

function nextClosed(circuit: Closed, event: Ended, now: number, settings: CircuitConfig): Circuit {
  if (event.kind === 'unjudged') return circuit;
  if (event.kind === 'success') return circuit.failedAt.length === 0 ? circuit : closedCircuit;
  const recent = circuit.failedAt.map((at) => now - at <= settings.windowMs);
  // Failures that are in doubt can be many, and the latest are what counts.
  const failedAt = [...circuit.failedAt.filter((_, index) => recent[index]), now].slice(-settings.failures);
  const before = circuit.answered ?? circuit.failedAt.map(() => undefined);
  const answered = [...before.filter((_, index) => recent[index]), event.answered].slice(-settings.failures);
  if (failedAt.length >= settings.failures && isConvincing(answered)) {
    const by = answered.map(keyOf);
    return opened(now, settings.openMs, whose(by.every((key) => key === by[0]) ? by[0] : undefined));
  }
  return closedAfter(failedAt, answered);
}

/** True if failures in a row are the deployment's, and not those of one client's requests. */
function isConvincing(answered: readonly FailureSign[]): boolean {
  const keys = new Set<string>();
  for (const one of answered) {
    if (one === undefined || one === 'unreached' || one.doubt === undefined) return true;
    if (one.doubt === 'others_use_it') keys.add(one.by);
  }
  return keys.size >= 2;
}

function nextOpen(
  circuit: Extract<Circuit, { state: 'open' }>,
  event: Ended,
  now: number,
  settings: CircuitConfig,
): Circuit {
  if (event.kind === 'success') return event.startedAt >= circuit.since ? closedCircuit : circuit;
  if (event.kind === 'unjudged') return circuit;
  // The trial of another process.
  if (event.startedAt >= circuit.until) return afterTrial(circuit, event.answered, now, settings);
  const { by, ...rest } = circuit;
  const isSecond =
    event.startedAt >= circuit.since &&
    keyOf(event.answered) !== by &&
    doubtOf(event.answered) !== 'nowhere_else';
  return by !== undefined && isSecond ? rest : circuit;
}

function afterTrial(
  { by, openMs }: { readonly openMs: number } & Whose,
  answered: FailureSign,
  now: number,
  { maxOpenMs }: CircuitConfig,
): Circuit {
  // A backend that answers can be reached, and there is no other place for the requests.
  if (doubtOf(answered) === 'nowhere_else') return { state: 'closed', failedAt: [now], answered: [answered] };
  const key = keyOf(answered);
  return opened(now, Math.min(openMs * 2, maxOpenMs), whose(key === by ? by : undefined, key));
}

/** The key that a failure was answered to; undefined where it was not answered. */
function keyOf(sign: FailureSign): string | undefined {
  return typeof sign === 'object' ? sign.by : undefined;
}

function doubtOf(sign: FailureSign): AnsweredFailure['doubt'] {
  return typeof sign === 'object' ? sign.doubt : undefined;
}

function opened(now: number, openMs: number, of: Whose = {}): Circuit {
  return { state: 'open', since: now, until: now + openMs, openMs, ...of };
}

function whose(by: string | undefined, trial?: string): Whose {
  return { ...(by === undefined ? {} : { by }), ...(trial === undefined ? {} : { trial }) };
}
