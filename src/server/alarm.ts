/** How late an alarm may be. */
const roundMs = 50;

const set: Alarm[] = [];
let rounds: NodeJS.Timeout | undefined;

function nothing(): void {}

/**
 * A time limit of a request, of which nearly all are taken back unused. A timer of Node's costs a request more than
 * all that is said about it here, so one timer looks at all alarms in rounds: one goes off up to 50 ms late, never early.
 */
export class Alarm {
  #place = -1;
  #atMs = Number.POSITIVE_INFINITY;
  #ring = nothing;

  /** Goes off once at a moment of the monotonic clock (`performance.now()`), instead of what was set before. */
  set(atMs: number, ring: () => void): void {
    this.#atMs = atMs;
    this.#ring = ring;
    if (this.#place !== -1) return;
    this.#place = set.length;
    set.push(this);
    rounds ??= setInterval(Alarm.#round, roundMs);
  }

  clear(): void {
    const place = this.#place;
    if (place === -1) return;
    const last = set.pop()!;
    if (last !== this) {
      set[place] = last;
      last.#place = place;
    }
    this.#place = -1;
    this.#ring = nothing;
  }

  static #round(): void {
    if (set.length === 0) {
      clearInterval(rounds);
      rounds = undefined;
      return;
    }
    const now = performance.now();
    // From the end: where one is taken off, the last one takes its place, and that has had its look.
    for (let place = set.length - 1; place >= 0; place -= 1) {
      const alarm = set[place];
      if (alarm === undefined || alarm.#atMs > now) continue;
      const ring = alarm.#ring;
      alarm.clear();
      ring();
    }
  }
}
