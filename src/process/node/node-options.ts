import { setFlagsFromString } from 'node:v8';

/**
 * The options that processes of ours are started with: what this one got, without the way to a prototype, and, where
 * Node.js can be told so (from 22.14 on), without the signal that opens a debugger's port.
 */
export function childOptions(): string[] {
  const deaf = '--disable-sigusr1';
  const options = [...process.execArgv, '--disable-proto=delete'];
  if (process.allowedNodeEnvironmentFlags.has(deaf)) options.push(deaf);
  return [...new Set(options)];
}

/** The same for a process with little to do: its heap would grow for as long as nothing makes it collect. */
export function quietOptions(): string[] {
  return [...childOptions(), '--max-semi-space-size=2'];
}

/**
 * The same for a process that makes way for others: to collect garbage the engine starts as many threads as it can,
 * and on a busy core each of them has a share of its own. It collects when it is told, too.
 */
export function modestOptions(): string[] {
  return [...childOptions(), '--single-threaded-gc', '--expose-gc'];
}

/** Has such a process collect all of its garbage; does nothing in others. */
export function collectGarbage(): void {
  globalThis.gc?.();
}

/**
 * The same for a process that serves requests. Objects of a request live for as long as its backend takes, and with
 * the small young generation that Node.js begins with many of them are moved to the old one just before they die. How
 * far it grows is up to `growYoungFor`. What lives is marked in short steps
 * between requests: threads that do it beside them take a share each of a busy core, and requests wait for all of them.
 * Newer engines take so long for it then that 45 MB of garbage come meanwhile.
 */
export function workerOptions(): string[] {
  const young = ['--min-semi-space-size=8', '--max-semi-space-size=32'];
  const marking = marksSlowlyInSteps ? [] : ['--no-concurrent-marking'];
  return [...childOptions(), ...young, ...marking];
}

const engineRelease = Number.parseInt(process.versions.v8, 10);
const marksSlowlyInSteps = engineRelease >= 13;

/**
 * The environment of our processes: this one's, and one place in which all their threads allocate. For each thread that
 * compiles or collects the C library keeps its memory, which was 5 MB in each of them.
 */
export function childEnvironment(): NodeJS.ProcessEnv {
  // The operator's own setting takes precedence.
  return { MALLOC_ARENA_MAX: '1', ...process.env };
}

const narrowBound = '--heap-growing-percent=40';
const wideBound = '--heap-growing-percent=400';
const bytesExpectedForMs = 10_000;

/**
 * Sets the engine's options for such a process once its modules are loaded, since loading takes longer under options
 * (see `compiled-code.ts`). Nothing is made in the old generation because others of its kind grew old. A worker
 * collects its young generation by itself: there is a worker for each core, so that helping threads only take time from
 * the others. And it collects all once its memory is 40 % more than what was in use, while the engine would wait for
 * several times as much: the garbage of a load's first second, some 20 MB, would lie there for minutes.
 */
export function tuneForRequests(): void {
  tune(requestFlags);
  isTuned = true;
}

let isTuned = false;
let bytesExpected: NodeJS.Timeout | undefined;

/**
 * Has such a process collect all less often for a while, since a large body has come. Its bytes lie outside the heap and
 * count for how much that has grown all the same: with so narrow a bound the engine marked what is in use again and again
 * while some bodies of 1 MB were in flight, which was a quarter of what they cost.
 */
export function expectManyBytes(): void {
  if (!isTuned) return;
  if (bytesExpected !== undefined) {
    bytesExpected.refresh();
    return;
  }
  tune([wideBound]);
  bytesExpected = setTimeout(() => {
    bytesExpected = undefined;
    tune([narrowBound]);
  }, bytesExpectedForMs).unref();
}

/** The load of a serving process. */
export interface RequestLoad {
  readonly inFlight: number;
  /** The number of requests since it started. */
  readonly begun: number;
}

const loadLookMs = 1000;
/** Fewer requests hold a small part of the initial young generation. */
const manyAtOnce = 100;
const keepsYoung = '--semi-space-growth-factor=1';
const growsYoung = '--semi-space-growth-factor=2';

/**
 * Lets the young generation of such a process grow, from 16 MB to 64, while so many short requests are in flight that what they
 * hold would be copied again and again. The engine would let it grow under any load that lasts, since it adds up what was
 * copied, and 50 connections were served no faster for it. Streams that stay open don't count: what they hold grows old.
 */
export function growYoungFor(load: () => RequestLoad): void {
  let { begun: before } = load();
  let flag = keepsYoung;
  setInterval(() => {
    const { inFlight, begun } = load();
    const wanted = inFlight > manyAtOnce && begun - before > inFlight ? growsYoung : keepsYoung;
    before = begun;
    if (wanted !== flag) tune([wanted]);
    flag = wanted;
  }, loadLookMs).unref();
}

export const requestFlags: readonly string[] = [
  keepsYoung,
  '--no-allocation-site-pretenuring',
  '--no-parallel-scavenge',
  narrowBound,
];

/**
 * The same of the supervisor, at the same time. It has so little to do with requests that in a minute of a
 * full load the engine would come to think each of their functions worth its best compiler, which takes 10 MB and saves
 * nothing to speak of. A function has to be ten times as busy for that here, as where connections come and go by the
 * thousand. Older engines count the bytes of code that were run through, newer ones calls.
 * The young generation does not grow with what workers ask when limits are counted for very many, which took 30 MB of room
 * for nothing but garbage, and the old one is collected as early as a worker's. What a large configuration has made of the
 * young one by then, it keeps.
 */
export function tuneForSupervision(): void {
  tune(supervisionFlags);
}

const countsBytes = engineRelease < 12;

export const supervisionFlags: readonly string[] = [
  countsBytes ? '--interrupt-budget=675840' : '--invocation-count-for-turbofan=30000',
  '--semi-space-growth-factor=1',
  '--heap-growing-percent=40',
];

/**
 * Has WebAssembly that is loaded from then on keep the code that is made of it first, for a process that runs it seldom.
 * To make better code of what ran often, the engine took 40 MB in several threads, and more time than all that SQLite ran
 * within a minute of load. Queries take longer without: one of 80,000 rows 200 ms in place of 150.
 */
export function tuneForWebAssembly(): void {
  tune(webAssemblyFlags);
}

export const webAssemblyFlags: readonly string[] = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering'];

function tune(flags: readonly string[]): void {
  for (const flag of flags) setFlagsFromString(flag);
}
