import type { EndpointSet } from '../../../api/endpoints/declared-endpoints/endpoint-set.ts';
import type { EndpointName } from '../../../api/endpoints/index.ts';
import type { EndpointSettings, GatewayFile } from '../../schema/generated/file.generated.ts';
import type { Path } from '../../text/tree.ts';
import type { Config } from '../../types/gateway.ts';
import type { DeploymentConfig, ModelConfig } from '../../types/models.ts';
import type { PriceConfig } from '../../types/prices.ts';
import { type Context, isAbsent, placeOf, wrong } from '../context.ts';
import { checkReference, type Known } from '../names.ts';
import { compilePrice } from '../prices/rates.ts';

/** The names that settings of endpoints may refer to. */
interface EndpointReferences {
  readonly endpoints: EndpointSet;
  readonly known: Known;
  readonly models: ReadonlyMap<string, ModelConfig>;
}

/** The file's settings for endpoints. The default model of an endpoint has to exist, and to serve it. */
export function resolveEndpoints(
  context: Context,
  written: GatewayFile['endpoints'],
  references: EndpointReferences,
): Config['endpoints'] {
  const endpoints: { -readonly [Name in keyof Config['endpoints']]: Config['endpoints'][Name] } = {};
  for (const name of references.endpoints.names) {
    const path = ['endpoints', name];
    const settings = context.intact(path) ? written[name] : undefined;
    if (settings === undefined) continue;
    const deployments = deploymentsOf(context, path, name, settings, references);
    const { default_model: usual, model: { default: own } = {} } = settings;
    const model = own ?? usual;
    const { websocket = true } = settings;
    if (model === undefined && websocket && deployments.length === 0) continue;
    endpoints[name] = { defaultModel: model, websocket, deployments };
    if (model === undefined) continue;
    const at = own === undefined ? [...path, 'default_model'] : [...path, 'model', 'default'];
    checkDefault(context, at, model, name, references);
  }
  return endpoints;
}

function checkDefault(
  context: Context,
  at: Path,
  model: string,
  name: EndpointName,
  { known, models }: EndpointReferences,
): void {
  if (!checkReference(context, at, model, known, 'unknown_model', 'model') || isAbsent(context, at)) return;
  // A wildcard's endpoints are known; the request's id then decides among its deployments.
  const deployments = models.get(model)?.deployments;
  if (deployments === undefined || deployments.some(({ endpoints: served }) => served[name] !== undefined))
    return;
  wrong(context, at, 'model_not_served', `no deployment of \`${model}\` serves \`${name}\``, {
    hint: `add \`endpoints: { ${name}: [] }\` to a deployment of it, or name another model`,
  });
}

/** The deployments in place of the backends of an endpoint whose requests name no model. */
function deploymentsOf(
  context: Context,
  path: Path,
  name: EndpointName,
  { price: written }: EndpointSettings,
  { endpoints }: EndpointReferences,
): readonly DeploymentConfig[] {
  const declared = endpoints.declared.find((one) => one.name === name);
  if (declared === undefined || declared.backends.length === 0) return [];
  const price = written && compilePrice(written);
  const at = placeOf(context, path);
  return declared.backends.map((backend, priority) => deploymentAt(backend, { name, at, priority, price }));
}

interface Placed extends Pick<DeploymentConfig, 'at' | 'priority'> {
  readonly name: EndpointName;
  readonly price: PriceConfig | undefined;
}

/** A backend as limits, health and the log have it where no model is asked for. */
function deploymentAt(backend: string, { name, at, priority, price }: Placed): DeploymentConfig {
  return {
    name: backend,
    at,
    model: '',
    backend,
    upstreamModel: '',
    priority,
    weight: 1,
    disabled: false,
    limits: undefined,
    catalogue: undefined,
    price,
    endpoints: { [name]: [] },
    translations: undefined,
    relays: undefined,
    accepts: undefined,
  };
}
