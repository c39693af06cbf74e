/** The program of each worker process: it follows the supervisor's messages, and ends with the supervisor. */
import { releaseIdleMemory } from '../process/node/release-idle-memory.ts';
import '../process/ignored-signals.ts';
import cluster from 'node:cluster';
import { CredentialHolders } from '../credentials/holders.ts';
import { HeldServers } from '../http/client/replicas/held-servers.ts';
import { HeldKeySets } from '../identity/held-key-sets.ts';
import { yieldToRequests } from '../lib/yield-to-requests.ts';
import { leaseClient } from '../limits/lease/lease-client.ts';
import type { PrimaryMessage } from '../limits/lease/lease-messages.ts';
import { followLog, openLog, reopenLog } from '../observe/log/log.ts';
import { requireLogFile } from '../observe/log/log-output.ts';
import { type Assembled, KeptChunks } from '../process/kept-chunks.ts';
import { growYoungFor, tuneForRequests } from '../process/node/node-options.ts';
import type { ToPrimary, ToWorker } from '../process/process-messages.ts';
import { SettledQuestions } from '../process/settled-questions.ts';
import { Watchdog } from '../process/watchdog.ts';
import { type DrainLimits, type Prepared, Worker } from './worker.ts';

/** When the process is at fault itself: it serves on while its replacement starts, then finishes what it has. */
const faultDrain: DrainLimits = { delayMs: 2000, limitMs: 3000 };

const log = openLog('info');
let onLimits: (message: PrimaryMessage) => void = () => {};
const counting = leaseClient({
  send: (message) => say({ kind: 'limits', message }),
  onMessage: (handler) => {
    onLimits = handler;
  },
});
const credentials = new CredentialHolders((id, generation) =>
  say({ kind: 'credential_refused', id, generation }),
);
const keySets = new HeldKeySets((id) => say({ kind: 'unknown_key', id }));
const settled = new SettledQuestions((question) => say({ kind: 'settle', question }));
const servers = new HeldServers();
const worker = new Worker(log, { counting, credentials, keySets, settled, servers });
/** The try of a change that this worker is at. */
let change = 0;
let came = new Map<string, Uint8Array>();
let prepared: { readonly next: Prepared; readonly assembled: Assembled } | undefined;
const held = new KeptChunks();

function say(message: ToPrimary): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
}

/** Resolves when a message has gone out, with all before it. */
function said(message: ToPrimary): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected) process.send?.(message, undefined, undefined, () => resolve());
    else resolve();
  });
}

function refuse(of: number, error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  log.debug({ err: error }, 'a change was refused');
  say({ kind: 'refused', change: of, reason });
}

function take(of: number, id: string, bytes: Uint8Array): void {
  if (of !== change) came = new Map();
  change = of;
  came.set(id, bytes);
}

releaseIdleMemory();

async function prepare(of: number, ids: readonly string[], joins: boolean): Promise<void> {
  const mine = of === change ? came : new Map<string, Uint8Array>();
  change = of;
  came = new Map();
  try {
    const assembled = await held.assemble(ids, mine);
    requireLogFile(assembled.config.log.file);
    const next = await worker.prepare(assembled.config, joins);
    if (of !== change) return await worker.discard(next);
    prepared = { next, assembled };
    say({ kind: 'prepared', change: of });
  } catch (error) {
    refuse(of, error);
  }
}

async function commit(of: number): Promise<void> {
  const mine = prepared;
  prepared = undefined;
  if (mine === undefined || of !== change) return;
  try {
    const joined = await worker.join(mine.next);
    followLog(log, mine.assembled.config.log);
    worker.commit(joined);
    held.hold(mine.assembled);
  } catch (error) {
    return refuse(of, error);
  }
  watchdog.start();
  say({ kind: 'committed', change: of, address: worker.address, caFile: worker.caFile });
}

async function discard(of: number): Promise<void> {
  if (of !== change) return;
  const mine = prepared;
  prepared = undefined;
  change = 0;
  if (mine !== undefined) await worker.discard(mine.next);
}

function reopen(): void {
  try {
    reopenLog(log);
  } catch (err) {
    log.error({ err }, 'the log goes on in the file that was open');
  }
}

async function measure(): Promise<void> {
  let since = performance.now();
  for (const reports of worker.changedFigures()) {
    say({ kind: 'figures', reports, isAll: false });
    await yieldToRequests(performance.now() - since);
    since = performance.now();
  }
  say({ kind: 'figures', reports: [], isAll: true });
}

async function drain(limits: DrainLimits, code: number): Promise<void> {
  await worker.drain(limits);
  // Requests that ended in the last turn are reported when that is over.
  await new Promise((resolve) => setImmediate(resolve));
  worker.feed.flush();
  await counting.close();
  for (const reports of worker.changedFigures()) await said({ kind: 'figures', reports, isAll: false });
  await new Promise<void>((resolve) => log.flush(() => resolve()));
  process.exit(code);
}

const watchdog = new Watchdog(() => {
  log.fatal(
    { pid: process.ppid },
    'the supervising process hangs; the gateway is ended, to be started again',
  );
  log.flush(() => process.kill(process.ppid, 'SIGKILL'));
});

process.on('message', (message: ToWorker) => {
  watchdog.heard();
  switch (message.kind) {
    case 'piece':
      take(message.change, message.id, message.bytes);
      break;
    case 'prepare':
      void prepare(message.change, message.chunks, message.joins);
      break;
    case 'commit':
      void commit(message.change);
      break;
    case 'discard':
      void discard(message.change);
      break;
    case 'drain':
      void drain(message, 0);
      break;
    case 'measure':
      void measure();
      break;
    case 'report_tool_servers':
      say({ kind: 'tool_servers', reports: worker.toolServers });
      break;
    case 'watch_requests':
      worker.feed.watch();
      break;
    case 'reopen_log':
      reopen();
      break;
    case 'drained':
      worker.takeOut(message.names);
      break;
    case 'health':
      worker.hearHealth(message.notes);
      break;
    case 'credentials':
      credentials.take(message.items);
      break;
    case 'credentials_ended':
      credentials.forget(message.ids);
      break;
    case 'key_sets':
      keySets.take(message.items);
      break;
    case 'key_sets_ended':
      keySets.forget(message.ids);
      break;
    case 'servers':
      servers.take(message.items);
      break;
    case 'servers_ended':
      servers.forget(message.ids);
      break;
    case 'settled':
      settled.answered(message.answer);
      break;
    case 'look_at':
      for (const id of message.ids) worker.lookAt(id);
      break;
    case 'limits':
      onLimits(message.message);
      break;
    case 'ping':
      say({ kind: 'pong' });
      break;
  }
});

let faults = 0;
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => {
    log.fatal({ err: error }, 'a fault of the gateway itself; this worker is replaced');
    faults += 1;
    if (faults > 1) process.exit(1);
    say({ kind: 'failing' });
    void drain(faultDrain, 1);
  });
}
cluster.worker?.on('disconnect', () => process.exit(0));
// The supervising process may have gone while this one was loading.
if (!process.connected) process.exit(0);

worker.feed.follow((batch) => say({ kind: 'requests', batch: JSON.stringify(batch) }));
worker.followHealth((notes) => say({ kind: 'health', notes }));
tuneForRequests();
growYoungFor(() => worker.load);
say({ kind: 'ready' });
