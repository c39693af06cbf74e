import type { Counter } from '../counters.ts';

interface Entry {
  readonly id: string;
  readonly counter: Counter;
}

/** The counters of one key, group or address. There may be many accounts, and most have one counter. */
export class Account {
  #ids: readonly string[] = none;
  #counters: Counter | readonly Counter[] = none;
  /** Forgotten: its holders have to look it up again. */
  isClosed = false;

  get entries(): readonly Entry[] {
    return this.#ids.map((id, place) => ({ id, counter: this.#at(place) }));
  }

  get(id: string): Counter | undefined {
    const place = this.#ids.indexOf(id);
    return place === -1 ? undefined : this.#at(place);
  }

  /** The counter of a meter; a new one if there is none. */
  open(id: string, make: () => Counter): Counter {
    const known = this.get(id);
    if (known !== undefined) return known;
    const counter = make();
    const before = this.#ids.map((_, place) => this.#at(place));
    this.#ids = sameList([...this.#ids, id]);
    this.#counters = before.length === 0 ? counter : before.concat([counter]); // no longer than necessary
    return counter;
  }

  isIdle(): boolean {
    for (let place = 0; place < this.#ids.length; place += 1) if (this.#at(place).used() !== 0) return false;
    return true;
  }

  #at(place: number): Counter {
    return isList(this.#counters) ? this.#counters[place]! : this.#counters;
  }
}

const none: readonly never[] = [];

function isList(counters: Counter | readonly Counter[]): counters is readonly Counter[] {
  return Array.isArray(counters);
}

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
