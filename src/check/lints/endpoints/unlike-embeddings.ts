import { isIP } from 'node:net';
import type { Inspect } from '../../../config/inspection.ts';
import type { BackendConfig } from '../../../config/types/backends.ts';
import type { DeploymentConfig } from '../../../config/types/models.ts';
import { providerOf } from '../../../observe/semantic-names.ts';

/**
 * Vectors of one model from hosts of different kinds: they may differ in length, scale and all else, and comparing them
 * gives wrong results without a sign. Standbys are not examined, nor deployments that a key stays with.
 */
export const unlikeEmbeddings: Inspect = ({ models, backends }, found) => {
  for (const { id, balance, deployments } of models.values()) {
    if (balance === 'sticky') continue;
    const byPriority = new Map<number, Set<string>>();
    for (const deployment of deployments) {
      const { disabled, weight, priority, endpoints } = deployment;
      if (disabled || weight === 0 || endpoints.embeddings === undefined) continue;
      const kinds = byPriority.get(priority) ?? new Set();
      byPriority.set(priority, kinds.add(kindOf(backends.get(deployment.backend)!, deployment)));
    }
    const mixed = [...byPriority.values()].find((kinds) => kinds.size > 1);
    if (mixed === undefined) continue;
    const message = `embeddings of this model come from unlike hosts (${[...mixed].join(', ')}), and their vectors cannot be compared`;
    found.atKey(['models', id, 'deployments'], 'unlike_embeddings', message, {
      hint: 'set `balance: sticky` here, so that a key keeps to one, or give one of them `priority: 1`; a model of its own for each is surest',
    });
  }
};

/** The maker of vectors: a vendor, or the model that one's own server runs, anywhere. */
function kindOf({ address }: BackendConfig, { upstreamModel }: DeploymentConfig): string {
  if (address.kind !== 'url') return 'simulator';
  const { hostname } = address;
  if (isOwn(hostname)) return upstreamModel;
  return providerOf(hostname, hostname.split('.').slice(-2).join('.'));
}

function isOwn(hostname: string): boolean {
  return (
    isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 ||
    !hostname.includes('.') ||
    /\.(?:local|internal)$/.test(hostname)
  );
}
