import type { Inspect } from '../../config/inspection.ts';

/**
 * Clients of responses send reasoning back that only the account can read that made it: where another one gets it the
 * request is refused, and tried nowhere else.
 */
export const unpinnedReasoning: Inspect = ({ stateful, models }, found) => {
  if (stateful === undefined || stateful.pinsEncrypted) return;
  if (!stateful.endpoints.includes('responses')) return;
  for (const { id, balance, deployments } of models.values()) {
    const served = deployments.filter(({ endpoints, disabled }) => !disabled && endpoints.responses);
    const accounts = new Set(served.map(({ backend }) => backend));
    if (accounts.size < 2 || balance === 'sticky') continue;
    const message = `responses of this model come from ${accounts.size} backends, and the reasoning of one is of no use to another`;
    found.atKey(['models', id, 'deployments'], 'unpinned_reasoning', message, {
      hint: 'set `stateful.encrypted_content: pin`, or `balance: sticky` here',
    });
  }
};
