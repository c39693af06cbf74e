import type { Config } from '../../config/types/gateway.ts';
import type { DeploymentConfig, ModelConfig } from '../../config/types/models.ts';

/** The same configuration with only the endpoints that backends serve themselves; undefined if it has no others. */
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
