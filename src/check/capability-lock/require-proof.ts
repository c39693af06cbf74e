/** `check --require-proof`: each declared capability needs a proof that is not too old. */
import { inspection } from '../../config/inspection.ts';
import { Report } from '../../config/problem-report.ts';
import { type Problem, sortProblems } from '../../config/problems.ts';
import type { Tree } from '../../config/text/tree.ts';
import type { Config } from '../../config/types/gateway.ts';
import { shellWord } from '../../lib/shell-word.ts';
import { listed } from '../../routing/wording.ts';
import { foreignDeployments, lockFileOf, secondText } from './capability-lock.ts';
import { type DeclaredCapability, proofStates } from './proof-states.ts';
import { readLock } from './read-lock.ts';

export interface RequiredProof {
  readonly maxAgeMs: number;
  /** The age in the operator's form, such as `30d`. */
  readonly shownAge: string;
  /** The configuration's path in the operator's form. */
  readonly file: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** A problem for each deployment without a proof, and the faults of the lock. Never throws for the lock's content. */
export function proofProblems(
  config: Config,
  trees: readonly Tree[],
  { maxAgeMs, shownAge, file, now }: RequiredProof,
): readonly Problem[] {
  const { lock, problems } = readLock(lockFileOf(config.file));
  // The fault of a lock is one problem, not one of each deployment.
  if (lock === undefined && problems.length > 0) return problems;
  const report = new Report();
  for (const tree of trees) report.parsed(tree);
  const found = inspection(trees, report, now);
  const foreign = foreignDeployments(lock ?? [], config);
  for (const { deployment, declared } of proofStates(config, lock ?? [], { maxAgeMs, now })) {
    if (deployment.disabled) continue;
    const lacking = declared.filter(({ state }) => state !== 'proven' && state !== 'no_proof');
    if (lacking.length === 0) continue;
    const { model, name } = deployment;
    const before = foreign.find((locked) => locked.model === model && locked.name === name);
    const index = config.models.get(model)!.deployments.indexOf(deployment);
    const told = before && `; the lock is of ${before.upstreamModel} at ${before.host}, which have changed`;
    found.atValue(
      ['models', model, 'deployments', index],
      'capability_unproven',
      `${model}/${name} has no proof from the last ${shownAge} of its capabilities: ${lackingText(lacking, now)}${told ?? ''}`,
      {
        hint: `to ask it: ${command([`${model}/${name}`, '--config', file, '--yes'])}`,
      },
    );
  }
  for (const locked of strangers(foreign, config)) {
    found.atKey(
      ['models'],
      'lock_foreign',
      `capabilities.lock has ${locked.model}/${locked.name}, which is no deployment of this file`,
      { hint: `it counts for nothing here; to take it out: ${command(['--prune', '--config', file])}` },
    );
  }
  return sortProblems([...problems, ...report.problems()]);
}

function command(words: readonly string[]): string {
  return ['gateway', 'probe', ...words].map(shellWord).join(' ');
}

/** The entries of deployments whose names the configuration does not have either. */
function strangers(foreign: ReturnType<typeof foreignDeployments>, { models }: Config) {
  return foreign.filter(
    ({ model, name }) => !models.get(model)?.deployments.some((deployment) => deployment.name === name),
  );
}

function lackingText(lacking: readonly DeclaredCapability[], now: number): string {
  const endpoints = [...new Set(lacking.map(({ endpoint }) => endpoint))];
  return endpoints
    .map((endpoint) => {
      const list = lacking.filter((one) => one.endpoint === endpoint).map((one) => lackText(one, now));
      return `${endpoint}: ${listed(list, 'and', list.length)}`;
    })
    .join('; ');
}

function lackText({ capability, state, at }: DeclaredCapability, now: number): string {
  switch (state) {
    case 'stale':
      return `${capability} (proven ${agoText(now - at!)} ago)`;
    case 'future':
      return `${capability} (dated ${secondText(at!)}, in the future)`;
    case 'not_proven':
      return `${capability} (asked ${agoText(now - at!)} ago and not proven)`;
    case 'failed':
      return `${capability} (refused ${agoText(now - at!)} ago)`;
    default:
      return `${capability} (never asked)`;
  }
}

function agoText(ms: number): string {
  const hours = Math.max(0, Math.floor(ms / 3_600_000));
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}
