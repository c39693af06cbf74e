/** Declared beside proven: a grid for people, and an object for programs. */
import { type EndpointName, endpointNames } from '../../api/endpoints/index.ts';
import { secondText } from '../../check/capability-lock/capability-lock.ts';
import { takesAnyModel } from '../../check/capability-lock/proof-states.ts';
import { counted, painter } from '../terminal.ts';
import type { PlannedDeployment } from './plan.ts';
import type { ProbeResult, ResultKind } from './run.ts';

export interface ProbedDeployment {
  readonly plan: PlannedDeployment;
  readonly results: readonly ProbeResult[];
}

export interface ProbeCost {
  readonly estimatedNanoUsd: number;
  readonly spentNanoUsd: number;
  /** Some of it has no price, and counts for nothing in both. */
  readonly isPartial: boolean;
}

const words: Readonly<Record<ResultKind, string>> = {
  proven: 'proven',
  not_proven: 'NOT PROVEN',
  failed: 'failed',
  not_asked: 'not asked',
  no_proof: 'no proof known',
};

const colours = {
  proven: 'green',
  not_proven: 'red',
  failed: 'red',
  not_asked: 'yellow',
  no_proof: 'gray',
} as const satisfies Record<ResultKind, string>;

/** A grid for each deployment: a row for a capability, a column for an endpoint; then why some are not proven. */
export function gridText(probed: readonly ProbedDeployment[], color: boolean): string {
  return probed.map((one) => deploymentText(one, color)).join('\n');
}

function deploymentText({ plan, results }: ProbedDeployment, color: boolean): string {
  const paint = painter(color);
  const endpoints = endpointNames.filter((name) => results.some(({ planned }) => planned.endpoint === name));
  const capabilities = [...new Set(results.map(({ planned }) => planned.capability))];
  const at = (endpoint: EndpointName, capability: string) =>
    results.find(({ planned }) => planned.endpoint === endpoint && planned.capability === capability);
  const first = Math.max(...capabilities.map((name) => name.length));
  const widths = endpoints.map((endpoint) =>
    Math.max(endpoint.length, ...Object.values(words).map(lengthOf)),
  );
  const lines = [
    `${paint('bold', nameOf(plan))}  ${plan.identity.upstreamModel} at ${plan.identity.host}`,
    `  ${[' '.repeat(first), ...endpoints.map((name, index) => name.padEnd(widths[index]!))].join('  ')}`,
  ];
  for (const capability of capabilities) {
    const cells = endpoints.map((endpoint, index) => {
      const kind = at(endpoint, capability)?.kind;
      const text = (kind === undefined ? '-' : words[kind]).padEnd(widths[index]!);
      return kind === undefined ? text : paint(colours[kind], text);
    });
    lines.push(`  ${[capability.padEnd(first), ...cells].join('  ')}`);
  }
  if (takesAnyModel(plan.deployment)) lines.push('  it takes any model, and each can do other things');
  for (const { planned, kind, why } of results) {
    if (kind === 'proven' || kind === 'no_proof') continue;
    lines.push(`  ${paint(colours[kind], words[kind])}: ${planned.endpoint} ${planned.capability}: ${why}`);
  }
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}

function lengthOf(text: string): number {
  return text.length;
}

export function nameOf({ identity }: PlannedDeployment): string {
  return `${identity.model}/${identity.name}`;
}

/** The number of results of each kind. */
export function tallyText(probed: readonly ProbedDeployment[]): string {
  const kinds = probed.flatMap(({ results }) => results.map(({ kind }) => kind));
  const parts = (Object.keys(words) as ResultKind[]).flatMap((kind) => {
    const count = kinds.filter((one) => one === kind).length;
    return count === 0 && kind !== 'proven' ? [] : `${count} ${words[kind].toLowerCase()}`;
  });
  return `${counted(kinds.length, 'declared capability', 'declared capabilities')}: ${parts.join(', ')}`;
}

/** Dollars to the hundredth of a cent, or what is less than that. */
export function dollarText(nanoUsd: number): string {
  if (nanoUsd === 0) return '$0';
  return nanoUsd < 100_000 ? 'less than $0.0001' : `$${(nanoUsd / 1e9).toFixed(4)}`;
}

export function gridJson(probed: readonly ProbedDeployment[], cost: ProbeCost, lockFile: string): string {
  const deployments = probed.map(({ plan, results }) => ({
    model: plan.identity.model,
    name: plan.identity.name,
    host: plan.identity.host,
    upstream_model: plan.identity.upstreamModel,
    capabilities: results.map(({ planned, kind, why, entry }) => ({
      endpoint: planned.endpoint,
      capability: planned.capability,
      result: kind,
      ...(entry === undefined ? {} : { at: secondText(entry.at) }),
      ...(why === undefined ? {} : { why }),
    })),
  }));
  const costs = {
    estimated_usd: cost.estimatedNanoUsd / 1e9,
    spent_usd: cost.spentNanoUsd / 1e9,
    is_complete: !cost.isPartial,
  };
  return `${JSON.stringify({ deployments, cost: costs, lock: lockFile }, null, 2)}\n`;
}
