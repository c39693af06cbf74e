/** Parts of a combination of meters: the shared store gets only those that it needs. */
import { type Meters, metersOf } from './rules.ts';

/** True if a request takes a slot of them. */
export function hasSlots({ list }: Meters): boolean {
  return list.some(({ kind }) => kind === 'concurrency');
}

/** The changes that give back a slot, and nothing else. */
export function slotChanges({ list }: Meters): readonly number[] {
  return list.map(({ kind }) => (kind === 'concurrency' ? -1 : 0));
}

const slotMeters = new WeakMap<Meters, Meters>();

/** The meters among them that count slots: the same object each time. */
export function slotMetersOf(meters: Meters): Meters {
  const known = slotMeters.get(meters);
  if (known !== undefined) return known;
  const { account, list, isTransient } = meters;
  const slots = list.filter(({ kind }) => kind === 'concurrency');
  const part = metersOf(account, slots, isTransient);
  slotMeters.set(meters, part);
  return part;
}
