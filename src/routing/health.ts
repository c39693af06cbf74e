/**
 * This worker's view of a deployment: its circuit, which may exclude it, and the end of a pause that the backend asked
 * for, which only puts it last. Pure data, so that it can be kept through a reload.
 */
import type { CircuitConfig } from '../config/types/routing.ts';
import {
  type Asker,
  admits,
  type Circuit,
  type CircuitEvent,
  closedCircuit,
  nextCircuit,
} from './circuit.ts';

export interface Health {
  readonly circuit: Circuit;
  /** Until when (monotonic milliseconds) it comes after its peers; 0 when it never was put last. */
  readonly lastUntil: number;
}

/**
 * `out` deployments are not tried, except as the last resort of a chain that has nothing else; `drained` ones, which the
 * operator took out, never are.
 */
export type HealthState = 'healthy' | 'last' | 'out' | 'drained';

export type HealthEvent =
  | CircuitEvent
  /** The backend asked for a pause. Reported beside the outcome of the attempt, not in its place. */
  | { readonly kind: 'pause'; readonly forMs: number };

/** The longest pause that a backend can ask for. */
export const longestPauseMs = 300_000;

export const healthy: Health = { circuit: closedCircuit, lastUntil: 0 };

/** The health after an event; the same object where nothing changes. */
export function nextHealth(health: Health, event: HealthEvent, now: number, settings: CircuitConfig): Health {
  if (event.kind === 'pause') {
    const lastUntil = now + Math.min(event.forMs, longestPauseMs);
    // A pause that ends sooner does not shorten one that was asked for before.
    return lastUntil > health.lastUntil ? { circuit: health.circuit, lastUntil } : health;
  }
  const circuit = nextCircuit(health.circuit, event, now, settings);
  return circuit === health.circuit ? health : { circuit, lastUntil: health.lastUntil };
}

/** True for a deployment without any known trouble, at any time. */
export function isUntroubled({ circuit, lastUntil }: Health): boolean {
  return circuit.state === 'closed' && lastUntil === 0;
}

/** The place of a deployment in its model's order now. One whose circuit is due for a trial keeps its place. */
export function healthStateOf(health: Health, now: number, asker?: Asker): HealthState {
  if (!admits(health.circuit, now, asker)) return 'out';
  return now < health.lastUntil ? 'last' : 'healthy';
}
