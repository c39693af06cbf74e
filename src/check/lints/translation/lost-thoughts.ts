import type { EndpointName } from '../../../api/endpoints/index.ts';
import { translationAt } from '../../../config/derived/endpoint-translation.ts';
import type { Inspect } from '../../../config/inspection.ts';
import { translatedEndpoints } from '../../../config/translation-settings.ts';
import type { DeploymentConfig } from '../../../config/types/models.ts';
import { listed } from '../../../routing/wording.ts';

/**
 * A model whose reasoning comes in several forms on one endpoint: reasoning of one form cannot be sent back in another.
 */
export const lostThoughts: Inspect = (config, found) => {
  for (const { id, deployments, balance } of config.models.values()) {
    if (balance === 'sticky' || deployments.every(({ translations }) => translations === undefined)) continue;
    for (const endpoint of translatedEndpoints) {
      const forms = new Set(deployments.filter(reasonsAt(endpoint)).map((one) => formOf(one, endpoint)));
      if (forms.size < 2) continue;
      const message = `reasoning on ${endpoint} comes ${listed([...forms], 'and')}: a later turn on another deployment loses it`;
      found.atKey(['models', id], 'lost_thoughts', message, {
        hint: 'write `balance: sticky` in the model, so that turns change only in an outage',
      });
      break;
    }
  }
};

function reasonsAt(endpoint: EndpointName): (deployment: DeploymentConfig) => boolean {
  return ({ disabled, endpoints }) => !disabled && endpoints[endpoint]?.includes('reasoning') === true;
}

function formOf(deployment: DeploymentConfig, endpoint: EndpointName): string {
  const to = translationAt(deployment, endpoint)?.to;
  return to === undefined ? 'natively' : `via ${to}`;
}
