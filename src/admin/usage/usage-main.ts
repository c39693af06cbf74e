/**
 * The process that keeps the usage of keys: it takes rows as they come, adds them up, and writes them once a second
 * in one transaction. Where the disk does not take them it tries again and again with what has come since, up to a
 * number of rows; requests know nothing of it.
 */
import './tune-webassembly.ts';
import { dayOf } from '../../observe/request-batch.ts';
import { addUsage, withNamed } from '../../observe/usage.ts';
import { rowId, type UsageRow } from '../../observe/usage-tally.ts';
import { answerQuestions, say } from '../../process/answer-questions.ts';
import { isLocked, keptDays, UsageDb } from './usage-db.ts';
import type { NotWritten, Trouble, UsageBatch, UsageQuery, Written } from './usage-messages.ts';

const writeEveryMs = 1000;
const complainEveryMs = 60_000;
/** The last write is retried this long: longer than the lock of a killed process lasts. */
const lastTriesMs = 8000;
const dayMs = 24 * 60 * 60 * 1000;
/** Up to this many unwritten rows stay in memory: keys times deployments of a day or two. */
const maxPending = 50_000;

const file = process.argv[2]!;
let pending = new Map<string, UsageRow>();
/** Those that the rows are of. */
let batches: number[] = [];
let lost = 0;
let db: UsageDb | undefined;
let forgotten = '';
let complainedMs = Number.NEGATIVE_INFINITY;

function take({ number, rows }: UsageBatch): void {
  batches.push(number);
  for (const row of rows) {
    const id = rowId(row);
    const before = pending.get(id);
    if (before === undefined && pending.size >= maxPending) lost += row.requests;
    else pending.set(id, before === undefined ? row : sum(before, row));
  }
}

function sum(a: UsageRow, b: UsageRow): UsageRow {
  const usage = { ...a.usage };
  addUsage(usage, b.usage);
  return {
    ...a,
    requests: a.requests + b.requests,
    failed: a.failed + b.failed,
    unpriced: a.unpriced + b.unpriced,
    usage,
    named: withNamed(a.named, b.named),
    costNanoUsd: a.costNanoUsd + b.costNanoUsd,
  };
}

function opened(): UsageDb {
  db ??= UsageDb.open(file, (aside) =>
    say({ level: 'error', text: `${file} was not readable and is now ${aside}` } satisfies Trouble),
  );
  return db;
}

/** Writes the pending rows. Returns the error; undefined after success. */
function write(): unknown {
  if (pending.size === 0) return undefined;
  try {
    opened().add([...pending.values()]);
    pending = new Map();
    say({ batches } satisfies Written);
    batches = [];
    forgetOld();
    if (lost > 0) complain(`the usage of ${lost} requests was lost while ${file} could not be written`, 0);
    lost = 0;
    return undefined;
  } catch (error) {
    const reason = reasonOf(error);
    say({ reason } satisfies NotWritten);
    complain(`usage can't be written to ${file}: ${reason}; it is tried again`, complainEveryMs);
    // Reopening the file may find it repaired, whatever the error was.
    close();
    return error;
  }
}

function forgetOld(): void {
  const today = dayOf(Date.now());
  if (forgotten === today) return;
  opened().forgetBefore(dayOf(Date.now() - keptDays * dayMs));
  forgotten = today;
}

function complain(message: string, everyMs: number): void {
  const now = performance.now();
  if (now - complainedMs < everyMs) return;
  complainedMs = now;
  say({ level: 'warn', text: message } satisfies Trouble);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function close(): void {
  try {
    db?.close();
  } catch {
    // It could not be used any more either.
  }
  db = undefined;
}

/** Another may hold the file, and it is the last time: who asked for the end knows how long to wait. */
function end(): void {
  const until = performance.now() + lastTriesMs;
  while (isLocked(write()) && performance.now() < until);
  close();
}

answerQuestions<UsageQuery, UsageBatch>({
  answer(query) {
    write();
    return opened().query(query);
  },
  told: take,
  // When the process that started this one is gone, too: what there is gets written.
  end,
});
setInterval(write, writeEveryMs);
