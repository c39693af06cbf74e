/**
 * The health of a deployment by what fails together: an answer counts for the endpoints of one family, that the server
 * can't be reached for all of them.
 */
import { type HealthFamily, healthFamilies } from '../api/endpoints/endpoint.ts';
import type { CircuitConfig } from '../config/types/routing.ts';
import type { CircuitEvent } from './circuit.ts';
import { type Health, type HealthEvent, healthy, nextHealth } from './health.ts';

export type FamilyHealth = Readonly<Record<HealthFamily, Health>>;

/** Of a deployment of which nothing is known. */
export const healthyAll = Object.fromEntries(
  healthFamilies.map((family) => [family, healthy]),
) as FamilyHealth;

/** The health of all families after an event of one; the same object where nothing changes. */
export function nextFamilyHealth(
  health: FamilyHealth,
  of: HealthFamily,
  event: HealthEvent,
  now: number,
  settings: CircuitConfig,
): FamilyHealth {
  let next = withNext(health, of, event, now, settings);
  const others = meaningForOthers(event);
  if (others === undefined) return next;
  for (const family of healthFamilies) {
    if (family !== of) next = withNext(next, family, others, now, settings);
  }
  return next;
}

/** The meaning of one family's event for the others. */
function meaningForOthers(event: HealthEvent): CircuitEvent | undefined {
  if (event.kind === 'success') return reached;
  return event.kind === 'failure' && event.answered === 'unreached' ? event : undefined;
}

const reached: CircuitEvent = { kind: 'reached' };

function withNext(
  health: FamilyHealth,
  family: HealthFamily,
  event: HealthEvent,
  now: number,
  settings: CircuitConfig,
): FamilyHealth {
  const next = nextHealth(health[family], event, now, settings);
  return next === health[family] ? health : { ...health, [family]: next };
}
