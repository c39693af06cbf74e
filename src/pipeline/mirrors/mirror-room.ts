import type { BufferBudget } from '../buffer-budget.ts';

/** The most that copies hold of a worker's room for requests. */
const mostShare = 1 / 8;

export type MirrorOutcome = 'sent' | 'dropped';

/** One copy in flight that can be ended early. */
export interface Expendable {
  /** Its backend; undefined before it is sent. */
  readonly backend: string | undefined;
  /** It still has room for its body. */
  holds(): boolean;
  /** Ends it now. */
  giveUp(): void;
}

/**
 * The room of copies in one worker, of every version of the configuration: bytes of bodies, and connections. If a
 * request needs either, the newest copy ends first.
 */
export class MirrorRoom {
  readonly counts: Record<MirrorOutcome, number> = { sent: 0, dropped: 0 };
  readonly #budget: BufferBudget;
  readonly #underWay: Expendable[] = [];
  #heldBytes = 0;

  constructor(budget: BufferBudget) {
    this.#budget = budget;
    budget.whenShort(() => {
      for (const one of [...this.#underWay].reverse()) if (one.holds()) one.giveUp();
    });
  }

  /** Takes room for the body of a copy, if there is any to spare. */
  take(bytes: number): boolean {
    const most = this.#budget.maxBytes * mostShare;
    if (this.#heldBytes + bytes > most || !this.#budget.hold(bytes)) return false;
    this.#heldBytes += bytes;
    return true;
  }

  free(bytes: number): void {
    this.#heldBytes -= bytes;
    this.#budget.free(bytes);
  }

  enter(one: Expendable): void {
    this.#underWay.push(one);
  }

  leave(one: Expendable): void {
    const at = this.#underWay.indexOf(one);
    if (at !== -1) this.#underWay.splice(at, 1);
  }

  /** Ends copies at a backend, since a request waits for a connection there. */
  giveUpAt(backend: string): void {
    this.#underWay.findLast((one) => one.backend === backend)?.giveUp();
  }
}
