/**
 * `npm run bench:faults`, after `npm run build`: every fault of the matrix with a good deployment beside it and
 * alone, then what the gateway promises about faults, in figures. Prints a line each, and exits with 1 where
 * something is not as it should be. The words in an argument choose rows of the matrix by their names; `--measures`
 * leaves them out.
 */
import { argv, exit, stdout } from 'node:process';
import {
  calledEndpoints,
  expectedOf,
  type FaultBench,
  type FaultCase,
  type FaultRow,
  faultCases,
  faultRows,
  type Result,
  startFaultBench,
} from '../test/gateway/fault-matrix.ts';
import {
  abortStreams,
  cutEverywhere,
  outage,
  restarts,
  unreadStream,
} from '../test/gateway/fault-measures.ts';
import type { Cleanup } from '../test/helpers/inside.ts';

const backWithinMs = 2000;
let misses = 0;
let falselyComplete = 0;
let untold = 0;

/** Does something whose leftovers are cleared away before the next. */
async function withCleanup<T>(work: (cleanup: Cleanup) => Promise<T>): Promise<T> {
  const done: (() => void | Promise<void>)[] = [];
  try {
    return await work({ after: (one) => void done.push(one) });
  } finally {
    for (const one of done.reverse()) await one();
  }
}

function say(line: string): void {
  stdout.write(`${line}\n`);
}

/** One line of the second part, marked where it misses its aim. */
function measured(what: string, figures: string, isMet: boolean): void {
  if (!isMet) misses += 1;
  say(`${isMet ? 'ok  ' : 'MISS'}  ${what}: ${figures}`);
}

/** All cases of one row at once, then what they left open. */
async function runRow(bench: FaultBench, row: FaultRow): Promise<void> {
  const before = timers();
  const cases = faultCases().filter((one) => one.row === row);
  const results = await Promise.all(cases.map((one) => bench.run(one).catch((error: Error): Error => error)));
  const left = await leftOpen(bench, before);
  const wrong = cases.filter((one, index) => !isAsExpected(one, results[index]!));
  if (wrong.length > 0 || left !== '') misses += 1;
  say(`${wrong.length > 0 || left !== '' ? 'MISS' : 'ok  '}  ${row.name}`);
  for (const setting of ['with a good one', 'alone'] as const) {
    for (const kind of ['streamed', 'whole'] as const) {
      const seen = new Map<string, string[]>();
      for (const [index, one] of cases.entries()) {
        if (one.setting !== setting || one.kind !== kind) continue;
        const text = told(one, results[index]!);
        seen.set(text, [...(seen.get(text) ?? []), one.endpoint]);
      }
      for (const [text, endpoints] of seen) {
        const who = endpoints.length === calledEndpoints.length ? '' : `  (${endpoints.join(', ')})`;
        say(`        ${setting.padEnd(15)}  ${kind.padEnd(8)}  ${text}${who}`);
      }
    }
  }
  if (left !== '') say(`        left open: ${left}`);
}

function told(one: FaultCase, result: Result | Error): string {
  if (result instanceof Error) return `FAILED: ${result.message}`;
  const attempts = `${result.attempts} ${result.attempts === 1 ? 'attempt' : 'attempts'}`;
  if (isAsExpected(one, result)) return `${result.saw}, ${attempts}`;
  const { saw, attempts: wanted } = expectedOf(one);
  return `${result.saw}, ${attempts}; expected ${saw}, ${wanted}`;
}

function isAsExpected(one: FaultCase, result: Result | Error): boolean {
  const { saw, attempts } = expectedOf(one);
  return !(result instanceof Error) && result.saw === saw && result.attempts === attempts;
}

/** The things that remain two seconds later: counters, answers at the backends, timers. Empty for none. */
async function leftOpen(bench: FaultBench, timersBefore: number): Promise<string> {
  const begun = performance.now();
  for (;;) {
    const counters = {
      ...(await bench.gateway.counters()),
      open: bench.open(),
      timers: timers() - timersBefore,
    };
    const left = Object.entries(counters).filter(([, count]) => count > 0);
    if (left.length === 0) return '';
    if (performance.now() - begun > backWithinMs)
      return left.map(([name, count]) => `${name} ${count}`).join(', ');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

function timers(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
}

const words = argv.slice(2).filter((word) => !word.startsWith('--'));
const rows = argv.includes('--measures')
  ? []
  : faultRows.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
if (rows.length > 0) {
  await withCleanup(async (cleanup) => {
    const bench = await startFaultBench(cleanup);
    for (const row of rows) await runRow(bench, row);
  });
}

if (words.length === 0) {
  say('');
  for (const way of ['fin', 'reset'] as const) {
    for (const endpoint of calledEndpoints) {
      const cut = await withCleanup((cleanup) => cutEverywhere(cleanup, endpoint, way, 1));
      const figures = `${cut.streams} streams, ${cut.falselyComplete} falsely complete, ${cut.untold} untold, slowest ${cut.slowestMs.toFixed(0)} ms`;
      const isMet = cut.falselyComplete === 0 && cut.untold === 0 && cut.slowestMs < 1000;
      falselyComplete += cut.falselyComplete;
      untold += cut.untold;
      measured(`${endpoint} cut by ${way} at every byte`, figures, isMet);
    }
  }
  const out = await withCleanup((cleanup) => outage(cleanup, 50, 20));
  measured(
    'all deployments fail, 50 requests a second for 20 s',
    `${out.requests} requests, ${out.attempts} attempts of ${out.allowedAttempts} allowed, ${out.refusals} refused at once (99 % within ${out.p99RefusalMs.toFixed(1)} ms, slowest ${out.slowestRefusalMs.toFixed(1)} ms)`,
    out.attempts <= out.allowedAttempts && out.p99RefusalMs < 10,
  );
  const gone = await withCleanup((cleanup) => abortStreams(cleanup, 300));
  measured(
    '300 streams aborted by their clients',
    `${gone.closes} closes within ${gone.withinMs.toFixed(0)} ms`,
    gone.closes === 300 && gone.withinMs < 1000,
  );
  const restarted = await withCleanup((cleanup) => restarts(cleanup, 5, 20));
  measured(
    'a backend restarted five times beside a good one, 20 requests in flight',
    `${restarted.requests} requests, ${restarted.errors} errors, tried again: ${JSON.stringify(restarted.retries)}`,
    restarted.errors === 0,
  );
  const unread = await withCleanup((cleanup) => unreadStream(cleanup, 50_000_000));
  measured(
    '50 MB to a client that does not read',
    `${(unread.grownBytes / 1e6).toFixed(1)} MB more memory (of ${unread.triedBytes.map((bytes) => (bytes / 1e6).toFixed(1)).join(', ')}), ${(unread.sentBytes / 1e6).toFixed(1)} MB left the backend`,
    unread.grownBytes < 8_000_000,
  );
}
say('');
if (words.length === 0) {
  const isClean = falselyComplete + untold === 0;
  say(
    isClean
      ? 'nothing falsely complete, nothing untold'
      : `${falselyComplete} falsely complete, ${untold} untold`,
  );
}
say(misses === 0 ? 'everything as it should be' : `${misses} not as they should be`);
exit(misses === 0 ? 0 : 1);
