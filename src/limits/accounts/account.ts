import type { Counter } from '../counters.ts';

interface Entry {
  readonly id: string;
  readonly counter: Counter;
}

/** The counters of one key, group or end user. There may be very many accounts, and few counters in each. */
export class Account {
  #ids: readonly string[] = none;
  #counters: readonly Counter[] = noCounters;
  /** Forgotten: whoever still has it has to look it up again. */
  isClosed = false;

  get entries(): readonly Entry[] {
    return this.#counters.map((counter, place) => ({ id: this.#ids[place]!, counter }));
  }

  get(id: string): Counter | undefined {
    const place = this.#ids.indexOf(id);
    return place === -1 ? undefined : this.#counters[place];
  }

  /** The counter of a meter; a new one where there is none. */
  open(id: string, make: () => Counter): Counter {
    const known = this.get(id);
    if (known !== undefined) return known;
    const counter = make();
    this.#ids = sameList([...this.#ids, id]);
    this.#counters = this.#counters.concat([counter]); // no longer than it has to be
    return counter;
  }

  isIdle(): boolean {
    for (const counter of this.#counters) if (counter.used() > 0) return false;
    return true;
  }
}

const none: readonly string[] = [];
const noCounters: readonly Counter[] = [];

/** Accounts under one rule have the same ids: they share the list. There are as many as there are rules. */
const lists = new Map<string, readonly string[]>();
const mostLists = 10_000;

function sameList(ids: readonly string[]): readonly string[] {
  const name = ids.join('\n');
  const known = lists.get(name);
  if (known !== undefined) return known;
  if (lists.size < mostLists) lists.set(name, ids);
  return ids;
}
