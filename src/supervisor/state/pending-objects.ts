/**
 * When backends are asked whether what is pending is done: soon after it was made, then after waits that grow with its age,
 * until it is too old. What is settled meanwhile, and what its backend has no more, is asked for no more. All of it follows from when an object was made, so that
 * a restart goes on where the process before was.
 */
import type { Logger } from '../../observe/log/log.ts';

/** Half of an object's age is waited, but no longer than this. */
const longestWaitMs = 30 * 60 * 1000;
/** The longest batches take a day. */
const givenUpMs = 3 * 24 * 60 * 60 * 1000;
/** So many are asked for at once, and no more in so long. */
const mostAtOnce = 20;
const paceMs = 250;

export interface PendingParts {
  /** The delay before the first look at an object; also the shortest wait. Undefined while objects are unknown. */
  readonly afterMs: () => number | undefined;
  /** Has backends asked. */
  readonly look: (ids: readonly string[]) => void;
  /** True while something is pending. */
  readonly isPending: (id: string) => boolean;
  readonly log: Logger;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

export class PendingObjects {
  readonly #parts: PendingParts;
  readonly #now: () => number;
  /** By id: when it was made, and when it is looked at next. */
  readonly #objects = new Map<string, { readonly madeAt: number; nextAt: number }>();
  #timer: NodeJS.Timeout | undefined;
  #timerAt = Number.POSITIVE_INFINITY;
  #isClosed = false;

  constructor(parts: PendingParts) {
    this.#parts = parts;
    this.#now = parts.now ?? Date.now;
  }

  /** The number of watched objects. */
  get size(): number {
    return this.#objects.size;
  }

  /** @param note What is remembered of it; only what was reserved for is looked at. */
  take(id: string, note: string): void {
    const madeAt = madeAtIn(note);
    if (madeAt === undefined || this.#isClosed) return;
    if (isGoneIn(note)) return void this.#objects.delete(id);
    const now = this.#now();
    if (now - madeAt > givenUpMs) return;
    // After a restart, too: what was done meanwhile is known soon.
    const nextAt = now + this.#waitAt(0);
    this.#objects.set(id, { madeAt, nextAt });
    this.#wakeAt(nextAt);
  }

  /** Looks at what is due. */
  look(): void {
    const now = this.#now();
    const due: string[] = [];
    let next = Number.POSITIVE_INFINITY;
    for (const [id, object] of this.#objects) {
      if (object.nextAt > now) next = Math.min(next, object.nextAt);
      else if (!this.#parts.isPending(id)) this.#objects.delete(id);
      else if (now - object.madeAt > givenUpMs) this.#giveUp(id);
      else if (due.length === mostAtOnce) next = Math.min(next, now + paceMs);
      else {
        due.push(id);
        object.nextAt = now + this.#waitAt(now - object.madeAt);
        next = Math.min(next, object.nextAt);
      }
    }
    if (due.length > 0) this.#parts.look(due);
    if (next < Number.POSITIVE_INFINITY)
      this.#wakeAt(Math.max(next, now + Math.min(paceMs, this.#waitAt(0))));
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#objects.clear();
  }

  #waitAt(ageMs: number): number {
    return Math.max(this.#parts.afterMs() ?? longestWaitMs, Math.min(longestWaitMs, ageMs / 2));
  }

  #giveUp(id: string): void {
    this.#objects.delete(id);
    const [kind, backend] = id.split(' ');
    this.#parts.log.warn(
      { object: kind, backend },
      'the usage of an object stayed unknown for three days: its reservation counts',
    );
  }

  #wakeAt(at: number): void {
    if (this.#isClosed || at >= this.#timerAt) return;
    clearTimeout(this.#timer);
    this.#timerAt = at;
    const wake = () => {
      this.#timerAt = Number.POSITIVE_INFINITY;
      this.look();
    };
    this.#timer = setTimeout(wake, Math.max(0, at - this.#now())).unref();
  }
}

/** Its backend said that it is not there any more. */
function isGoneIn(note: string): boolean {
  return note.includes('"isGone":true');
}

/** A note of how many parts of an object are counted says nothing of when it was made. */
function madeAtIn(note: string): number | undefined {
  const [, at] = /"at":(\d{1,16})\b/.exec(note) ?? [];
  return note.startsWith('{') && at !== undefined ? Number(at) : undefined;
}
