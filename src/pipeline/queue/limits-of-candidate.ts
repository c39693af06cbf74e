import type { DeploymentLimits } from '../../limits/accounts/deployment-limits.ts';
import { deploymentOf } from '../../routing/places.ts';
import type { Candidate } from '../../routing/routing-table.ts';

/** The limits of a candidate beside those of the key; undefined for none. */
export function limitsOf(
  deployments: ReadonlyMap<string, DeploymentLimits>,
  candidate: Candidate,
): DeploymentLimits | undefined {
  const limits = deployments.get(deploymentOf(candidate));
  return candidate.replica === undefined ? limits : limits?.at(candidate.replica);
}
