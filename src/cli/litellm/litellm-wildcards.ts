/** Names that a wildcard of `model_list` takes, where something else names them: ours names entries of `models` alone. */
import type { NewDeployment } from './new-deployment.ts';

export interface MadeModel {
  readonly deployments: NewDeployment[];
  readonly notes: string[];
}

/**
 * The model of a name: the entry itself, or one that is put beside the wildcard that takes the name, with the same
 * deployments. Undefined where none takes it.
 */
export function modelOfName(models: Map<string, MadeModel>, name: string): MadeModel | undefined {
  const known = models.get(name);
  if (known !== undefined || !/^[\w.\-/:@+]+$/.test(name)) return known;
  const [wildcard] = [...models.keys()]
    .filter((id) => id.endsWith('*') && name.startsWith(id.slice(0, -1)))
    .sort((one, other) => other.length - one.length);
  if (wildcard === undefined) return undefined;
  const { deployments } = models.get(wildcard)!;
  const rest = name.slice(wildcard.length - 1);
  const model: MadeModel = {
    deployments: deployments.map((deployment) => ({
      ...deployment,
      model: deployment.model.replace(/\*$/, () => rest),
    })),
    notes: [`named by itself, as fallbacks and aliases need it; ${wildcard} takes all other names`],
  };
  models.set(name, model);
  return model;
}
