import type { EndpointSet } from '../../../api/endpoints/declared-endpoints/endpoint-set.ts';
import { endpointsGrantedBy, grantWords } from '../../../api/endpoints/grants.ts';
import type { EndpointName } from '../../../api/endpoints/index.ts';
import { realtimeClientSecrets } from '../../../api/endpoints/realtime/realtime-client-secrets.ts';
import type { Path } from '../../text/tree.ts';
import { type Context, isAbsent } from '../context.ts';
import { notAmong } from './endpoint-names.ts';

/** The endpoints that a list of grants allows; undefined for all there are. A name that is none is reported. */
export function grantedEndpoints(
  context: Context,
  path: Path,
  written: readonly string[],
  endpoints: EndpointSet,
): readonly EndpointName[] | undefined {
  const words = [...endpoints.names, ...grantWords];
  for (const [index, name] of written.entries()) {
    const at = [...path, index];
    if (!isAbsent(context, at) && !words.some((word) => word === name)) notAmong(context, at, name, words);
  }
  const granted = endpointsGrantedBy(written, endpoints);
  return granted.length === endpoints.names.length ? undefined : granted;
}

/**
 * The endpoints that a key may call. Client secrets are among them only if the file names them, never by a word for
 * several endpoints. Undefined for all but those.
 */
export function withoutClientSecrets(
  written: 'allow' | 'refuse',
  granted: readonly EndpointName[] | undefined,
  endpoints: EndpointSet,
): readonly EndpointName[] | undefined {
  if (written === 'allow') return granted ?? endpoints.names;
  const isOther = (name: EndpointName) => name !== realtimeClientSecrets.name;
  return granted === undefined || granted.every(isOther) ? granted : granted.filter(isOther);
}
