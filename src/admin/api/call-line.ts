import { endpointsOf } from '../../api/endpoints/declared-endpoints/endpoint-set.ts';
import { type EndpointName, endpointsToChoose } from '../../api/endpoints/index.ts';
import type { Config } from '../../config/types/gateway.ts';
import type { KeyConfig } from '../../config/types/keys.ts';
import { clientKey } from '../../keys/keyring.ts';
import { shellWord } from '../../lib/shell-word.ts';
import type { GatewayView } from '../../supervisor/gateway-view.ts';
import { reach } from '../http/listener-url.ts';

export interface CallTarget {
  readonly model: string;
  readonly endpoint: EndpointName;
}

/** The first model and endpoint that a key may call. */
export function callFor(config: Config, keyConfig: KeyConfig): CallTarget | undefined {
  const { models } = config;
  const key = clientKey(keyConfig);
  for (const { id, deployments } of models.values()) {
    if (!key.allowsModel(id)) continue;
    for (const endpoint of endpointsToChoose) {
      const isServed = deployments.some((deployment) => deployment.endpoints[endpoint] !== undefined);
      if (isServed && key.allowsEndpoint(endpoint)) return { model: id, endpoint };
    }
  }
  return undefined;
}

/** A command that calls the gateway with a secret: one made here, or a variable that the shell fills in. */
export function callLine(
  { config, address, caFile }: Pick<GatewayView, 'config' | 'address' | 'caFile'>,
  { model, endpoint }: CallTarget,
  secret: string,
): string {
  const { path, sample, body } = endpointsOf(config).of(endpoint);
  const fields = { model, ...sample.request };
  const { url, caFile: authority } = reach(config, address, caFile);
  return [
    'curl',
    ...(authority === undefined ? [] : ['--cacert', shellWord(authority)]),
    `${url}${path}`,
    // In double quotes, for the variable.
    `-H "Authorization: Bearer ${secret}"`,
    ...(body.kind === 'multipart' || body.kind === 'multipart_or_json' ? formOf(fields) : jsonOf(fields)),
  ].join(' ');
}

function jsonOf(fields: object): readonly string[] {
  return ['-H "Content-Type: application/json"', `-d ${shellWord(JSON.stringify(fields))}`];
}

/** curl reads a file where a value begins with `@`. */
function formOf(fields: object): readonly string[] {
  return Object.entries(fields).map(([name, value]) => `-F ${shellWord(`${name}=${value}`)}`);
}
