/** Parts of a combination of meters: what is sent to the shared store is no more than what it has to know. */
import type { Meter, Meters } from './rules.ts';

/** Whether a request takes a slot of them. */
export function hasSlots({ list }: Meters): boolean {
  return list.some(({ kind }) => kind === 'concurrency');
}

/** What giving back a slot changes, and nothing else. */
export function slotChanges({ list }: Meters): readonly number[] {
  return list.map(({ kind }) => (kind === 'concurrency' ? -1 : 0));
}

const parts = new WeakMap<Meters, Map<string, Meters>>();

/** Some of the meters as meters of their own, the same object each time. */
function partOf(meters: Meters, name: string, isIn: (meter: Meter, place: number) => boolean): Meters {
  let known = parts.get(meters);
  if (known === undefined) {
    known = new Map();
    parts.set(meters, known);
  }
  const before = known.get(name);
  if (before !== undefined) return before;
  const part = { ...meters, list: meters.list.filter(isIn) };
  known.set(name, part);
  return part;
}

/** Those of them that count slots. */
export function slotMetersOf(meters: Meters): Meters {
  return partOf(meters, 'slots', ({ kind }) => kind === 'concurrency');
}

/** What settling leaves as it is need not be sent. */
export function changedOf(meters: Meters, changes: readonly number[]): Meters {
  let name = '';
  for (let place = 0; place < changes.length; place += 1) if (changes[place] !== 0) name += `${place},`;
  return partOf(meters, name, (_, place) => changes[place] !== 0);
}
