import type { EndpointName } from '../../api/endpoints/index.ts';
import type { TranslatedEndpoint, Translation } from '../translation-settings.ts';
import type { DeploymentConfig } from '../types/models.ts';

/** The translation of a deployment's endpoint; undefined if its backend itself has the endpoint. */
export function translationAt(
  { translations }: Pick<DeploymentConfig, 'translations'>,
  endpoint: EndpointName,
): Translation | undefined {
  return translations?.[endpoint as TranslatedEndpoint];
}
