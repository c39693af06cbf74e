import { type CapabilityLock, foreignDeployments } from '../../check/capability-lock/capability-lock.ts';
import { formatProblems } from '../../config/problems.ts';
import { parseDuration } from '../../config/resolve/units.ts';
import { shownPath } from '../../config/text/files.ts';
import { requireFile } from '../config-file.ts';
import { counted, type ExitCode, exitCodes, type Terminal } from '../terminal.ts';
import {
  dollarText,
  gridJson,
  gridText,
  nameOf,
  type ProbeCost,
  type ProbedDeployment,
  tallyText,
} from './grid.ts';
import { LockBroken, LockFile } from './lock-file.ts';
import { estimatedNanoUsd, type PlannedDeployment, planOf, requestCount, unpriced } from './plan.ts';
import { Purse, probeDeployment } from './run.ts';

export interface ProbeOptions {
  readonly config: string;
  /** Ask whatever it costs. */
  readonly yes?: boolean;
  /** The budget in US dollars: `0.50`. */
  readonly maxCost?: string;
  /** The time limit of one request. */
  readonly timeout: string;
  /** Take out of the lock what the file does not have. */
  readonly prune?: boolean;
  readonly format: 'text' | 'json';
}

const longestTimeoutMs = 24 * 3_600_000;

/** Asks deployments for what they declare, prints that beside what they prove, and writes the lock. */
export async function probe(
  named: string | undefined,
  options: ProbeOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { config: file, yes = false, prune = false } = options;
  const maxNanoUsd = options.maxCost === undefined ? undefined : nanoUsdOf(options.maxCost);
  const timeoutMs = parseDuration(options.timeout);
  if (timeoutMs === undefined || timeoutMs === 0 || timeoutMs > longestTimeoutMs) {
    throw new Error(`--timeout ${options.timeout}: give a duration such as 60s, at most 24h`);
  }
  if (file === '-') throw new Error('capabilities.lock lies beside the file, so name one in place of -');
  const loaded = await requireFile(file, { requireSecrets: true }, terminal);
  if (loaded.config === undefined) return loaded.exitCode;
  const { config } = loaded;
  const lockFile = new LockFile(config);
  let lock: CapabilityLock;
  try {
    lock = lockFile.read();
  } catch (error) {
    if (!(error instanceof LockBroken)) throw error;
    terminal.err(`${formatProblems(error.problems, { color: terminal.colorErr })}\n\n`);
    return exitCodes.couldNotRun;
  }
  const plan = planOf(config, named);
  tellForeign(foreignDeployments(lock, config), lockFile.path, prune, terminal);
  if (prune) await lockFile.prune(config);
  if (plan.length === 0) {
    terminal.err('no deployment in use declares a capability: there is nothing to ask\n');
    const nothing: ProbeCost = { estimatedNanoUsd: 0, spentNanoUsd: 0, isPartial: false };
    if (options.format === 'json') terminal.out(gridJson([], nothing, lockFile.path));
    return exitCodes.good;
  }
  tellPlan(plan, terminal);
  if (!yes && maxNanoUsd === undefined) {
    if (prune) return exitCodes.good;
    throw new Error('nothing was asked; add --max-cost 0.50 to ask for at most so many dollars, or --yes');
  }
  const purse = new Purse(maxNanoUsd, yes);
  const probed: ProbedDeployment[] = [];
  let isKept = false;
  for (const [index, one] of plan.entries()) {
    terminal.err(`[${index + 1}/${plan.length}] ${nameOf(one)}\n`);
    const results = await probeDeployment(one, { purse, timeoutMs, now: Date.now });
    probed.push({ plan: one, results });
    // Paid results are kept, even if the command is interrupted.
    if (await lockFile.take(one, results)) isKept = true;
  }
  const cost: ProbeCost = {
    estimatedNanoUsd: estimatedNanoUsd(plan),
    spentNanoUsd: purse.spentNanoUsd,
    isPartial: unpriced(plan).length > 0,
  };
  if (options.format === 'json') terminal.out(gridJson(probed, cost, lockFile.path));
  else terminal.out(gridText(probed, terminal.colorOut));
  const missing = cost.isPartial ? ', without those that have no price' : '';
  const kept = `${isKept ? 'results are in' : 'nothing of it is for'} ${shownPath(lockFile.path)}`;
  terminal.err(`${tallyText(probed)}; ${dollarText(cost.spentNanoUsd)} spent${missing}; ${kept}\n`);
  const isAllProven = probed.every(({ results }) =>
    results.every(({ kind }) => kind === 'proven' || kind === 'no_proof'),
  );
  return isAllProven ? exitCodes.good : exitCodes.notValid;
}

function tellForeign(foreign: CapabilityLock, path: string, prune: boolean, terminal: Terminal): void {
  if (foreign.length === 0) return;
  const names = foreign.map(
    ({ model, name, host, upstreamModel }) => `  ${model}/${name}  ${upstreamModel} at ${host}\n`,
  );
  const what = prune ? 'are taken out' : 'stay as they are; --prune takes them out';
  terminal.err(
    `${shownPath(path)} has results of deployments that the file does not have (any more), which ${what}:\n${names.join('')}`,
  );
}

function tellPlan(plan: readonly PlannedDeployment[], terminal: Terminal): void {
  const requests = counted(requestCount(plan), 'request');
  const without = unpriced(plan);
  const missing =
    without.length === 0
      ? ''
      : `, and what these cost, which have no \`price\`: ${without.map(nameOf).join(', ')}`;
  terminal.err(
    `${requests} to ${counted(plan.length, 'deployment')}, at most about ${dollarText(estimatedNanoUsd(plan))} for tokens${missing}\n`,
  );
  const isSearching = plan.some(({ proofs }) =>
    proofs.some(({ proof, capability }) => proof !== undefined && capability === 'web_search'),
  );
  if (isSearching) terminal.err('vendors charge web searches beside tokens; that is not counted here\n');
}

function nanoUsdOf(text: string): number {
  if (!/^\d{1,6}(?:\.\d{1,9})?$/.test(text)) {
    throw new Error(`--max-cost ${text}: give US dollars, such as 0.50`);
  }
  return Math.round(Number(text) * 1e9);
}
