import type { Inspect } from '../../config/inspection.ts';
import { type DeploymentConfig, translationAt } from '../../config/types.ts';

/**
 * Clients of responses send reasoning back that only the account can read that made it: where another one gets it the
 * request is refused, and tried nowhere else.
 */
export const unpinnedReasoning: Inspect = ({ stateful, models }, found) => {
  if (stateful === undefined || stateful.pinsEncrypted) return;
  if (!stateful.endpoints.includes('responses')) return;
  for (const { id, balance, deployments } of models.values()) {
    const served = deployments.filter((one) => !one.disabled && keepsResponses(one));
    const accounts = new Set(served.map(({ backend }) => backend));
    if (accounts.size < 2 || balance === 'sticky') continue;
    const message = `responses of this model come from ${accounts.size} backends, and the reasoning of one is of no use to another`;
    found.atKey(['models', id, 'deployments'], 'unpinned_reasoning', message, {
      hint: 'set `stateful.encrypted_content: pin`, or `balance: sticky` here',
    });
  }
};

/** What is translated is kept by nobody. */
function keepsResponses(deployment: DeploymentConfig): boolean {
  return deployment.endpoints.responses !== undefined && !translationAt(deployment, 'responses');
}

/**
 * A client that goes on with a response names it, and only the account that made it knows it: where nothing leads there
 * the second turn fails. What is used only while another account is out is not looked at.
 */
export const scatteredResponses: Inspect = ({ stateful, models }, found) => {
  if (stateful?.endpoints.includes('responses') === true) return;
  for (const { id, balance, deployments } of models.values()) {
    if (balance === 'sticky') continue;
    const accounts = new Map<number, Set<string>>();
    for (const deployment of deployments) {
      const { backend, disabled, weight, priority } = deployment;
      if (disabled || weight === 0 || !keepsResponses(deployment)) continue;
      accounts.set(priority, (accounts.get(priority) ?? new Set()).add(backend));
    }
    const most = Math.max(0, ...[...accounts.values()].map(({ size }) => size));
    if (most < 2) continue;
    const message = `responses of this model come from ${most} backends, and a \`previous_response_id\` of one is unknown to another`;
    found.atKey(['models', id, 'deployments'], 'scattered_responses', message, {
      hint: 'set `balance: sticky` here, or `stateful: { ids: signed, endpoints: [responses] }`',
    });
  }
};
