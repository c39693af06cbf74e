/** While work comes alone, every so many things are put off all the same: to see whether it still does. */
const lookEvery = 16;
/** After so many turns in a row that had but one thing, it is taken to come alone. */
const lonelyTurns = 8;
/** Not more than this: in a burst, who came first must not wait until all have been looked at. */
const mostAtOnce = 256;

let waiting: (() => void)[] = [];
let spare: (() => void)[] = [];
let isAlone = true;
let untilLook = lookEvery;
let lonely = 0;

/**
 * Does something at the end of this turn of the event loop, with all else that was put off in it. So what is sent is
 * sent in one go: the first message wakes the process it is for, and the others are there when it looks; it does the
 * same, and its answers come together. Sent one by one, each between the work on two requests, each wakes somebody
 * who has just gone to sleep, and the caches are filled anew each time.
 *
 * To put something off has its price too: where turns have but one thing to do, it is done at once.
 */
export function atEndOfTurn(task: () => void): void {
  if (waiting.length === 0) {
    if (isAlone && --untilLook > 0) return task();
    untilLook = lookEvery;
    setImmediate(doAll);
  }
  if (waiting.push(task) >= mostAtOnce) doAll();
}

function doAll(): void {
  const tasks = waiting;
  if (tasks.length === 0) return; // done in the middle of the turn
  if (tasks.length > 1) {
    isAlone = false;
    lonely = 0;
  } else if (++lonely >= lonelyTurns) isAlone = true;
  waiting = spare;
  spare = []; // a task that puts off very much comes here again
  let done = 0;
  try {
    while (done < tasks.length) tasks[done++]!();
  } finally {
    // One that throws is a fault of its own; the others are done all the same.
    if (done < tasks.length) {
      if (waiting.length === 0) setImmediate(doAll);
      waiting.unshift(...tasks.slice(done));
    }
    tasks.length = 0;
    spare = tasks;
  }
}
