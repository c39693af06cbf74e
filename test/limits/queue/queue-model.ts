/** What a waiting room must do, written for the reader and not for speed: everything is looked at each time. */

export interface ModelWaiter {
  readonly wait: number;
  readonly worker: number;
  readonly room: string;
  readonly rank: number;
  readonly key: string;
  readonly weight: number;
  /** Names of slots, those of each choice. */
  readonly choices: readonly (readonly string[])[];
  readonly sinceMs: number;
  readonly untilMs: number;
}

export type ModelEvent =
  | { readonly wait: number; readonly seat: number }
  | { readonly wait: number; readonly refused: string };

export class QueueModel {
  readonly #limits: ReadonlyMap<string, number>;
  readonly #used = new Map<string, number>();
  readonly #inARow = new Map<string, number>();
  waiters: ModelWaiter[] = [];
  readonly seated = new Map<number, { readonly waiter: ModelWaiter; readonly slots: readonly string[] }>();
  events: ModelEvent[] = [];

  constructor(limits: ReadonlyMap<string, number>) {
    this.#limits = limits;
  }

  enter(waiter: ModelWaiter, length: number, now: number): void {
    if (waiter.untilMs <= now) this.events.push({ wait: waiter.wait, refused: 'timeout' });
    else if (this.waiters.filter(({ room }) => room === waiter.room).length >= length)
      this.events.push({ wait: waiter.wait, refused: 'full' });
    else {
      this.waiters.push(waiter);
      this.#serve();
    }
  }

  leave(wait: number): void {
    this.waiters = this.waiters.filter((one) => one.wait !== wait);
    this.finish(wait);
  }

  finish(wait: number): void {
    const seat = this.seated.get(wait);
    if (seat === undefined) return;
    this.seated.delete(wait);
    for (const name of seat.slots) this.#used.set(name, this.#used.get(name)! - 1);
    this.#serve();
  }

  die(worker: number): void {
    this.waiters = this.waiters.filter((one) => one.worker !== worker);
    for (const [wait, { waiter }] of [...this.seated]) if (waiter.worker === worker) this.finish(wait);
  }

  expire(now: number): void {
    const over = this.waiters.filter(({ untilMs }) => untilMs <= now);
    over.sort((a, b) => a.untilMs - b.untilMs);
    this.waiters = this.waiters.filter(({ untilMs }) => untilMs > now);
    for (const { wait } of over) this.events.push({ wait, refused: 'timeout' });
  }

  /** A request that takes what is free and waits for nothing. */
  takes(slots: readonly string[]): boolean {
    if (!slots.every((name) => this.#isFree(name))) return false;
    for (const name of slots) this.#used.set(name, (this.#used.get(name) ?? 0) + 1);
    return true;
  }

  gives(slots: readonly string[]): void {
    for (const name of slots) this.#used.set(name, this.#used.get(name)! - 1);
    this.#serve();
  }

  #serve(): void {
    for (;;) {
      const fitting = this.waiters.filter((waiter) => this.#choiceOf(waiter) >= 0);
      if (fitting.length === 0) return;
      const counts: [string, number][] = [];
      const next = this.#pick(fitting, counts);
      for (const [name, count] of counts) this.#inARow.set(name, count);
      const seat = this.#choiceOf(next);
      const slots = next.choices[seat]!;
      this.takes(slots);
      this.waiters = this.waiters.filter((one) => one !== next);
      this.seated.set(next.wait, { waiter: next, slots });
      this.events.push({ wait: next.wait, seat });
    }
  }

  /** One of eight places of a rank goes to those below who could have it; else the least under way for its weight, then who came first. */
  #pick(fitting: readonly ModelWaiter[], counts: [string, number][]): ModelWaiter {
    const rank = Math.min(...fitting.map((one) => one.rank));
    const before = (a: ModelWaiter, b: ModelWaiter) =>
      this.#underWay(a) / a.weight - this.#underWay(b) / b.weight || a.sinceMs - b.sinceMs;
    const best = fitting.filter((one) => one.rank === rank).sort(before)[0]!;
    const given = best.choices[this.#choiceOf(best)]!;
    const below = fitting.filter(
      (one) =>
        one.rank > rank &&
        one.choices.some(
          (slots) =>
            slots.every((name) => this.#isFree(name)) &&
            slots.some((name) => given.includes(name) && !name.startsWith('share ')),
        ),
    );
    if (below.length === 0) return best;
    const row = `${rank} ${best.room}`;
    const inARow = this.#inARow.get(row) ?? 0;
    if (inARow < 7) {
      counts.push([row, inARow + 1]);
      return best;
    }
    counts.push([row, 0]);
    return this.#pick(below, counts);
  }

  #choiceOf({ choices }: ModelWaiter): number {
    return choices.findIndex((slots) => slots.every((name) => this.#isFree(name)));
  }

  #isFree(name: string): boolean {
    return (this.#used.get(name) ?? 0) < (this.#limits.get(name) ?? Number.POSITIVE_INFINITY);
  }

  #underWay({ key, room }: ModelWaiter): number {
    return this.#used.get(`share ${key} ${room}`) ?? 0;
  }
}
