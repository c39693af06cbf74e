import { deploymentName } from '../../config/derived/model-names.ts';
import { stateFamilies } from '../../observe/metrics/metric-families.ts';
import type { WorkerMetrics } from '../../supervisor/worker-metrics.ts';
import type { DeploymentState } from '../contract/deployments.ts';

/** The labels of a metric are one text. */
const between = '\n';

/**
 * The states of the deployments, over all workers, by `MODEL/NAME`; one that no request went to yet is absent. Of those that are
 * several equal servers each of these is there as well, by `MODEL/NAME@REPLICA`.
 */
export function deploymentStates(metrics: WorkerMetrics): ReadonlyMap<string, DeploymentState> {
  const valuesOf = ({ name }: { readonly name: string }) =>
    metrics.get(name) ?? new Map<string, Float64Array>();
  const inFlight = valuesOf(stateFamilies.attemptsInFlight);
  const putLast = valuesOf(stateFamilies.putLast);
  const drained = valuesOf(stateFamilies.drained);
  const probedDown = valuesOf(stateFamilies.probedDown);
  const lacking = valuesOf(stateFamilies.lacksCredential);
  const refusing = valuesOf(stateFamilies.refusesUsage);
  const latency = valuesOf(stateFamilies.latency);
  const circuits = valuesOf(stateFamilies.circuits);
  const states = new Map<string, DeploymentState>();
  const ofReplicas = new Map<string, DeploymentState[]>();
  for (const [labels, attempts] of inFlight) {
    const [model, name, replica] = labels.split(between) as [string, string, string?];
    const at = replica === undefined ? '' : between + replica;
    const workersWith = (state: string) =>
      circuits.get(model + between + name + between + state + at)?.[0] ?? 0;
    const workersOut = workersWith('open') + workersWith('half_open');
    const workersProbedDown = probedDown.get(labels)?.[0] ?? 0;
    const workersLacking = lacking.get(labels)?.[0] ?? 0;
    // One worker may be at fault in several ways: that it is counted twice makes nobody try it who would not.
    const trying = workersWith('closed') - workersProbedDown - workersLacking;
    const seconds = latency.get(labels)?.[0];
    const deployment = deploymentName(model, name);
    const state: DeploymentState = {
      standing: drained.has(labels)
        ? 'drained'
        : standingOf(trying, workersOut + workersProbedDown + workersLacking, putLast.get(labels)?.[0] ?? 0),
      workers_out: workersOut,
      workers_probed_down: workersProbedDown,
      workers_without_credential: workersLacking,
      workers_refused_usage: refusing.get(labels)?.[0] ?? 0,
      in_flight: attempts[0] ?? 0,
      latency_ms: seconds === undefined ? null : Math.round(seconds * 10_000) / 10,
    };
    states.set(replica === undefined ? deployment : `${deployment}@${replica}`, state);
    if (replica !== undefined) ofReplicas.set(deployment, [...(ofReplicas.get(deployment) ?? []), state]);
  }
  for (const [deployment, all] of ofReplicas) states.set(deployment, together(all));
  return states;
}

const fromBest = ['healthy', 'last', 'out', 'drained'] as const;

/** A deployment is as well as the best of its servers, and lacks what all of them lack. */
function together(all: readonly DeploymentState[]): DeploymentState {
  const least = (figure: (state: DeploymentState) => number) => Math.min(...all.map(figure));
  const latencies = all.flatMap(({ latency_ms: ms }) => ms ?? []);
  return {
    standing: fromBest.find((one) => all.some(({ standing }) => standing === one))!,
    workers_out: least((one) => one.workers_out),
    workers_probed_down: least((one) => one.workers_probed_down),
    workers_without_credential: least((one) => one.workers_without_credential),
    workers_refused_usage: least((one) => one.workers_refused_usage),
    in_flight: all.reduce((sum, one) => sum + one.in_flight, 0),
    latency_ms: latencies.length === 0 ? null : Math.max(...latencies),
  };
}

/** Deployments that some worker knows to refuse `stream_options`, by `MODEL/NAME`, in the order of names. */
export function usageRefusals(metrics: WorkerMetrics): readonly string[] {
  return [...(metrics.get(stateFamilies.refusesUsage.name)?.keys() ?? [])]
    .map((labels) => labels.split(between) as [string, string, string?])
    .map(
      ([model, name, replica]) => deploymentName(model, name) + (replica === undefined ? '' : `@${replica}`),
    )
    .sort();
}

/** It is out where no worker would try it: its circuit is open there, its backend was found down, or has no credential. */
function standingOf(trying: number, out: number, putLast: number): DeploymentState['standing'] {
  if (out > 0 && trying <= 0) return 'out';
  return putLast > 0 ? 'last' : 'healthy';
}
