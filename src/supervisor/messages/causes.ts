/**
 * What operators were told of. A cause is an event and what it is about. While it lasts nobody is told again; when it is
 * over they are told so, once. One that comes and goes has a new message once an hour at most.
 */
import type { NotifyEvent } from '../../config/types/notify.ts';
import type { Matter, MessageState } from './message.ts';

/** What is so now, by event; undefined for an event of which nobody can tell at the moment. */
export type Looked = ReadonlyMap<NotifyEvent, readonly Matter[] | undefined>;

/** Something to be told. */
export interface Telling extends Matter {
  readonly state: Exclude<MessageState, 'test'>;
}

/** What is remembered of one cause. */
export interface Cause extends Matter {
  /** When it was last told that it had begun, in milliseconds since the epoch. */
  readonly toldAt: number;
  /** Nobody was told yet that it is over. */
  readonly isOpen: boolean;
}

const hourMs = 3_600_000;
/** Of those that are over, or do not last, more are forgotten, the oldest first: keys can be very many. */
const mostClosed = 10_000;

export class Causes {
  /** By event and what it is about. */
  readonly #known = new Map<string, Cause>();

  /** What an earlier process remembered. */
  restore(causes: readonly Cause[]): void {
    for (const cause of causes) this.#known.set(nameOf(cause), cause);
  }

  get list(): readonly Cause[] {
    return [...this.#known.values()];
  }

  /** What is to be told of what is so now, and of what is so no more. */
  look(looked: Looked, now: number): readonly Telling[] {
    const tellings: Telling[] = [];
    for (const [event, matters] of looked) {
      if (matters === undefined) continue;
      const present = new Map(matters.map((matter) => [nameOf(matter), matter]));
      for (const matter of present.values()) {
        if (this.#known.get(nameOf(matter))?.isOpen === true) continue;
        if (this.#begins(matter, now, true)) tellings.push({ state: 'begun', ...matter });
      }
      for (const [name, cause] of this.#known) {
        if (cause.event !== event || !cause.isOpen || present.has(name)) continue;
        const { about, text } = cause;
        this.#known.set(name, { ...cause, isOpen: false });
        tellings.push({ state: 'over', event, about, text });
      }
    }
    this.#forget(now);
    return tellings;
  }

  /** What is to be told of what does not last. */
  happened(matters: readonly Matter[], now: number): readonly Telling[] {
    return matters
      .filter((matter) => this.#begins(matter, now, false))
      .map((matter) => ({ state: 'happened', ...matter }));
  }

  /** Whether it is to be told, which is remembered then. */
  #begins(matter: Matter, now: number, isOpen: boolean): boolean {
    const name = nameOf(matter);
    const known = this.#known.get(name);
    if (known !== undefined && isWithinHour(known, now)) return false;
    this.#known.delete(name); // the newest stand last
    const { event, about, text } = matter;
    this.#known.set(name, { event, about, text, toldAt: now, isOpen });
    return true;
  }

  /** What is open is never forgotten: it would be told anew while it lasts. */
  #forget(now: number): void {
    const closed = [...this.#known].filter(([, { isOpen }]) => !isOpen);
    const beyond = closed.length - mostClosed;
    for (const [index, [name, cause]] of closed.entries()) {
      if (index < beyond || !isWithinHour(cause, now)) this.#known.delete(name);
    }
  }
}

function nameOf({ event, about }: Pick<Matter, 'event' | 'about'>): string {
  return `${event} ${about}`;
}

/** A clock that was set back must not keep anybody quiet for long. */
function isWithinHour({ toldAt }: Cause, now: number): boolean {
  return Math.abs(now - toldAt) < hourMs;
}
