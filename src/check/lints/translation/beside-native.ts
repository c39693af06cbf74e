import type { EndpointName } from '../../../api/endpoints/index.ts';
import { translationAt } from '../../../config/derived/endpoint-translation.ts';
import type { Inspect } from '../../../config/inspection.ts';
import type { DeploymentConfig } from '../../../config/types/models.ts';
import { servedEndpoints } from '../../../routing/eligibility.ts';
import { quoted } from '../../../routing/wording.ts';

/** A translated endpoint of a model that another deployment serves itself, without a better priority for that one. */
export const besideNative: Inspect = (config, found) => {
  for (const { id, deployments } of config.models.values()) {
    for (const [index, deployment] of deployments.entries()) {
      if (deployment.translations === undefined || deployment.disabled) continue;
      for (const endpoint of servedEndpoints(deployment)) {
        if (translationAt(deployment, endpoint) === undefined) continue;
        const native = firstNative(deployments, endpoint, deployment.priority);
        if (native === undefined) continue;
        const at = ['models', id, 'deployments', index];
        const by = `${endpoint} is served natively by ${quoted(native.name)}`;
        if (native.priority > deployment.priority)
          found.atValue(
            [...at, 'endpoints', endpoint, 'via'],
            'via_beside_native',
            `${by}, which has a worse priority: requests are translated here first`,
            {
              severity: 'note',
              hint: `write \`priority: ${native.priority + 1}\` beside \`backend\` if that one should go first`,
            },
          );
        else
          found.atValue(
            [...at, 'endpoints', endpoint, 'via'],
            'via_beside_native',
            `${by} with the same priority, and goes first: this one is used if that one cannot answer`,
            { hint: `write \`priority: ${native.priority + 1}\` beside \`backend\` if that is intended` },
          );
      }
    }
  }
};

/** The first deployment with the endpoint itself and no better priority. */
function firstNative(
  deployments: readonly DeploymentConfig[],
  endpoint: EndpointName,
  priority: number,
): DeploymentConfig | undefined {
  const natives = deployments.filter(
    (one) =>
      !one.disabled &&
      one.priority >= priority &&
      one.endpoints[endpoint] !== undefined &&
      translationAt(one, endpoint) === undefined,
  );
  return natives.sort((a, b) => a.priority - b.priority)[0];
}
