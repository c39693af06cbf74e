/**
 * The causes of past messages to operators. A cause is an event and its subject. While it lasts there is no second
 * message; its end is reported once. A cause that comes and goes has at most one new message an hour.
 */
import type { NotifyEvent } from '../../config/types/telemetry.ts';
import type { Matter, MessageState } from './message.ts';

/** The present matters by event; undefined for an event whose state is unknown at the moment. */
export type Looked = ReadonlyMap<NotifyEvent, readonly Matter[] | undefined>;

/** Something to be told. */
export interface Telling extends Matter {
  readonly state: Exclude<MessageState, 'test'>;
}

/** The memory of one cause. */
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

  /** Takes over an earlier process's memory. */
  restore(causes: readonly Cause[]): void {
    for (const cause of causes) this.#known.set(nameOf(cause), cause);
  }

  get list(): readonly Cause[] {
    return [...this.#known.values()];
  }

  /** The messages about new and about ended matters. */
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

  /** The messages about matters without a duration. */
  happened(matters: readonly Matter[], now: number): readonly Telling[] {
    return matters
      .filter((matter) => this.#begins(matter, now, false))
      .map((matter) => ({ state: 'happened', ...matter }));
  }

  /** True if a message is due; notes it. */
  #begins(matter: Matter, now: number, isOpen: boolean): boolean {
    const name = nameOf(matter);
    const known = this.#known.get(name);
    if (known !== undefined && isWithinHour(known, now)) return false;
    this.#known.delete(name); // the newest stand last
    const { event, about, text } = matter;
    this.#known.set(name, { event, about, text, toldAt: now, isOpen });
    return true;
  }

  /** Open causes are never forgotten: they would be reported anew while they last. */
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
