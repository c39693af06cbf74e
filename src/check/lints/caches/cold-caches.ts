import type { Inspect } from '../../../config/inspection.ts';
import type { DeploymentConfig } from '../../../config/types/models.ts';

/**
 * Cached input costs at most half of uncached, but the requests of one conversation are spread over accounts or servers
 * that do not share their caches: most of them pay in full.
 */
export const coldCaches: Inspect = ({ models, backends }, found) => {
  for (const { id, balance, deployments } of models.values()) {
    if (balance === 'sticky') continue;
    const used = deployments.filter(({ disabled, weight }) => !disabled && weight > 0);
    const cheap = used.filter(isCheapInCache);
    const isSpread = cheap.some(
      ({ priority, backend }) =>
        backends.get(backend)?.replicas !== undefined ||
        used.some((other) => other.priority === priority && other.backend !== backend),
    );
    if (!isSpread) continue;
    const [first] = cheap;
    const share = Math.round((100 * first!.price!.tokens!.cachedInput) / first!.price!.tokens!.input);
    const message = `input in a prompt cache costs ${share} % here, and \`balance: ${balance}\` spreads requests that share it over caches that do not know each other`;
    found.atKey(['models', id], 'cold_caches', message, {
      hint: 'set `balance: sticky`, with `spill: 1.5` if the servers are your own',
    });
  }
};

function isCheapInCache({ price }: DeploymentConfig): boolean {
  const tokens = price?.tokens;
  return tokens !== undefined && tokens.input > 0 && tokens.cachedInput <= tokens.input / 2;
}
