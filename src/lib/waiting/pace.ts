/** The speed at which waiting requests are served, over the last minute and while any waited. */

const secondsKept = 60;
/** So many have to have been served in it for the pace to be known, */
const leastServed = 10;
/** and for so long somebody has to have waited. */
const leastMs = 1000;

export class RoomPace {
  readonly #served = new Array<number>(secondsKept).fill(0);
  readonly #waitedMs = new Array<number>(secondsKept).fill(0);
  readonly #seconds = new Array<number>(secondsKept).fill(-1);
  /** Since when somebody waits, as far as that is not counted yet; undefined while nobody does. */
  #sinceMs: number | undefined;

  /** Somebody waits from now on. */
  begin(now: number): void {
    this.#sinceMs = now;
  }

  /** Nobody waits any more. */
  pause(now: number): void {
    this.#count(now);
    this.#sinceMs = undefined;
  }

  /** One is served. */
  note(now: number): void {
    this.#served[this.#placeOf(Math.floor(now / 1000))]! += 1;
  }

  /** Milliseconds until so many have been served; undefined where nobody knows. */
  timeFor(count: number, now: number): number | undefined {
    this.#count(now);
    const oldest = Math.floor(now / 1000) - secondsKept + 1;
    let served = 0;
    let waitedMs = 0;
    for (let place = 0; place < secondsKept; place += 1) {
      if (this.#seconds[place]! < oldest) continue;
      served += this.#served[place]!;
      waitedMs += this.#waitedMs[place]!;
    }
    return served < leastServed || waitedMs < leastMs ? undefined : (count * waitedMs) / served;
  }

  /** Counts the time that somebody has waited since this was last done. */
  #count(now: number): void {
    if (this.#sinceMs === undefined) return;
    let from = Math.max(this.#sinceMs, now - secondsKept * 1000);
    while (from < now) {
      const second = Math.floor(from / 1000);
      const to = Math.min(now, (second + 1) * 1000);
      this.#waitedMs[this.#placeOf(second)]! += to - from;
      from = to;
    }
    this.#sinceMs = now;
  }

  #placeOf(second: number): number {
    const place = second % secondsKept;
    if (this.#seconds[place] !== second) {
      this.#seconds[place] = second;
      this.#served[place] = 0;
      this.#waitedMs[place] = 0;
    }
    return place;
  }
}
