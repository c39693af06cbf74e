import type { Config } from '../../config/types/gateway.ts';
import type { DeploymentConfig, ModelConfig } from '../../config/types/models.ts';

/**
 * The same configuration, in which deployments serve what their backends have themselves; undefined where that is all
 * that they do.
 */
export function withoutTranslations(config: Config): Config | undefined {
  let isOther = false;
  const native = (deployment: DeploymentConfig): DeploymentConfig => {
    const { endpoints, translations } = deployment;
    if (translations === undefined) return deployment;
    isOther = true;
    const left = Object.entries(endpoints).filter(([endpoint]) => !(endpoint in translations));
    return { ...deployment, endpoints: Object.fromEntries(left), translations: undefined };
  };
  const models = new Map<string, ModelConfig>();
  for (const [id, model] of config.models) {
    models.set(id, { ...model, deployments: model.deployments.map(native) });
  }
  return isOther ? { ...config, models } : undefined;
}
