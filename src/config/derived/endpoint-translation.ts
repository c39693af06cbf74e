import type { EndpointName } from '../../api/endpoints/index.ts';
import type { TranslatedEndpoint, Translation } from '../translation-settings.ts';
import type { DeploymentConfig } from '../types/models.ts';

/** How a deployment's endpoint is translated; undefined where its backend itself has it. */
export function translationAt(
  { translations }: Pick<DeploymentConfig, 'translations'>,
  endpoint: EndpointName,
): Translation | undefined {
  return translations?.[endpoint as TranslatedEndpoint];
}
