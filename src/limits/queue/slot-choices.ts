/** The sets of slots that requests wait for, made ready for being looked at again and again. */
import { accountOf, isOfDeployment, shareAccounts } from '../accounts/owners.ts';
import { type Meter, type Meters, metersOf } from '../rules.ts';

/** So many combinations of slots that are no key's own are at hand. */
const mostAtHand = 10_000;

/** Slots that are taken together, and what each is called among all. */
export interface Slots {
  readonly meters: Meters;
  readonly names: readonly string[];
  /** The round in which one of them was found to be taken. */
  closedIn: number;
}

/** Slots that are no key's own: the same object for the same ones. */
interface SharedSlots extends Slots {
  readonly id: number;
}

/** One of the sets of slots that somebody could have. */
export interface Choice extends Slots {
  /** Of them those that are no key's own, */
  readonly shared: SharedSlots;
  /** and the names of those that are. */
  readonly own: string;
  /** Those that its slots are of. */
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
    // Servers come and go: who is known under an earlier number waits in another lane, and no worse.
    if (this.#shared.size >= mostAtHand) this.#shared.clear();
    this.#sharedMade += 1;
    const shared = { id: this.#sharedMade, meters, names, closedIn: -1 };
    this.#shared.set(name, shared);
    return shared;
  }
}

/** Which slots there are to choose from, in whatever order somebody would have them. */
export function chainOf(choices: readonly Choice[]): string {
  if (choices.length === 1) return `${choices[0]!.shared.id}`;
  const ids = choices.map(({ shared }) => shared.id).sort((a, b) => a - b);
  return ids.join(' ');
}

/** Which slots of its own it needs: mostly the same ones, whatever it chooses. */
export function ownOf(choices: readonly Choice[]): string {
  const first = choices[0]?.own ?? '';
  if (choices.every(({ own }) => own === first)) return first;
  return choices
    .map(({ shared, own }) => `${shared.id} ${own}`)
    .sort()
    .join('\n');
}
