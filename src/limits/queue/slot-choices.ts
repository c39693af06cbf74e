/** The sets of slots that requests wait for, prepared for repeated tests. */
import { accountOf, isOfDeployment, shareAccounts } from '../accounts/owners.ts';
import { type Meter, type Meters, metersOf } from '../rules.ts';

/** Combinations of slots without a key's own that are kept ready. */
const mostAtHand = 10_000;

/** Slots that are taken together, and the name of each. */
export interface Slots {
  readonly meters: Meters;
  readonly names: readonly string[];
  /** The round in which one of them was found to be taken. */
  closedIn: number;
}

/** Slots that are no key's own: equal ones are one object. */
interface SharedSlots extends Slots {
  readonly id: number;
}

/** One of the sets of slots that a request could take. */
export interface Choice extends Slots {
  /** The slots that are no key's own, */
  readonly shared: SharedSlots;
  /** and the names of the key's own. */
  readonly own: string;
  /** The accounts of its slots. */
  readonly accounts: readonly string[];
}

export class SlotChoices {
  readonly #known = new WeakMap<Meters, Choice>();
  readonly #shared = new Map<string, SharedSlots>();
  #sharedMade = 0;

  /** The same object for the same meters. */
  of(meters: Meters): Choice {
    const known = this.#known.get(meters);
    if (known !== undefined) return known;
    const nameOf = (meter: Meter) => `${accountOf(meters, meter)}#${meter.id}#${meter.limit}`;
    const isOwn = (meter: Meter) => !isOfDeployment(meter);
    const choice = {
      meters,
      names: meters.list.map(nameOf),
      closedIn: -1,
      shared: this.#sharedOf(metersOf(meters.account, meters.list.filter(isOfDeployment)), nameOf),
      own: meters.list.filter(isOwn).map(nameOf).join(' '),
      accounts: meters.accounts.filter((account) => !account.startsWith(shareAccounts)),
    };
    this.#known.set(meters, choice);
    return choice;
  }

  #sharedOf(meters: Meters, nameOf: (meter: Meter) => string): SharedSlots {
    const names = meters.list.map(nameOf);
    const name = names.join(' ');
    const known = this.#shared.get(name);
    if (known !== undefined) return known;
    // Servers come and go: a request with an earlier number waits in another lane, and no worse.
    if (this.#shared.size >= mostAtHand) this.#shared.clear();
    this.#sharedMade += 1;
    const shared = { id: this.#sharedMade, meters, names, closedIn: -1 };
    this.#shared.set(name, shared);
    return shared;
  }
}

/** The name of a set of choices, in any order of preference. */
export function chainOf(choices: readonly Choice[]): string {
  if (choices.length === 1) return `${choices[0]!.shared.id}`;
  const ids = choices.map(({ shared }) => shared.id).sort((a, b) => a - b);
  return ids.join(' ');
}

/** The name of the key's own slots that a request needs: mostly the same ones for every choice. */
export function ownOf(choices: readonly Choice[]): string {
  const first = choices[0]?.own ?? '';
  if (choices.every(({ own }) => own === first)) return first;
  return choices
    .map(({ shared, own }) => `${shared.id} ${own}`)
    .sort()
    .join('\n');
}
