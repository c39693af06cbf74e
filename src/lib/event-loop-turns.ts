/**
 * Tells when the event loop has been all the way round: what had come by a moment has been read by then. Turns are
 * counted only while somebody waits for one.
 */

/** From the middle of a turn the first count comes at its end, and the second when a whole one has passed. */
const countsOfFullTurn = 2;

interface Waiting {
  readonly until: number;
  readonly task: () => void;
}

let turns = 0;
let countedUntil = 0;
let isCounting = false;
let waiting: Waiting[] = [];

/** The moment at which a full turn from now has passed. */
export function fullTurnFromNow(): number {
  countedUntil = turns + countsOfFullTurn;
  if (!isCounting) {
    isCounting = true;
    setImmediate(count);
  }
  return countedUntil;
}

/** True once a moment from `fullTurnFromNow` has come. */
export function hasTurned(moment: number): boolean {
  return turns >= moment;
}

/** Does something as soon as a moment that `fullTurnFromNow` gave has come. */
export function whenTurned(moment: number, task: () => void): void {
  waiting.push({ until: moment, task });
}

function count(): void {
  turns += 1;
  isCounting = turns < countedUntil;
  if (isCounting) setImmediate(count);
  if (waiting.length === 0) return;
  const due = waiting.filter(({ until }) => until <= turns);
  waiting = waiting.filter(({ until }) => until > turns);
  for (const { task } of due) task();
}
