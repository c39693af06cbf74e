import { endpointNames } from '../../../api/endpoints/index.ts';
import type { GatewayFile } from '../../schema/generated/file.generated.ts';
import type { Config, ModelConfig } from '../../types.ts';
import { type Context, isAbsent, wrong } from '../context.ts';
import { checkReference, type Known } from '../names.ts';

/** What a file says of endpoints. The model that requests get without naming one has to be there, and to serve them. */
export function resolveEndpoints(
  context: Context,
  written: GatewayFile['endpoints'],
  known: Known,
  models: ReadonlyMap<string, ModelConfig>,
): Config['endpoints'] {
  const endpoints: { -readonly [Name in keyof Config['endpoints']]: Config['endpoints'][Name] } = {};
  for (const name of endpointNames) {
    const path = ['endpoints', name];
    const { default_model: model } = (context.intact(path) ? written[name] : undefined) ?? {};
    if (model === undefined) continue;
    endpoints[name] = { defaultModel: model };
    const at = [...path, 'default_model'];
    if (!checkReference(context, at, model, known, 'unknown_model', 'model') || isAbsent(context, at))
      continue;
    // What a wildcard's entry serves is known, and which of them takes the id when a request comes.
    const deployments = models.get(model)?.deployments;
    if (deployments === undefined || deployments.some(({ endpoints: served }) => served[name] !== undefined))
      continue;
    wrong(context, at, 'model_not_served', `no deployment of \`${model}\` serves \`${name}\``, {
      hint: `add \`endpoints: { ${name}: [] }\` to a deployment of it, or name another model`,
    });
  }
  return endpoints;
}
