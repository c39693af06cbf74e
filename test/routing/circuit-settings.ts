import type { CircuitConfig } from '../../src/config/types/routing.ts';
import { type Circuit, type CircuitEvent, nextCircuit as nextOf } from '../../src/routing/circuit.ts';
import { type Health, type HealthEvent, nextHealth as nextHealthOf } from '../../src/routing/health.ts';

/** What a file says that leaves `routing.circuit` out. */
export const defaultCircuitSettings: CircuitConfig = {
  failures: 5,
  windowMs: 30_000,
  openMs: 10_000,
  maxOpenMs: 120_000,
};

/** The circuit after an event, by the settings above or a test's own. */
export function nextCircuit(
  circuit: Circuit,
  event: CircuitEvent,
  now: number,
  settings: CircuitConfig = defaultCircuitSettings,
): Circuit {
  return nextOf(circuit, event, now, settings);
}

/** The health after an event, by the settings above. */
export function nextHealth(health: Health, event: HealthEvent, now: number): Health {
  return nextHealthOf(health, event, now, defaultCircuitSettings);
}
