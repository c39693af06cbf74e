/** Compares the capabilities that each deployment declares with the proven ones. */

import { proofOf } from '../../api/capability-proofs/index.ts';
import type { EndpointName } from '../../api/endpoints/index.ts';
import { translationAt } from '../../config/derived/endpoint-translation.ts';
import { wildcardPrefix } from '../../config/derived/model-names.ts';
import type { Config } from '../../config/types/gateway.ts';
import type { DeploymentConfig } from '../../config/types/models.ts';
import { servedEndpoints } from '../../routing/eligibility.ts';
import {
  type CapabilityLock,
  type DeploymentIdentity,
  identityOf,
  isSameDeployment,
  type ProvenResult,
} from './capability-lock.ts';

/**
 * `never`: it was never asked. `future`: the lock's date is in the future, so a clock is wrong. `no_proof`: no request
 * is known that would prove it there.
 */
export type ProofState = ProvenResult | 'stale' | 'future' | 'never' | 'no_proof';

export interface DeclaredCapability {
  readonly endpoint: EndpointName;
  readonly capability: string;
  readonly state: ProofState;
  /** The time of the last result, in milliseconds since the epoch. */
  readonly at: number | undefined;
  readonly why: string | undefined;
}

export interface DeclaredDeployment {
  readonly deployment: DeploymentConfig;
  readonly identity: DeploymentIdentity;
  readonly declared: readonly DeclaredCapability[];
}

export interface ProofTerms {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** A proof that is older is stale. */
  readonly maxAgeMs: number;
}

/** Milliseconds by which the clocks of two hosts may differ. */
const clockToleranceMs = 5 * 60_000;

/** Every deployment in the order of the file, each with its endpoints and capabilities. */
export function proofStates(
  config: Config,
  lock: CapabilityLock,
  terms: ProofTerms,
): readonly DeclaredDeployment[] {
  return [...config.models.values()].flatMap(({ deployments }) =>
    deployments.map((deployment) => {
      const identity = identityOf(deployment, config.backends.get(deployment.backend)!);
      return { deployment, identity, declared: proofStatesOf(deployment, identity, lock, terms) };
    }),
  );
}

/** The declared capabilities of one deployment, each with its entry in the lock. */
export function proofStatesOf(
  deployment: DeploymentConfig,
  identity: DeploymentIdentity,
  lock: CapabilityLock,
  terms: ProofTerms,
): readonly DeclaredCapability[] {
  const proven = lock.find((one) => isSameDeployment(one, identity))?.endpoints;
  return declaredBy(deployment).map(([endpoint, capability]) => {
    const entry = proven?.get(endpoint)?.get(capability);
    const state = isProvable(deployment, endpoint, capability)
      ? entry === undefined
        ? 'never'
        : stateAt(entry.result, entry.at, terms)
      : 'no_proof';
    return { endpoint, capability, state, at: entry?.at, why: entry?.why };
  });
}

/** The pairs of endpoint and capability that a deployment declares, in the order of the interface and of the file. */
export function declaredBy({
  endpoints,
}: DeploymentConfig): readonly (readonly [endpoint: EndpointName, capability: string])[] {
  return servedEndpoints({ endpoints }).flatMap((endpoint) =>
    (endpoints[endpoint] ?? []).map((capability) => [endpoint, capability] as const),
  );
}

/** A deployment that takes any model cannot be proven by one: each model does other things. */
export function takesAnyModel({ upstreamModel }: DeploymentConfig): boolean {
  return wildcardPrefix(upstreamModel) !== undefined;
}

/**
 * True unless it is translated: a translated capability follows from the backend's own dialect, which is proven there.
 */
export function isProvable(
  deployment: DeploymentConfig,
  endpoint: EndpointName,
  capability: string,
): boolean {
  const isAsked = !takesAnyModel(deployment) && translationAt(deployment, endpoint) === undefined;
  return isAsked && proofOf(endpoint, capability) !== undefined;
}

function stateAt(result: ProvenResult, at: number, { now, maxAgeMs }: ProofTerms): ProofState {
  if (at > now + clockToleranceMs) return 'future';
  if (result !== 'proven') return result;
  return now - at > maxAgeMs ? 'stale' : 'proven';
}
