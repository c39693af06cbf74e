/** The requests to make to each deployment, and their highest cost. */
import { readJsonBody } from '../../api/body/json-body.ts';
import { proofOf } from '../../api/capability-proofs/index.ts';
import type { Proof } from '../../api/capability-proofs/proof.ts';
import { type BuiltInName, type EndpointName, endpoints } from '../../api/endpoints/index.ts';
import { type DeploymentIdentity, identityOf } from '../../check/capability-lock/capability-lock.ts';
import { declaredBy, isProvable } from '../../check/capability-lock/proof-states.ts';
import { compilePrice } from '../../config/resolve/prices/rates.ts';
import type { BackendConfig } from '../../config/types/backends.ts';
import type { Config } from '../../config/types/gateway.ts';
import type { DeploymentConfig } from '../../config/types/models.ts';
import type { PriceConfig } from '../../config/types/prices.ts';
import { didYouMean } from '../../lib/suggest.ts';
import { estimateTokens } from '../../limits/token-estimate.ts';
import { costNanoUsd } from '../../observe/cost.ts';
import { noUsage, type Usage, usageOf } from '../../observe/usage.ts';

export interface PlannedProof {
  readonly endpoint: EndpointName;
  readonly capability: string;
  /** Undefined where nobody knows one. */
  readonly proof: Proof | undefined;
  /** The assumed usage of its requests together. */
  readonly estimate: Usage;
  /** In billionths of a US dollar; undefined where the deployment has no price. */
  readonly estimateNanoUsd: number | undefined;
}

export interface PlannedDeployment {
  readonly deployment: DeploymentConfig;
  readonly backend: BackendConfig;
  readonly identity: DeploymentIdentity;
  /** Free for the built-in backend. */
  readonly price: PriceConfig | undefined;
  readonly proofs: readonly PlannedProof[];
}

const free: PriceConfig = compilePrice({ input: 0, output: 0 });

/**
 * The deployments of a configuration that declare something, or those that are named: a model, or MODEL/NAME. What is
 * out of use is asked only where it is named in full.
 *
 * @throws Error where there is none of that name
 */
export function planOf(config: Config, named: string | undefined): readonly PlannedDeployment[] {
  return chosen(config, named)
    .map((deployment) => planned(deployment, config.backends.get(deployment.backend)!))
    .filter(({ proofs }) => proofs.length > 0);
}

function chosen({ models }: Config, named: string | undefined): readonly DeploymentConfig[] {
  const all = [...models.values()].flatMap(({ deployments }) => deployments);
  const inUse = all.filter(({ disabled }) => !disabled);
  if (named === undefined) return inUse;
  if (models.has(named)) return inUse.filter(({ model }) => model === named);
  const found = all.filter(({ model, name }) => `${model}/${name}` === named);
  if (found.length > 0) return found;
  const names = [...models.keys(), ...all.map(({ model, name }) => `${model}/${name}`)];
  throw new Error(
    `there is no model and no deployment ${JSON.stringify(named)}${didYouMean(named, names)}; deployments are MODEL/NAME`,
  );
}

function planned(deployment: DeploymentConfig, backend: BackendConfig): PlannedDeployment {
  const price = deployment.price ?? (backend.address.kind === 'simulator' ? free : undefined);
  const proofs = declaredBy(deployment).map(([endpoint, capability]): PlannedProof => {
    const proof = isProvable(deployment, endpoint, capability) ? proofOf(endpoint, capability) : undefined;
    const estimate = proof === undefined ? noUsage : estimateOf(proof, endpoint, deployment.upstreamModel);
    return {
      endpoint,
      capability,
      proof,
      estimate,
      estimateNanoUsd: proof === undefined ? 0 : price && costNanoUsd(price, estimate),
    };
  });
  return { deployment, backend, identity: identityOf(deployment, backend), price, proofs };
}

/** Of the dearest way; those that are refused cost nothing. */
function estimateOf(proof: Proof, endpoint: EndpointName, model: string): Usage {
  const used = proof.ways.map(({ body }) => {
    const bytes = Buffer.from(JSON.stringify({ model, ...body }));
    return estimateTokens(readJsonBody(bytes, endpoints[endpoint as BuiltInName]).summary);
  });
  const input = proof.times * (Math.max(...used.map((one) => one.input)) + proof.moreInput);
  const output = proof.times * Math.max(...used.map((one) => one.output));
  return usageOf({ input, output, cacheWrite: proof.isCached ? input : 0 });
}

/** The number of requests of a proof if none is refused. */
export function requestCount(plan: readonly PlannedDeployment[]): number {
  return plan.flatMap(({ proofs }) => proofs).reduce((sum, { proof }) => sum + (proof?.times ?? 0), 0);
}

/** The highest cost of the deployments that have a price. */
export function estimatedNanoUsd(plan: readonly PlannedDeployment[]): number {
  return plan
    .flatMap(({ proofs }) => proofs)
    .reduce((sum, { estimateNanoUsd }) => sum + (estimateNanoUsd ?? 0), 0);
}

/** Those whose requests cost nobody knows how much. */
export function unpriced(plan: readonly PlannedDeployment[]): readonly PlannedDeployment[] {
  return plan.filter(({ price }) => price === undefined);
}
