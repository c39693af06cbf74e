import type { Inspect } from '../../config/inspection.ts';

/**
 * Weight 0 makes a deployment a standby for the others of its priority. If all deployments of a model have it, there is
 * no other, and they are used as if each had weight 1: it takes nothing out of use.
 */
export const weightsOfZero: Inspect = ({ models }, found) => {
  for (const { id, deployments } of models.values()) {
    if (deployments.some(({ weight }) => weight > 0)) continue;
    const message =
      'every deployment of this model has weight 0, so all of them are in use as if each had weight 1';
    found.atValue(['models', id, 'deployments', 0, 'weight'], 'weight_zero', message, {
      hint: 'weight 0 keeps a deployment behind the others; to take a deployment out of use, remove it from the file',
    });
  }
};
